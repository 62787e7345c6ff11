import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import {
  computeRetainUntil,
  isRetentionOver,
  type RetainedDocument,
} from '../../../domain/account/retention.ts';
import { toCalendarDate } from '../../../domain/calendar.ts';
import type { Sql } from '../../../store/database.ts';
import {
  type CustomerQuote,
  listQuoteIds,
  readCustomerQuote,
} from '../../../store/tables/erasure/customer-quotes.ts';
import { findAcceptedContent } from '../../../store/tables/quote/decisions.ts';
import { getAccountTime } from '../../account/account-time.ts';

/**
 * Returns a quote and its invoices if they must be kept: the customer accepted it, or it was invoiced. They refer to each
 * other, so that all of them are kept as long as the last one. Of a quote that was deleted or is for somebody else now, the
 * acceptance is kept.
 */
export async function findRetained(
  sql: Sql,
  account: Account,
  { id, owner, quote, invoices, decisions }: CustomerQuote,
): Promise<RetainedDocument[]> {
  const accepted = decisions.filter(({ decision }) => decision === 'ACCEPTED').map(({ at }) => at);
  const times = owner.isCurrent ? [quote?.acceptedAt, quote?.convertedAt, ...accepted] : accepted;
  const days = [
    ...times
      .filter((time) => typeof time === 'string')
      .map((time) => toCalendarDate(Date.parse(time), account.timeZone)),
    ...invoices.map(({ issueDate }) => issueDate),
  ];
  const last = days.sort().at(-1);
  if (last === undefined) return [];
  const retainUntil = computeRetainUntil(account, last);
  if (isRetentionOver(account, retainUntil, await getAccountTime(sql, account.id))) return [];
  const { number = '' } = quote ?? (await findAcceptedContent(sql, account.id, id))?.quote ?? {};
  return [
    { type: 'quote', id, number, retainUntil },
    ...invoices.map((invoice): RetainedDocument => {
      const type = invoice.kind === 'CREDIT_NOTE' ? 'credit_note' : 'invoice';
      return { type, id: invoice.id, number: invoice.number, retainUntil };
    }),
  ];
}

/** Quotes that a preview looks at. */
const MAX_PREVIEWED = 200;

/** Returns what an erasure would keep now, and whether that is all. */
export async function previewRetained(
  { db: { read } }: Pick<Deps, 'db'>,
  account: Account,
  customerId: string,
): Promise<{ retained: RetainedDocument[]; isComplete: boolean }> {
  const retained: RetainedDocument[] = [];
  const ids = await listQuoteIds(read, account.id, customerId, '', MAX_PREVIEWED + 1);
  for (const id of ids.slice(0, MAX_PREVIEWED)) {
    const found = await readCustomerQuote(read, { accountId: account.id, customerId }, id);
    retained.push(...(await findRetained(read, account, found)));
  }
  return { retained, isComplete: ids.length <= MAX_PREVIEWED };
}
