import { failureText } from '../../lib/failure-text.ts';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { FailureBox, LoadingBox } from '../../ui/state-box.tsx';
import { MESSAGES } from './messages.ts';
import { ReadingBody } from './reading-body.tsx';
import { useNeighbours, useReading } from './reading-calls.ts';

interface ReadingDrawerProps {
  /** Of a document or a site. */
  id: string;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/** What was read of one source, beside the table that it was opened from. */
export function ReadingDrawer({ id, onOpen, onClose }: ReadingDrawerProps) {
  const reading = useReading(id);
  const { kind, ids = [] } = useNeighbours(id) ?? {};
  const index = ids.indexOf(id);
  const [previous, next] = index === -1 ? [] : [ids[index - 1], ids[index + 1]];
  const texts = MESSAGES[kind ?? reading.data?.kind ?? 'document'];
  return (
    <SideDrawer
      place={index === -1 ? texts.outside : texts.place(index + 1, ids.length)}
      labels={texts}
      onPrevious={previous === undefined ? undefined : () => onOpen(previous)}
      onNext={next === undefined ? undefined : () => onOpen(next)}
      onClose={onClose}
      returnFocus={() => document.querySelector(`[data-opens-reading="${CSS.escape(id)}"]`)}
    >
      {reading.isPending && <LoadingBox text={MESSAGES.loading} />}
      {reading.isError && (
        <FailureBox text={failureText(reading.error, MESSAGES.failed, MESSAGES.unknown)} />
      )}
      {/* Anew for each source, so that it begins at its top. */}
      {reading.isSuccess && <ReadingBody key={id} id={id} reading={reading.data} />}
    </SideDrawer>
  );
}
