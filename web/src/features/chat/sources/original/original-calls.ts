import { readOriginal, readOriginalFile } from '@pathway/contract/original';
import { useQuery } from '@tanstack/react-query';
import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
// The builder makes it the address of the file.
// oxlint-disable-next-line import/default
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { useEffect, useState } from 'react';
import { callApi, requestApi } from '../../../../lib/api-client.ts';
import { logProblem } from '../../../../lib/log-problem.ts';

/** What a document is, and its passages from an ordinal on when it is read as text. */
export function useOriginal(id: string, from: number) {
  return useQuery({
    queryKey: ['original', id, from],
    queryFn: ({ signal }) =>
      callApi(readOriginal, { params: { id }, query: { from: String(from) }, signal }),
  });
}

/** The PDF of a document: undefined while it is on its way, null when it cannot be shown. */
export function usePdf(id: string): PDFDocumentProxy | null | undefined {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>();
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    let loaded: PDFDocumentProxy | undefined;
    openPdf(id, signal)
      .then((opened) => {
        loaded = opened;
        if (signal.aborted) return opened.loadingTask.destroy();
        return setPdf(opened);
      })
      .catch((error: unknown) => {
        if (signal.aborted) return;
        logProblem('The original cannot be opened.', error);
        setPdf(null);
      });
    return () => {
      left.abort();
      void loaded?.loadingTask.destroy();
    };
  }, [id]);
  return pdf;
}

async function openPdf(id: string, signal: AbortSignal): Promise<PDFDocumentProxy> {
  const response = await requestApi(readOriginalFile, { params: { id }, signal });
  const data = new Uint8Array(await response.arrayBuffer());
  GlobalWorkerOptions.workerSrc = workerUrl;
  // The content security policy lets no WebAssembly run; pictures are then decoded by scripts.
  return getDocument({ data, useWasm: false, verbosity: VerbosityLevel.ERRORS }).promise;
}
