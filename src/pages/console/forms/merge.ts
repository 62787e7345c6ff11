import type { Values } from './field.ts';

/**
 * Merges a form with concurrent changes. A field that only one side changed takes that change; where both changed
 * a field, the typed value stays and the stored one is shown next to it. Repeated rows are merged as a whole,
 * because half of one line and half of another would make no sense.
 */
export function mergeForm(was: Values, mine: Values, stored: Values): { values: Values; theirs: Values } {
  const values: Values = {};
  const theirs: Values = {};
  const names = new Set([...Object.keys(mine), ...Object.keys(stored)]);
  for (const [group, members] of Map.groupBy(names, getGroup)) {
    const [before, own, now] = [was, mine, stored].map((form) => formatRows(members, form));
    const source = own === before ? stored : mine;
    for (const name of members) values[name] = source[name] ?? '';
    if (own !== before && now !== before && now !== own) theirs[group] = now ?? '';
  }
  return { values, theirs };
}

/** `items.3.unit` belongs to the rows of `items`. */
function getGroup(name: string): string {
  return /^(\w+)\.\d+\./.exec(name)?.[1] ?? name;
}

/** Text of the non-empty rows, one per line. */
function formatRows(names: readonly string[], values: Values): string {
  const rows = Map.groupBy(names, (name) => name.split('.').slice(0, 2).join('.'));
  return [...rows.values()]
    .map((row) => row.flatMap((name) => values[name] || []).join(' · '))
    .filter((row) => row !== '')
    .join('\n');
}
