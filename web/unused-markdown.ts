// Stands in for what remark-gfm brings along and no answer ever needs: the half that writes Markdown,
// boxes to tick, and footnotes, which would be taken for citations. 12 kB less.

const neverCalled = (): never => {
  throw new Error('Answers are read, not written.');
};

export const defaultHandlers = { inlineCode: neverCalled, listItem: neverCalled };
export const markdownTable = neverCalled;

const nothing = () => ({});

export const gfmFootnote = nothing;
export const gfmFootnoteFromMarkdown = nothing;
export const gfmFootnoteHtml = neverCalled;
export const gfmFootnoteToMarkdown = nothing;

export const gfmTaskListItem = nothing;
export const gfmTaskListItemFromMarkdown = nothing;
export const gfmTaskListItemHtml = neverCalled;
export const gfmTaskListItemToMarkdown = nothing;
