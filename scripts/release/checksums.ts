/** Names the files whose lines are not the same in two lists of checksums, as SHA256SUMS has them. */
export function listDifferences(one: string, other: string): string[] {
  const lines = readLines(one).symmetricDifference(readLines(other));
  return [...new Set([...lines].map((line) => line.slice(line.indexOf('  ') + 2)))];
}

function readLines(sums: string): Set<string> {
  return new Set(sums.trimEnd().split('\n'));
}
