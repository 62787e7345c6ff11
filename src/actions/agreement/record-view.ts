import type { Deps } from '../../app/deps.ts';
import type { DocumentKind } from '../../domain/document.ts';
import type { Actor } from '../../domain/quote/history.ts';
import type { Sql } from '../../store/database.ts';
import { loadInvoice, recordInvoiceView } from '../../store/tables/invoice/invoices.ts';
import { type Link, markLinkOpened } from '../../store/tables/links.ts';
import { loadQuote } from '../../store/tables/quote/quotes.ts';
import { recordView } from '../../store/tables/quote/unversioned-changes.ts';
import { recordEvent } from '../events/record-event.ts';
import { recordInvoiceEvents } from '../events/record-invoice-event.ts';

const COUNT_AFTER_MS = 60_000;
const EVENT_AFTER_MS = 3_600_000;

const CUSTOMER: Actor = { type: 'customer' };

/** Records a view of the customer page. Views within a minute count as one; the history records one per hour. */
export async function recordPageView(deps: Deps, kind: DocumentKind, link: Link, now: number): Promise<void> {
  const record = kind === 'quote' ? recordQuoteView : recordViewOfInvoice;
  await deps.db.write((tx) => record(tx, link, now), { account: link.account_id });
}

async function recordQuoteView(tx: Sql, link: Link, now: number): Promise<void> {
  const { account_id: accountId, document_id: id } = link;
  if (link.opened_at === null) await markLinkOpened(tx, link, now);
  const stored = await loadQuote(tx, accountId, id);
  const view = stored && judgeView(stored.quote.viewedAt, now);
  if (!stored || !view) return;
  const quote = { ...stored.quote, viewedAt: view.at };
  await recordView(tx, accountId, stored, quote);
  if (!view.isEvent) return;
  const event = { type: 'viewed', actor: CUSTOMER, data: { revision: quote.revision } } as const;
  await recordEvent(tx, accountId, { quote, views: stored.views + 1 }, event, { at: now, now });
}

async function recordViewOfInvoice(
  tx: Sql,
  { account_id: accountId, document_id: id }: Link,
  now: number,
): Promise<void> {
  const stored = await loadInvoice(tx, accountId, id);
  const view = stored && judgeView(stored.invoice.viewedAt, now);
  if (!stored || !view) return;
  const invoice = { ...stored.invoice, viewedAt: view.at };
  await recordInvoiceView(tx, accountId, invoice);
  if (!view.isEvent) return;
  await recordInvoiceEvents(tx, accountId, invoice, [{ type: 'viewed', actor: CUSTOMER, data: {} }], now);
}

/** Returns `undefined` for a view that does not count. */
function judgeView(viewedAt: string | null, now: number): { at: string; isEvent: boolean } | undefined {
  const sinceLast = now - (viewedAt === null ? 0 : Date.parse(viewedAt));
  if (sinceLast < COUNT_AFTER_MS) return undefined;
  return { at: new Date(now).toISOString(), isEvent: sinceLast >= EVENT_AFTER_MS };
}
