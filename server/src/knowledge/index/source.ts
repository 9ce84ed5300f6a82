/** What passages and sections are read from, belong to and are deleted with. */
export interface Source {
  kind: 'document' | 'site';
  id: string;
}

/** The column of `passages` and `sections` that names sources of a kind. */
export function ownerColumn(kind: Source['kind']): 'document_id' | 'site_id' {
  return kind === 'document' ? 'document_id' : 'site_id';
}
