import { documentedStatements } from './citus.ts';

const DOCUMENTED = documentedStatements().join('');
/** Tables whose rows are on the server of their account. */
export const SPREAD = tablesIn(/ARRAY\[([^\]]*)\]/);
/** Tables that every server has. */
export const KEPT_EVERYWHERE = tablesIn(/'\{([^}]*)\}'/);
const SPREAD_TABLE = new RegExp(`\\b(FROM|JOIN|INTO|UPDATE) (accounts|${SPREAD.join('|')})\\b`);

function tablesIn(list: RegExp): string[] {
  return list.exec(DOCUMENTED)?.[1]?.match(/\w+/g) ?? [];
}

export function isSpread(text: string): boolean {
  return SPREAD_TABLE.test(text);
}

/**
 * Returns the subselects in SELECT or WHERE that read rows of accounts and name no account: Citus cannot plan those
 * that refer to the row around them.
 */
export function findUnnamedAccounts(query: string): string[] {
  return subselectsOf(query).flatMap(({ text, alias }) => [
    ...(alias === undefined && isSpread(text) && !NAMES_ACCOUNT.test(text) ? [text] : []),
    ...findUnnamedAccounts(text),
  ]);
}

/** A part that is put in later is known only in the statement that is sent. */
const NAMES_ACCOUNT = /\baccount_id\b|\bFROM accounts WHERE id = |\$\{/;

/** Returns the subselects of a query without nested ones; those in FROM have an alias. */
export function subselectsOf(query: string): { text: string; alias?: string }[] {
  const found = /(\b(?:FROM|JOIN) |)\((?= ?(?:SELECT|WITH)\b)/.exec(query);
  if (!found) return [];
  const start = found.index + found[0].length;
  const end = closingOf(query, start - 1);
  const text = query.slice(start, end);
  const alias = found[1] ? { alias: /^\) (?:AS )?(\w+)/.exec(query.slice(end))?.[1] ?? '' } : {};
  return [{ text, ...alias }, ...subselectsOf(query.slice(end))];
}

function closingOf(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}
