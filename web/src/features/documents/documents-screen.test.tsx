import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { type Reply, fakeApi } from '../../test-support/fake-api.ts';
import { renderApp } from '../../test-support/render-app.tsx';
import { signedInAs } from '../../test-support/signed-in.ts';

const guide = {
  id: 'd1',
  filename: 'Guide.pdf',
  created_at: '2026-11-12T12:00:00Z',
  status: 'Ready',
  tags: ['calendar'],
};
const handbook = { ...guide, id: 'd2', filename: 'Handbook.docx', tags: [] };
const REFUSED = { status: 413, body: { error: 'The file is larger than 25 MB.', code: 'x' } };
const NO_TEXT = { status: 500, body: {} };
const DONE = { body: { success: true } };

function replies(documents: object[] = [guide, handbook]) {
  return { ...signedInAs({ is_admin: true }), 'GET /api/admin/docs': { body: { documents } } };
}

async function openDocuments() {
  renderApp('/admin/docs');
  await screen.findByRole('heading', { name: 'Uploaded Documents' });
}

const rowOf = async (filename: string) => {
  const cell = await screen.findByText(filename);
  return within(cell.closest('tr') as HTMLElement);
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the documents table', () => {
  test('[DOC-02] has the note, the columns and a row for each document', async () => {
    fakeApi(replies());
    await openDocuments();
    await screen.findByText('Guide.pdf');
    screen.getByText(/^Re-embedding is done by a backend script\./);
    const headers = screen.getAllByRole('columnheader').map((cell) => cell.textContent);
    expect(headers).toEqual(['Filename', 'Uploaded', 'Status', 'Tags', 'Actions']);
    const row = await rowOf('Guide.pdf');
    row.getByText(
      new Date(guide.created_at).toLocaleDateString(undefined, {
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      }),
    );
    row.getByText('Ready');
    row.getByText('calendar');
  });

  test('[DOC-03] a document that is only partly readable says what is missing', async () => {
    const warning = 'Some pages are pictures without text (scanned).';
    fakeApi(replies([guide, { ...handbook, warning }]));
    await openDocuments();
    (await rowOf('Handbook.docx')).getByText(warning);
    expect((await rowOf('Guide.pdf')).queryByText(warning)).toBeNull();
  });

  test.each([
    ['Ready', 'success'],
    ['Processing', 'warning'],
    ['pending', 'warning'],
    ['Error: The file holds no text.', 'danger'],
    ['ready', 'danger'],
  ])('[DOC-03] prints the status %s as is, in the look of %s', async (status, look) => {
    fakeApi(replies([{ ...guide, status }]));
    await openDocuments();
    expect((await screen.findByText(status)).className).toContain(`bg-${look}-bg`);
  });

  test('[DOC-09] asks again while a document is in work, and stops when none is', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const api = fakeApi(replies([{ ...guide, status: 'pending' }]));
    await openDocuments();
    await screen.findByText('pending');
    Object.assign(api.replies, replies([{ ...guide, status: 'Processing' }]));
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    await screen.findByText('Processing');
    Object.assign(api.replies, replies());
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    await screen.findByText('Handbook.docx');
    const callCount = api.callsTo('GET /api/admin/docs').length;
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    vi.useRealTimers();
    expect(api.callsTo('GET /api/admin/docs')).toHaveLength(callCount);
  });

  test('[DOC-06] says Loading documents... at first', async () => {
    fakeApi({ ...replies(), 'GET /api/admin/docs': 'never' });
    await openDocuments();
    expect(screen.getByRole('status').textContent).toBe('Loading documents...');
  });

  test.each([
    [
      'the server’s text',
      { status: 403, body: { error: 'Administrator access required', code: 'x' } },
      'Administrator access required',
    ],
    ['the fallback', NO_TEXT, 'Failed to fetch documents'],
  ])('[DOC-06] [DOC-08] replaces the table by %s', async (_, reply, text) => {
    fakeApi({ ...replies(), 'GET /api/admin/docs': reply });
    await openDocuments();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('uploading', () => {
  const file = new File(['text'], 'Checklist.txt', { type: 'text/plain' });

  test('[DOC-01] the picker takes the three types only', async () => {
    fakeApi(replies());
    await openDocuments();
    expect(screen.getByLabelText('Choose file').getAttribute('accept')).toBe('.pdf,.docx,.txt');
  });

  test('[DOC-01] without a file it asks for one', async () => {
    const api = fakeApi(replies());
    await openDocuments();
    await press('Upload');
    expect(screen.getByRole('alert').textContent).toBe('Please select a file to upload.');
    expect(api.callsTo('POST /api/admin/docs/upload')).toEqual([]);
  });

  test('[DOC-01] [DOC-07] sends one field file, is busy meanwhile and reloads the list', async () => {
    const replyUpload = Promise.withResolvers<Reply>();
    const api = fakeApi({
      ...replies([]),
      'POST /api/admin/docs/upload': () => replyUpload.promise,
    });
    await openDocuments();
    await userEvent.upload(screen.getByLabelText('Choose file'), file);
    screen.getByText('Checklist.txt');
    await press('Upload');
    expect(screen.getByRole('button', { name: 'Uploading...' })).toHaveProperty('disabled', true);
    const form = api.callsTo('POST /api/admin/docs/upload')[0]?.body as FormData;
    expect([...form.keys()]).toEqual(['file']);
    expect((form.get('file') as File).name).toBe('Checklist.txt');
    Object.assign(api.replies, replies([guide]));
    replyUpload.resolve({ body: { document: guide } });
    await screen.findByText('Guide.pdf');
    await screen.findByText('Choose a file or drop it here');
  });

  test.each([
    ['the server’s text', REFUSED, 'The file is larger than 25 MB.'],
    ['the fallback', NO_TEXT, 'Upload failed'],
    ['the last resort', 'network-failure', 'Unknown error'],
  ] as const)('[DOC-06] [DOC-08] shows %s under the form', async (_, reply, text) => {
    fakeApi({ ...replies(), 'POST /api/admin/docs/upload': reply });
    await openDocuments();
    await userEvent.upload(screen.getByLabelText('Choose file'), file);
    await press('Upload');
    const form = screen.getByRole('form', { name: 'Upload a document' });
    expect((await within(form).findByRole('alert')).textContent).toBe(text);
  });
});

describe('a row', () => {
  test('[DOC-04] edits tags locally, saves them and reloads the list', async () => {
    const api = fakeApi({ ...replies(), 'PATCH /api/admin/docs/d1/tags': DONE });
    await openDocuments();
    await userEvent.click((await rowOf('Guide.pdf')).getByRole('button', { name: 'Edit Tags' }));
    const input = screen.getByPlaceholderText('Add tag');
    expect(document.activeElement).toBe(input);
    await userEvent.type(input, ' ncaa {Enter}');
    expect(input).toHaveProperty('value', '');
    await userEvent.type(input, 'calendar{Enter}');
    expect(input).toHaveProperty('value', '');
    await userEvent.type(input, 'dates');
    await press('Add');
    await press('Remove tag ncaa');
    Object.assign(api.replies, replies([{ ...guide, tags: ['stored'] }]));
    await press('Save');
    await screen.findByText('stored');
    expect(api.callsTo('PATCH /api/admin/docs/d1/tags')[0]?.body).toEqual({
      tags: ['calendar', 'dates'],
    });
    expect(screen.queryByPlaceholderText('Add tag')).toBeNull();
  });

  test('[DOC-04] Cancel discards, and only one editor is open', async () => {
    const api = fakeApi(replies());
    await openDocuments();
    await userEvent.click((await rowOf('Guide.pdf')).getByRole('button', { name: 'Edit Tags' }));
    await userEvent.type(screen.getByPlaceholderText('Add tag'), 'x{Enter}');
    await userEvent.click(
      (await rowOf('Handbook.docx')).getByRole('button', { name: 'Edit Tags' }),
    );
    expect(screen.getAllByPlaceholderText('Add tag')).toHaveLength(1);
    await press('Cancel');
    expect(screen.queryByPlaceholderText('Add tag')).toBeNull();
    expect(screen.queryByText('x')).toBeNull();
    expect(api.calls.some(({ method }) => method === 'PATCH')).toBe(false);
  });

  test('[DOC-04] [DOC-06] a failed save stands beside the editor, which says Saving... before', async () => {
    fakeApi({ ...replies(), 'PATCH /api/admin/docs/d1/tags': NO_TEXT });
    await openDocuments();
    const row = await rowOf('Guide.pdf');
    await userEvent.click(row.getByRole('button', { name: 'Edit Tags' }));
    await press('Save');
    expect((await row.findByRole('alert')).textContent).toBe('Failed to update tags');
  });

  test('[DOC-05] is deleted without a question and is busy meanwhile', async () => {
    const replyDelete = Promise.withResolvers<Reply>();
    const api = fakeApi({
      ...replies(),
      'DELETE /api/admin/docs/d1': () => replyDelete.promise,
    });
    await openDocuments();
    const row = await rowOf('Guide.pdf');
    await userEvent.click(row.getByRole('button', { name: 'Delete' }));
    expect(row.getByRole('button', { name: 'Deleting...' })).toHaveProperty('disabled', true);
    expect(row.getByRole('button', { name: 'Edit Tags' })).toHaveProperty('disabled', true);
    Object.assign(api.replies, replies([handbook]));
    replyDelete.resolve(DONE);
    await waitFor(() => expect(screen.queryByText('Guide.pdf')).toBeNull());
    screen.getByText('Handbook.docx');
  });

  test('[DOC-06] a failed deletion stands above the table', async () => {
    fakeApi({ ...replies(), 'DELETE /api/admin/docs/d1': NO_TEXT });
    await openDocuments();
    await userEvent.click((await rowOf('Guide.pdf')).getByRole('button', { name: 'Delete' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Delete failed');
    const table = screen.getByRole('table');
    expect(alert.compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    (await rowOf('Guide.pdf')).getByRole('button', { name: 'Delete' });
  });
});
