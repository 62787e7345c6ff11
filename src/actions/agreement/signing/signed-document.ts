import type { Deps } from '../../../app/deps.ts';
import type { QuoteSource } from '../../../domain/document.ts';
import {
  hasSignatures,
  parseSignatures,
  type StoredSignature,
} from '../../../domain/quote/acceptance/signers.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { findShownQuoteRow } from '../../../store/tables/quote/quotes.ts';
import { ensureShownDocument, type HostedDocument } from '../../sending/documents/ensure-document.ts';

/** The document that the first signer signed, whatever has changed since that voids no signature; `undefined` before. */
export async function findSignedDocument(
  deps: Deps,
  accountId: string,
  quote: Quote,
  source: QuoteSource,
): Promise<HostedDocument | undefined> {
  if (!hasSignatures(quote)) return undefined;
  const [first] = await readSignatures(deps, accountId, quote.id);
  const record = first && { subjectId: quote.id, edition: first.edition, linkId: '' };
  return record && ensureShownDocument(deps, accountId, record, source);
}

export async function readSignatures(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  quoteId: string,
): Promise<StoredSignature[]> {
  const row = await findShownQuoteRow(db.read, accountId, quoteId);
  return parseSignatures(row?.signatures ?? null);
}
