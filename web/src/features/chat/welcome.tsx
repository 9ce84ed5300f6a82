import { useWebConfig } from '../../lib/web-config-context.ts';
import { LogoMark } from '../../ui/logo-mark.tsx';
import { COLUMN_CLASSES } from './column-classes.ts';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

/** What stands where the conversation will be: who answers, from what, and four ways to begin. */
export function Welcome({ onAsk }: { onAsk: (question: string) => void }) {
  const messages = useMessages(MESSAGES);
  const { assistantName } = useWebConfig();
  return (
    <div className={`flex flex-1 flex-col pt-4 ${COLUMN_CLASSES}`}>
      <div className="grid gap-5 pb-4 sm:my-auto sm:gap-6 sm:py-4">
        <div className="flex items-start gap-4">
          <span className="contents [&>svg]:size-10 sm:[&>svg]:size-13">
            <LogoMark size={52} />
          </span>
          <div>
            <h2 className="mb-2 text-[clamp(1.5rem,1.2rem+1.2vw,2.125rem)] leading-[1.15] tracking-[-0.022em]">
              {messages.greeting(assistantName)}
            </h2>
            <p className="max-w-xl leading-normal text-ink-2 sm:text-lg">{messages.welcome}</p>
          </div>
        </div>
        <ul aria-label={messages.starters} className="grid gap-2 sm:grid-cols-2 sm:gap-3">
          {messages.starterQuestions.map(({ topic, question }, index) => (
            <li key={question}>
              <button
                type="button"
                onClick={() => onAsk(inLanguageOfSources(index, question))}
                className="grid size-full content-start gap-0.5 rounded-md border border-line bg-surface px-3.5 py-[11px] text-left transition-[border-color] duration-(--dur-1) hover:border-primary focus-visible:rounded-md sm:px-4 sm:py-3.5"
              >
                <span className="text-2xs font-semibold text-accent-text">{topic}</span>
                <span className="leading-[1.4] font-medium">{question}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The sources are in English, and so is a question that shall find its answer in any case. */
function inLanguageOfSources(index: number, question: string): string {
  return MESSAGES.english.starterQuestions[index]?.question ?? question;
}
