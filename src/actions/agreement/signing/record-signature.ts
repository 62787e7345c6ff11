import type { Deps } from '../../../app/deps.ts';
import type { QuoteSource } from '../../../domain/document.ts';
import { listSignersInTurn, type StoredSignature } from '../../../domain/quote/acceptance/signers.ts';
import { toPrintedQuote } from '../../../domain/quote/printed-quote.ts';
import type { Sql } from '../../../store/database.ts';
import type { LogoBitmap } from '../../../store/tables/account/logo-bitmaps.ts';
import { findCustomer } from '../../../store/tables/customers.ts';
import type { Link } from '../../../store/tables/links.ts';
import { type FrozenContent, replaceQuote, type StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { storeShownDocument } from '../../../store/tables/quote/shown-documents.ts';
import { recordEvent } from '../../events/record-event.ts';
import type { HostedDocument } from '../../sending/documents/ensure-document.ts';
import { inviteSigners } from './invite-signers.ts';
import type { Signed } from './sign.ts';

/** A quote that is being signed, and the document that all sign. */
interface Signing {
  accountId: string;
  stored: StoredQuote;
  source: QuoteSource;
  document: HostedDocument;
  frozen: FrozenContent;
  logo: LogoBitmap | undefined;
}

/** Stores a signature that is not the last, and invites those who are in turn after it. */
export async function recordSignature(
  tx: Sql,
  deps: Deps,
  { accountId, stored, source, document, frozen, logo }: Signing,
  { quote, signatures, own }: Signed,
  now: number,
): Promise<void> {
  const after = await replaceQuote(tx, accountId, { ...stored, signatures }, quote, frozen);
  const record = { subjectId: quote.id, edition: own.edition, linkId: '' };
  await storeShownDocument(tx, accountId, record, document.sourceSha256);
  await recordSigned(tx, accountId, after, own, now);
  const [before, next] = [stored.quote, quote].map(listSignersInTurn);
  if (!next || before?.[0]?.order === next[0]?.order) return;
  await inviteSigners(tx, deps, accountId, after, next, {
    source: { ...source, quote: toPrintedQuote(quote) },
    logo,
    now,
  });
}

export async function recordSigned(
  tx: Sql,
  accountId: string,
  stored: StoredQuote,
  { name, email, documentSha256 }: StoredSignature,
  now: number,
): Promise<void> {
  const data = { name, email, revision: stored.quote.revision, documentSha256 };
  const event = { type: 'signed', actor: { type: 'customer' }, data } as const;
  await recordEvent(tx, accountId, stored, event, { at: now, now });
}

/** Who gets the invoice of an acceptance: who accepted; of several signers the customer, or else the first one. */
export async function findInvoiceRecipient(
  tx: Sql,
  accountId: string,
  { quote, signatures }: StoredQuote,
  link: Link,
): Promise<string> {
  if (!quote.signers) return link.recipient;
  const customer = await findCustomer(tx, accountId, quote.customerId);
  return customer?.email ?? signatures[0]?.email ?? link.recipient;
}
