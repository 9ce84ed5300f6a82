import { Alert } from '../../ui/alert.tsx';
import type { Notice } from './use-notice.ts';

interface NoticeSlotProps {
  notice: Notice;
  onHold: (isHeld: boolean) => void;
}

export function NoticeSlot({ notice, onHold }: NoticeSlotProps) {
  return (
    <div onPointerEnter={() => onHold(true)} onPointerLeave={() => onHold(false)}>
      <Alert tone={notice.tone}>{notice.text}</Alert>
    </div>
  );
}
