import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Throws unless a build may replace the folder: it is absent, empty, or an earlier release by its SHA256SUMS. */
export function assertReplaceable(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  const sums = join(folder, 'SHA256SUMS');
  if (existsSync(sums) && readFileSync(sums, 'utf8').includes('  provenance.intoto.json\n')) return;
  throw new Error(
    `${folder} has files that are not of a release. Remove them, or name another folder with --out.`,
  );
}

/** Names the files whose lines are not the same in two lists of checksums, as SHA256SUMS has them. */
export function listDifferences(one: string, other: string): string[] {
  const lines = readLines(one).symmetricDifference(readLines(other));
  return [...new Set([...lines].map((line) => line.slice(line.indexOf('  ') + 2)))];
}

function readLines(sums: string): Set<string> {
  return new Set(sums.trimEnd().split('\n'));
}
