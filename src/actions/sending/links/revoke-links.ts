import type { Deps } from '../../../app/deps.ts';
import type { DocumentKind } from '../../../domain/document.ts';
import { invoiceNotFound } from '../../../domain/invoice/problems.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import { quoteNotFound } from '../../../domain/quote/problems.ts';
import type { Sql } from '../../../store/database.ts';
import { revokeDocumentLinks } from '../../../store/tables/links.ts';
import { loadQuote } from '../../../store/tables/quote/quotes.ts';
import { toRealTime } from '../../account/account-time.ts';
import { recordEvent } from '../../events/record-event.ts';
import { recordInvoiceEvents } from '../../events/record-invoice-event.ts';
import { readInvoice } from '../../invoices/invoices.ts';
import { loadCurrentInvoice } from '../../invoices/mark-overdue.ts';
import { readQuote } from '../../quotes/read-quote.ts';

interface Revocation {
  accountId: string;
  actor: Actor;
  id: string;
  now: number;
}

/** Revokes all links of the document, and its PDF URLs with them. */
export async function revokeLinks(
  deps: Pick<Deps, 'db'>,
  kind: DocumentKind,
  { accountId, actor }: { accountId: string; actor: Actor },
  id: string,
  now: number,
): Promise<void> {
  const { read, record } = KINDS[kind];
  await read(deps, accountId, id, now);
  await deps.db.write(
    async (tx) => {
      await record(tx, { accountId, actor, id, now });
      await revokeDocumentLinks(tx, accountId, id, toRealTime(tx, now));
    },
    { account: accountId },
  );
}

const KINDS = {
  quote: { read: readQuote, record: recordOfQuote },
  invoice: { read: readInvoice, record: recordOfInvoice },
} satisfies Record<DocumentKind, object>;

async function recordOfQuote(tx: Sql, { accountId, actor, id, now }: Revocation): Promise<void> {
  const stored = await loadQuote(tx, accountId, id);
  if (!stored) throw quoteNotFound();
  const event = { type: 'links_revoked', actor, data: {} } as const;
  await recordEvent(tx, accountId, stored, event, { at: now, now });
}

async function recordOfInvoice(tx: Sql, { accountId, actor, id, now }: Revocation): Promise<void> {
  const stored = await loadCurrentInvoice(tx, accountId, id, now);
  if (!stored) throw invoiceNotFound();
  await recordInvoiceEvents(tx, accountId, stored.invoice, [{ type: 'links_revoked', actor, data: {} }], now);
}
