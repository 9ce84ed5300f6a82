import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/**
 * What is opened beside a list, which the address names by the parameter `name`: a reload and the way back find it.
 * The first that is opened is a step that Back takes back; going on to others is not.
 */
export function useOpenedItem(name: string) {
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const wasOpenedHere = (useLocation().state as { opened?: string } | null)?.opened === name;
  const opened = address.get(name);
  const open = (item: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(name, item);
        return next;
      },
      {
        replace: opened !== null,
        ...((opened === null || wasOpenedHere) && { state: { opened: name } }),
      },
    );
  const closed = useRef<string>(null);
  useEffect(() => {
    if (opened === null) closed.current = null;
  }, [opened]);
  const close = () => {
    // The address follows a moment later: closing twice must not go back twice.
    if (closed.current === opened) return;
    closed.current = opened;
    if (wasOpenedHere) return void navigate(-1);
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete(name);
        return next;
      },
      { replace: true },
    );
  };
  return { opened, open, close };
}
