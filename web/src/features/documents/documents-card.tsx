import type { Document } from '@pathway/contract/documents';
import { CircleAlert, FileText } from 'lucide-react';
import { failureText } from '../../lib/failure-text.ts';
import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StateBox } from '../../ui/state-box.tsx';
import { useDocuments } from './documents-calls.ts';
import { DocumentsTable } from './documents-table.tsx';
import { MESSAGES } from './messages.ts';
import { useDocumentRows } from './use-document-rows.ts';

export function DocumentsCard() {
  const documents = useDocuments();
  const { rows, actions } = useDocumentRows();
  return (
    <Card aria-labelledby="uploaded-documents">
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-b border-line px-5 pt-5 pb-4">
        <h2 id="uploaded-documents" className="text-lg tracking-[-0.01em]">
          {MESSAGES.tableHeading}
        </h2>
        <p className="max-w-[78ch] text-sm text-ink-3">{MESSAGES.tableNote}</p>
      </div>
      {rows.deleteError !== null && (
        <Alert tone="danger" className="mx-5 my-4">
          {rows.deleteError}
        </Alert>
      )}
      <DocumentList documents={documents} rows={rows} actions={actions} />
    </Card>
  );
}

interface DocumentListProps extends ReturnType<typeof useDocumentRows> {
  documents: { data?: Document[]; error: Error | null };
}

function DocumentList({ documents, rows, actions }: DocumentListProps) {
  if (documents.error !== null) {
    return (
      <StateBox announce="alert" tone="danger" icon={<CircleAlert aria-hidden size={26} />}>
        <p>{failureText(documents.error, MESSAGES.listFailed, MESSAGES.unknown)}</p>
      </StateBox>
    );
  }
  if (documents.data === undefined) {
    return (
      <StateBox announce="status">
        <p>{MESSAGES.loading}</p>
        <Skeleton />
      </StateBox>
    );
  }
  if (documents.data.length === 0) {
    return (
      <StateBox icon={<FileText aria-hidden size={26} />}>
        <p>{MESSAGES.empty}</p>
      </StateBox>
    );
  }
  return <DocumentsTable documents={documents.data} rows={rows} actions={actions} />;
}
