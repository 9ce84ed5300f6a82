import { FileText } from 'lucide-react';
import { useNamedRow } from '../../lib/admin/named-row.ts';
import { failureText } from '../../lib/failure-text.ts';
import { usePageTitle } from '../../lib/web-config.ts';
import { FailedList, useTryAgain } from '../../ui/admin/failed-list.tsx';
import { RecentlyDeleted } from '../../ui/admin/recently-deleted.tsx';
import { UndoRow } from '../../ui/admin/undo-row.tsx';
import { Alert } from '../../ui/alert.tsx';
import { TableHead } from '../../ui/data-table.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyBox, LoadingBox } from '../../ui/state-box.tsx';
import { DocumentRow } from './document-row.tsx';
import { useDeletedDocuments, useDocumentRows, useDocuments } from './documents-calls.ts';
import { MESSAGES } from './messages.ts';
import { UploadForm } from './upload-form.tsx';

export function DocumentsScreen() {
  usePageTitle(MESSAGES.pageTitle);
  return (
    <Page>
      <h1>{MESSAGES.heading}</h1>
      <UploadForm />
      <DocumentsCard />
      <DeletedDocuments />
    </Page>
  );
}

function DocumentsCard() {
  const documents = useDocuments();
  const table = useDocumentRows(documents.data);
  const { rows } = table;
  useNamedRow(documents.isSuccess);
  const tryAgain = useTryAgain(documents);
  return (
    <Card aria-labelledby="uploaded-documents">
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-b border-line px-5 pt-5 pb-4">
        <h2 id="uploaded-documents" className="text-lg tracking-[-0.01em]">
          {MESSAGES.tableHeading}
        </h2>
        <p className="max-w-[78ch] text-sm text-ink-3">{MESSAGES.tableNote}</p>
      </div>
      <p aria-live="polite" className="sr-only">
        {table.said}
      </p>
      {rows.deleteError !== null && (
        <Alert tone="danger" className="mx-5 my-4">
          {rows.deleteError}
        </Alert>
      )}
      {documents.isPending && <LoadingBox text={MESSAGES.loading} />}
      {documents.isError && (
        <FailedList
          text={failureText(documents.error, MESSAGES.listFailed, MESSAGES.unknown)}
          onTryAgain={tryAgain}
        />
      )}
      {documents.isSuccess && documents.data.length === 0 && (
        <EmptyBox Icon={FileText} text={MESSAGES.empty} />
      )}
      {documents.isSuccess && table.placed.length > 0 && <DocumentsTable {...table} />}
    </Card>
  );
}

function DeletedDocuments() {
  return <RecentlyDeleted texts={MESSAGES.recentlyDeleted} {...useDeletedDocuments()} />;
}

function DocumentsTable(props: ReturnType<typeof useDocumentRows>) {
  const { placed, rows, actions, knownTags, isResting } = props;
  return (
    <table aria-labelledby="uploaded-documents" className="data-table">
      <colgroup>
        <col className="w-[32%]" />
        <col className="w-28" />
        <col className="w-38" />
        <col />
        <col className="w-66" />
      </colgroup>
      <TableHead columns={MESSAGES.columns} />
      <tbody>
        {placed.map(({ item: document, isDeleted }) =>
          isDeleted ? (
            <UndoRow
              key={document.id}
              columns={Object.keys(MESSAGES.columns).length}
              name={document.filename || MESSAGES.noName}
              isUndoing={rows.restoringIds.includes(document.id)}
              onUndo={() => void actions.restore(document.id)}
            />
          ) : (
            <DocumentRow
              key={document.id}
              document={document}
              editor={rows.editor?.id === document.id ? rows.editor : null}
              isDeleting={rows.deletingIds.includes(document.id)}
              isResting={isResting}
              knownTags={knownTags}
              actions={actions}
            />
          ),
        )}
      </tbody>
    </table>
  );
}
