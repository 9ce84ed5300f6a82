/** Takes refused and lost calls, which a test has caused, out of the faults of a page. */
export function forgiveRefusals(pageFaults: string[]): void {
  const others = pageFaults.filter((fault) => !fault.includes('Failed to load resource'));
  pageFaults.splice(0, pageFaults.length, ...others);
}
