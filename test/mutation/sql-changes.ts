/** Replacements in SQL statements, applied one at a time. */
const CHANGES: readonly [RegExp, string][] = [
  [/(?<=(?:WHERE|AND) .*)(?<![<>])= \?/gs, '<> ?'],
  [/<=/g, '<'],
  [/(?<= )<(?= )/g, '<='],
  [/(?<= )>(?= )/g, '>='],
  [/>=/g, '>'],
  [/IS NULL/g, 'IS NOT NULL'],
  [/IS NOT NULL/g, 'IS NULL'],
  [/\bAND\b/g, 'OR'],
  [/\bOR\b/g, 'AND'],
  [/\+ 1\b/g, '+ 2'],
  [/ DESC\b/g, ''],
];

/** Returns the changes of a text that is an SQL statement or the end of one. */
export function findSqlChanges(text: string): { start: number; end: number; text: string }[] {
  if (!/\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\b/.test(text)) return [];
  return CHANGES.flatMap(([pattern, other]) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
      start: index,
      end: index + found.length,
      text: other,
    })),
  );
}
