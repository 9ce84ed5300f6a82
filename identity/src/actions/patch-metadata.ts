import type { ActionDefinition } from '../engine/definitions.ts';
import { accountOf } from '../engine/flow-context.ts';
import { nextCommitted, reject } from '../engine/outcome.ts';
import { isPlainObject, isStorable, mergePatch } from '../services/merge-patch.ts';

const maxLength = 3000;

/** Changes what the person stores about themselves: a JSON merge patch, `null` clears. */
export const patchMetadata: ActionDefinition = {
  name: 'patch_metadata',
  description: 'Change the own metadata.',
  enabled: () => true,
  inputs: () => ({ patch_metadata: { type: 'json', required: true } }),
  async run(ctx, input) {
    const { id, metadata } = accountOf(ctx);
    const merged = patch(metadata, input.patch_metadata);
    if (merged === undefined) return reject({ patch_metadata: 'invalid_metadata_error' });
    await ctx.stores.accounts.setMetadata(id, merged, ctx.now);
    await ctx.stores.audit.record('metadata_changed', id, ctx.now);
    return nextCommitted('profile_init');
  },
};

function patch(metadata: object | undefined, changes: unknown): object | null | undefined {
  if (changes === null) return null;
  if (!isPlainObject(changes) || !isStorable(changes)) return undefined;
  const merged = mergePatch(metadata, changes);
  const fits = isPlainObject(merged) && JSON.stringify(merged).length <= maxLength;
  return fits ? merged : undefined;
}
