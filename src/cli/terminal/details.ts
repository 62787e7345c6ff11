import { toPrintable } from './output.ts';

/** Formats one line per name, without those that have no value. */
export function formatDetails(values: Record<string, string | null>): string {
  return Object.entries(values)
    .filter((line): line is [string, string] => line[1] !== null)
    .map(([name, value]) => `${`${name}:`.padEnd(13)}${toPrintable(value)}\n`)
    .join('');
}
