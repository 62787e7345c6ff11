/** What a statement may say instead; each place by itself. */
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

/** The places of a text to change, if it is a statement or ends one. */
export function sqlChanges(text: string): { start: number; end: number; text: string }[] {
  if (!/\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\b/.test(text)) return [];
  return CHANGES.flatMap(([pattern, other]) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
      start: index,
      end: index + found.length,
      text: other,
    })),
  );
}
