/**
 * A fault for the log: its kind, code and place. Messages stay out, because database and mail
 * faults quote values such as addresses.
 */
export function describeFault(error: unknown): { name: string; code?: string; at: string[] } {
  if (!(error instanceof Error)) return { name: typeof error, at: [] };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const at = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { name: error.name, code, at: at.slice(0, 8).map((line) => line.trim()) };
}
