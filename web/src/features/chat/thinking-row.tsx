import { useWebConfig } from '../../lib/web-config-context.ts';
import { Runner } from '../../ui/runner.tsx';
import { AssistantRow } from './assistant-row.tsx';
import { BUBBLE_CLASSES } from './bubble-classes.ts';
import { useMessages } from '../../lib/language/use-messages.ts';
import { MESSAGES } from './messages.ts';

export function ThinkingRow() {
  const messages = useMessages(MESSAGES);
  const { assistantName } = useWebConfig();
  return (
    <AssistantRow>
      <output
        className={`inline-flex items-center gap-3 justify-self-start px-4.5 py-3 text-md text-ink-2 ${BUBBLE_CLASSES}`}
      >
        <Runner />
        <span>{messages.thinking(assistantName)}</span>
      </output>
    </AssistantRow>
  );
}
