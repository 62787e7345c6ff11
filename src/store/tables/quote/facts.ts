import type { Quote } from '../../../domain/quote/quote.ts';
import { formatPlaceholders, padToFixedSize, type Sql } from '../../database.ts';
import { deleteSearchText, insertSearchTexts, replaceSearchText } from './search-texts.ts';

/** Stores the columns that lists filter and sort by, and the search texts. The last event of a new quote is its creation. */
export async function insertFacts(
  tx: Sql,
  accountId: string,
  quotes: readonly Quote[],
  texts: readonly { id: string; search: string; margin: number }[],
): Promise<void> {
  await Promise.all([
    tx.run(
      `INSERT INTO quote_facts
         (account_id, id, status, customer_id, created_at, last_event_at, updated_at, valid_until, currency, total, search,
          margin)
       VALUES ${formatPlaceholders(quotes.length, 12)}`,
      ...quotes.flatMap((quote, index) => [
        ...[accountId, quote.id, quote.status, quote.customerId, Date.parse(quote.createdAt)],
        ...[Date.parse(quote.createdAt), Date.parse(quote.updatedAt), Date.parse(quote.validUntil)],
        ...[quote.currency, quote.total, texts[index]?.search ?? '', texts[index]?.margin ?? 0],
      ]),
    ),
    insertSearchTexts(tx, accountId, quotes),
    insertMarks(tx, accountId, quotes.flatMap(listMarks)),
  ]);
}

/** `search` is the new search text, and `margin` the new margin. */
export async function replaceFacts(
  tx: Sql,
  accountId: string,
  before: Quote,
  after: Quote,
  { search, margin }: { search: string; margin: number },
): Promise<void> {
  await tx.run(
    `UPDATE quote_facts SET status = ?, customer_id = ?, updated_at = ?, valid_until = ?, currency = ?, total = ?, search = ?,
       margin = ?
     WHERE account_id = ? AND id = ?`,
    ...[after.status, after.customerId, Date.parse(after.updatedAt), Date.parse(after.validUntil)],
    ...[after.currency, after.total, search, margin, accountId, after.id],
  );
  await replaceSearchText(tx, accountId, before, after);
  const isSame = after.metadata === before.metadata && after.reference === before.reference;
  if (isSame && Boolean(after.recurring) === Boolean(before.recurring)) return;
  const [old, fresh] = [listMarks(before), listMarks(after)];
  const isIn = (marks: readonly Mark[], { name, value }: Mark) =>
    marks.some((mark) => mark.name === name && mark.value === value);
  for (const mark of old) if (!isIn(fresh, mark)) await dropMark(tx, accountId, mark);
  await insertMarks(
    tx,
    accountId,
    fresh.filter((mark) => !isIn(old, mark)),
  );
}

export async function updateLastEvent(
  tx: Sql,
  accountId: string,
  quoteId: string,
  at: number,
): Promise<void> {
  await tx.run(
    'UPDATE quote_facts SET last_event_at = ? WHERE account_id = ? AND id = ?',
    ...[at, accountId, quoteId],
  );
}

export async function deleteFacts(tx: Sql, accountId: string, quote: Quote): Promise<void> {
  await tx.run('DELETE FROM quote_facts WHERE account_id = ? AND id = ?', accountId, quote.id);
  await deleteSearchText(tx, accountId, quote.id);
  for (const mark of listMarks(quote)) await dropMark(tx, accountId, mark);
}

interface Mark {
  name: string;
  value: string;
  quoteId: string;
}

/** Kinds of rows in `quote_marks`: they keep a metadata key `reference` apart from the reference. */
export const REFERENCE = 'reference';
/** The series of an invoice, and whether a quote has one or can get one. */
export const SERIES = 'series';
export const RECURRING = 'recurring';

export function metadataName(key: string): string {
  return `metadata.${key}`;
}

/** Returns those of the values that the metadata of a quote has under the key. */
export async function findMetadataValues(
  sql: Sql,
  accountId: string,
  key: string,
  values: readonly string[],
): Promise<Set<string>> {
  if (values.length === 0) return new Set();
  const wanted = padToFixedSize(values);
  const rows = await sql.all<{ value: string }>(
    `SELECT value FROM quote_marks WHERE account_id = ? AND name = ? AND value IN ${formatPlaceholders(1, wanted.length)}`,
    ...[accountId, metadataName(key), ...wanted],
  );
  return new Set(rows.map(({ value }) => value));
}

function listMarks({ id: quoteId, reference, metadata, recurring }: Quote): Mark[] {
  const pairs = Object.entries(metadata).map(([key, value]) => ({ name: metadataName(key), value, quoteId }));
  if (recurring) pairs.push({ name: RECURRING, value: 'true', quoteId });
  return reference === null ? pairs : [{ name: REFERENCE, value: reference, quoteId }, ...pairs];
}

/** Keeps the number of values in a statement below the limits of the engines. */
const MAX_MARKS_PER_STATEMENT = 1000;

async function insertMarks(tx: Sql, accountId: string, marks: readonly Mark[]): Promise<void> {
  for (let start = 0; start < marks.length; start += MAX_MARKS_PER_STATEMENT) {
    const some = marks.slice(start, start + MAX_MARKS_PER_STATEMENT);
    await tx.run(
      `INSERT INTO quote_marks (account_id, name, value, quote_id) VALUES ${formatPlaceholders(some.length, 4)}`,
      ...some.flatMap(({ name, value, quoteId }) => [accountId, name, value, quoteId]),
    );
  }
}

async function dropMark(tx: Sql, accountId: string, { name, value, quoteId }: Mark): Promise<void> {
  await tx.run(
    'DELETE FROM quote_marks WHERE account_id = ? AND name = ? AND value = ? AND quote_id = ?',
    ...[accountId, name, value, quoteId],
  );
}
