import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import {
  computeRetainUntil,
  isRetentionOver,
  type RetainedDocument,
} from '../../domain/account/retention.ts';
import { toCalendarDate } from '../../domain/calendar.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import { listGroupedInvoices, listQuoteIds } from '../../store/tables/erasure/find-documents.ts';
import { findAcceptedContent, listDecisions } from '../../store/tables/quote/decisions.ts';
import { findQuoteRow } from '../../store/tables/quote/quotes.ts';

/**
 * Returns a quote and its invoices if they must be kept: it was accepted or invoiced. They refer to each other, so that
 * all of them are kept as long as the last one. A deleted quote is kept for its acceptance.
 */
export async function findRetained(sql: Sql, account: Account, quoteId: string): Promise<RetainedDocument[]> {
  const [row, decisions, invoices] = await Promise.all([
    findQuoteRow(sql, account.id, quoteId),
    listDecisions(sql, account.id, quoteId),
    listGroupedInvoices(sql, account.id, quoteId),
  ]);
  const quote = row ? (JSON.parse(row.doc) as Quote) : undefined;
  const times = [quote?.acceptedAt, quote?.convertedAt].filter((time) => typeof time === 'string');
  for (const { decision, at } of decisions) if (decision === 'ACCEPTED') times.push(at);
  const days = [
    ...times.map((time) => toCalendarDate(Date.parse(time), account.timeZone)),
    ...invoices.map(({ invoice }) => invoice.issueDate),
  ].sort();
  const last = days.at(-1);
  if (last === undefined) return [];
  const retainUntil = computeRetainUntil(account, last);
  const accepted = quote ?? (await findAcceptedContent(sql, account.id, quoteId))?.quote;
  return [
    { type: 'quote', id: quoteId, number: accepted?.number ?? '', retainUntil },
    ...invoices.map(({ invoice: { kind, id, number } }): RetainedDocument => {
      return { type: kind === 'CREDIT_NOTE' ? 'credit_note' : 'invoice', id, number, retainUntil };
    }),
  ];
}

/** Quotes that a preview looks at. */
const MAX_PREVIEWED = 200;

/** Returns what an erasure would keep now, and whether that is all. */
export async function previewRetained(
  { db }: Pick<Deps, 'db'>,
  account: Account,
  customerId: string,
): Promise<{ retained: RetainedDocument[]; isComplete: boolean }> {
  const retained: RetainedDocument[] = [];
  const ids = await listQuoteIds(db.read, account.id, customerId, '', MAX_PREVIEWED + 1);
  for (const id of ids.slice(0, MAX_PREVIEWED)) {
    const found = await findRetained(db.read, account, id);
    const until = found[0]?.retainUntil;
    if (until !== undefined && !isRetentionOver(account, until, db.read.clock())) retained.push(...found);
  }
  return { retained, isComplete: ids.length <= MAX_PREVIEWED };
}
