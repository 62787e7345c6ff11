import { createHash } from 'node:crypto';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { DecisionRecord } from '../../../domain/quote/decision.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { Sql } from '../../../store/database.ts';
import { findDocumentsByHash } from '../../../store/tables/documents.ts';
import { isDocumentErased } from '../../../store/tables/erasure/erasures.ts';
import { findInvoiceOfDocument } from '../../../store/tables/invoice/find-invoices.ts';
import { findUsesByHash } from '../../../store/tables/quote/attachment-files.ts';
import { listDecisions } from '../../../store/tables/quote/decisions.ts';
import { findQuoteRow } from '../../../store/tables/quote/quotes.ts';
import { listEditionHashes } from '../../../store/tables/quote/shown-documents.ts';

/**
 * `accepted`: the file that the customer saw and accepted. `text`: another file with the accepted content, without the
 * link to the page or with another one. `offered`: the file that the customer saw before they chose and accepted another
 * selection. `copy`: a document of an accepted quote with the record of the acceptance. `attached`: an attachment of an
 * accepted offer. `attachment`: an attachment of a quote that was not accepted with it. `other`: rendered by this service,
 * but not accepted. `issued`: the document of an issued invoice or credit note. `erased`: it was from this service and was
 * erased together with its customer; only the hash is left. `unknown`: not from this service, or modified.
 */
export interface Verdict {
  sha256: string;
  verdict:
    | 'accepted'
    | 'copy'
    | 'text'
    | 'offered'
    | 'attached'
    | 'issued'
    | 'attachment'
    | 'other'
    | 'erased'
    | 'unknown';
  quote: Quote | null;
  acceptance: DecisionRecord | null;
  /** The invoice or credit note that the file is the document of. */
  invoice: Invoice | null;
}

export async function verifyDocument(sql: Sql, pdf: Uint8Array): Promise<Verdict> {
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  let best: Verdict = { sha256, verdict: 'unknown', quote: null, acceptance: null, invoice: null };
  // The same file may belong to several accounts, and to several revisions of a quote.
  for (const document of await findDocumentsByHash(sql, sha256)) {
    const found = await classifyDocument(sql, sha256, document);
    if (RANKS.indexOf(found.verdict) < RANKS.indexOf(best.verdict)) best = found;
  }
  for (const use of await findUsesByHash(sql, sha256)) {
    const found = await classifyAttachment(sql, sha256, use);
    if (RANKS.indexOf(found.verdict) < RANKS.indexOf(best.verdict)) best = found;
  }
  if (best.verdict !== 'unknown' || !(await isDocumentErased(sql, sha256))) return best;
  return { ...best, verdict: 'erased' };
}

const RANKS: Verdict['verdict'][] = [
  'accepted',
  'copy',
  'text',
  'offered',
  'attached',
  'issued',
  'attachment',
  'other',
  'erased',
  'unknown',
];

async function classifyAttachment(
  sql: Sql,
  sha256: string,
  { account_id: accountId, quote_id: quoteId }: { account_id: string; quote_id: string },
): Promise<Verdict> {
  const row = await findQuoteRow(sql, accountId, quoteId);
  const quote = row ? (JSON.parse(row.doc) as Quote) : null;
  const acceptance = (await listDecisions(sql, accountId, quoteId)).find(
    ({ decision, attachments }) =>
      decision === 'ACCEPTED' && attachments.some((attachment) => attachment.sha256 === sha256),
  );
  const verdict = acceptance ? 'attached' : 'attachment';
  return { sha256, verdict, quote, acceptance: acceptance ?? null, invoice: null };
}

async function classifyDocument(
  sql: Sql,
  sha256: string,
  document: Awaited<ReturnType<typeof findDocumentsByHash>>[number],
): Promise<Verdict> {
  const { account_id: accountId, quote_id: quoteId } = document;
  const row = await findQuoteRow(sql, accountId, quoteId);
  const quote = row ? (JSON.parse(row.doc) as Quote) : null;
  const decisions = (await listDecisions(sql, accountId, quoteId)).filter(
    ({ decision }) => decision === 'ACCEPTED',
  );
  const seen = decisions.find((decision) => decision.documentSha256 === sha256);
  const verdict = { sha256, quote, invoice: null };
  if (seen) return { ...verdict, verdict: 'accepted', acceptance: seen };
  const offered = decisions.find((decision) => decision.offerSha256 === sha256);
  if (offered) return { ...verdict, verdict: 'offered', acceptance: offered };
  const printed = decisions.find((decision) => decision.at === document.accepted_at);
  if (printed) return { ...verdict, verdict: 'copy', acceptance: printed };
  const invoice = await findInvoiceOfDocument(sql, accountId, quoteId, sha256);
  if (invoice) return { ...verdict, verdict: 'issued', acceptance: null, invoice };
  const alike = await listEditionHashes(sql, accountId, quoteId, sha256);
  const agreed = decisions.find((decision) => alike.includes(decision.documentSha256 ?? ''));
  return { ...verdict, verdict: agreed ? 'text' : 'other', acceptance: agreed ?? null };
}
