import type { Source } from '@pathway/contract/chat';
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../../../../lib/language/messages.ts';
import { logProblem } from '../../../../lib/log-problem.ts';
import { IconButton } from '../../../../ui/button.tsx';
import { FailureBox, LoadingBox } from '../../../../ui/state-box.tsx';
import { findMarks, type Mark } from './find-marks.ts';
import { MESSAGES } from './messages.ts';
import { usePdf } from './original-calls.ts';

const ZOOMS = [1, 1.5, 2, 3];

interface PdfOriginalProps {
  id: string;
  source: Source;
}

/** A PDF, opened at the cited page. */
export function PdfOriginal({ id, source }: PdfOriginalProps) {
  const messages = useMessages(MESSAGES);
  const pdf = usePdf(id);
  const [number, setNumber] = useState(source.page ?? 1);
  const [zoom, setZoom] = useState(0);
  if (pdf === null) return <FailureBox text={messages.failed} />;
  if (pdf === undefined) return <LoadingBox text={messages.loading} />;
  const pages = pdf.numPages;
  const shown = Math.min(Math.max(1, number), pages);
  const steps = [
    { label: messages.previous, Icon: ChevronLeft, to: shown - 1 },
    { label: messages.next, Icon: ChevronRight, to: shown + 1 },
  ];
  const sizes = [
    { label: messages.smaller, Icon: ZoomOut, to: zoom - 1 },
    { label: messages.larger, Icon: ZoomIn, to: zoom + 1 },
  ];
  return (
    <>
      <div className="flex items-center gap-1 border-b border-line px-3">
        {steps.map(({ label, Icon, to }) => (
          <Step
            key={label}
            label={label}
            Icon={Icon}
            isOff={to < 1 || to > pages}
            onStep={() => setNumber(to)}
          />
        ))}
        <output className="mx-auto text-sm tabular-nums">{messages.page(shown, pages)}</output>
        {sizes.map(({ label, Icon, to }) => (
          <Step
            key={label}
            label={label}
            Icon={Icon}
            isOff={ZOOMS[to] === undefined}
            onStep={() => setZoom(to)}
          />
        ))}
      </div>
      <PdfPage pdf={pdf} number={shown} zoom={ZOOMS[zoom] ?? 1} passage={source.excerpt} />
    </>
  );
}

interface StepProps {
  label: string;
  Icon: typeof ChevronLeft;
  isOff: boolean;
  onStep: () => void;
}

/** At its end it stays where it is: a button that is disabled loses the focus. */
function Step({ label, Icon, isOff, onStep }: StepProps) {
  return (
    <IconButton
      label={label}
      icon={<Icon aria-hidden size={20} />}
      aria-disabled={isOff}
      className="aria-disabled:cursor-not-allowed aria-disabled:text-disabled-ink"
      onClick={isOff ? undefined : onStep}
    />
  );
}

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  /** Of the width that there is. */
  zoom: number;
  passage: string;
}

/** A page that was drawn: its text, and where the passage stands on it, in shares of the page. */
interface DrawnPage {
  number: number;
  text: string;
  marks: Mark[];
}

function PdfPage({ pdf, number, zoom, passage }: PdfPageProps) {
  const messages = useMessages(MESSAGES);
  const frame = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const first = useRef<HTMLSpanElement>(null);
  const [drawn, setDrawn] = useState<DrawnPage | null>(null);
  const isDrawn = drawn?.number === number;

  useEffect(() => {
    const left = new AbortController();
    const to = canvas.current;
    const width = (frame.current?.clientWidth ?? 0) * zoom;
    if (to === null || width === 0) return undefined;
    drawPage({ pdf, number, canvas: to, width, passage }, left.signal)
      .then((page) => !left.signal.aborted && setDrawn(page))
      .catch((error: unknown) => {
        if (!left.signal.aborted) logProblem('A page cannot be drawn.', error);
      });
    return () => left.abort();
  }, [pdf, number, zoom, passage]);

  useEffect(() => {
    if (isDrawn) first.current?.scrollIntoView({ block: 'center' });
  }, [isDrawn]);

  return (
    <section
      ref={frame}
      aria-label={messages.page(number, pdf.numPages)}
      aria-busy={!isDrawn}
      // What scrolls must be reachable with the keyboard alone.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="flex-1 overflow-auto bg-surface-3 -outline-offset-2"
    >
      <div className="relative" style={{ width: `${zoom * 100}%` }}>
        {/* What it shows is said below. */}
        <canvas ref={canvas} aria-hidden className="block w-full bg-white" />
        {isDrawn &&
          drawn.marks.map(({ left, bottom, width, height }, index) => (
            <span
              key={index}
              ref={index === 0 ? first : undefined}
              data-mark=""
              aria-hidden
              className="absolute rounded-[2px] bg-[#ffb000]/35 mix-blend-multiply"
              style={{
                left: `${left * 100}%`,
                bottom: `${(bottom - height / 4) * 100}%`,
                width: `${width * 100}%`,
                height: `${height * 125}%`,
              }}
            />
          ))}
        <p className="sr-only">{isDrawn && drawn.text}</p>
      </div>
    </section>
  );
}

/** Draws a page `width` pixels wide. @throws when the page cannot be drawn, or somebody has left. */
async function drawPage(
  given: {
    pdf: PDFDocumentProxy;
    number: number;
    canvas: HTMLCanvasElement;
    width: number;
    passage: string;
  },
  signal: AbortSignal,
): Promise<DrawnPage> {
  const { pdf, number, canvas, width, passage } = given;
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  signal.throwIfAborted();
  const points = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: (width * devicePixelRatio) / points.width });
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  const task = page.render({ canvas, viewport });
  signal.addEventListener('abort', () => task.cancel());
  await task.promise;
  const runs = items.filter((item) => 'str' in item);
  const marks = findMarks(runs, passage).map((mark): Mark => {
    // A page may be turned, and its lower left need not be 0.
    const corners = [
      ...points.convertToViewportPoint(mark.left, mark.bottom),
      ...points.convertToViewportPoint(mark.left + mark.width, mark.bottom + mark.height),
    ];
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = corners.map(Number);
    return {
      left: Math.min(x1, x2) / points.width,
      bottom: 1 - Math.max(y1, y2) / points.height,
      width: Math.abs(x2 - x1) / points.width,
      height: Math.abs(y2 - y1) / points.height,
    };
  });
  return { number, text: runs.map(({ str }) => str).join(' '), marks };
}
