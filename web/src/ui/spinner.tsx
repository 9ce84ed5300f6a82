import { LoaderCircle } from 'lucide-react';

export function Spinner({ size = 18 }: { size?: number }) {
  return (
    <LoaderCircle
      aria-hidden
      size={size}
      className="shrink-0 animate-spin [animation-duration:0.9s] motion-reduce:animate-none"
    />
  );
}
