import type { Values } from './field.ts';

/**
 * What a form shows when somebody else was first: what only they changed is theirs, what only the person changed stays,
 * and where both did, the text of the person stays with theirs beside it. Rows stay together: half of a line of one
 * person and half of another's would be a line of nobody.
 */
export function mergeTyped(was: Values, mine: Values, stored: Values): { values: Values; theirs: Values } {
  const values: Values = {};
  const theirs: Values = {};
  const names = new Set([...Object.keys(mine), ...Object.keys(stored)]);
  for (const [group, members] of Map.groupBy(names, groupOf)) {
    const [before, own, now] = [was, mine, stored].map((form) => textOf(members, form));
    const kept = own === before ? stored : mine;
    for (const name of members) values[name] = kept[name] ?? '';
    if (own !== before && now !== before && now !== own) theirs[group] = now ?? '';
  }
  return { values, theirs };
}

/** `items.3.unit` is of the rows of `items`. */
function groupOf(name: string): string {
  return /^(\w+)\.\d+\./.exec(name)?.[1] ?? name;
}

/** Of rows: those that say something, one a line. */
function textOf(names: readonly string[], values: Values): string {
  const rows = Map.groupBy(names, (name) => name.split('.').slice(0, 2).join('.'));
  return [...rows.values()]
    .map((row) => row.flatMap((name) => values[name] || []).join(' · '))
    .filter((row) => row !== '')
    .join('\n');
}
