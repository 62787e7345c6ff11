/** Names the files whose lines are not the same in two lists of checksums, as SHA256SUMS has them. */
export function listDifferences(one: string, other: string): string[] {
  const [first, second] = [one, other].map((sums) => new Set(sums.trimEnd().split('\n')));
  const lines = [...(first?.symmetricDifference(second ?? new Set()) ?? [])];
  return [...new Set(lines.map((line) => line.slice(line.indexOf('  ') + 2)))];
}
