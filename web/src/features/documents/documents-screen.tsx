import { usePageTitle } from '../../lib/use-page-title.ts';
import { Page } from '../../ui/page.tsx';
import { DocumentsCard } from './documents-card.tsx';
import { MESSAGES } from './messages.ts';
import { UploadForm } from './upload-form.tsx';

export function DocumentsScreen() {
  usePageTitle(MESSAGES.pageTitle);
  return (
    <Page>
      <h1>{MESSAGES.heading}</h1>
      <UploadForm />
      <DocumentsCard />
    </Page>
  );
}
