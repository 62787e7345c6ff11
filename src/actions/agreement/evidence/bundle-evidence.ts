import { isSignedPdf } from '../../../adapters/pdf/signature/signature-field.ts';
import type { Deps } from '../../../app/deps.ts';
import { Problem } from '../../../domain/errors.ts';
import type { DecisionRecord } from '../../../domain/quote/decision.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { Sql } from '../../../store/database.ts';
import { findConfirmation, findQuoteFile, readDocument } from '../../../store/tables/documents.ts';
import {
  type EvidenceRow,
  findLastEvidence,
  storeEvidence,
} from '../../../store/tables/evidence/evidence.ts';
import { findPublicKey } from '../../../store/tables/evidence/signing-keys.ts';
import { findFile, readChunks } from '../../../store/tables/quote/attachment-files.ts';
import {
  findAcceptedContent,
  findLastDecision,
  parseDecision,
} from '../../../store/tables/quote/decisions.ts';
import { findShownQuoteRow } from '../../../store/tables/quote/quotes.ts';
import { startZip, type ZipEntry } from '../../invoices/archive/zip.ts';
import { readQuote } from '../../quotes/read-quote.ts';
import { ensureDocument } from '../../sending/documents/ensure-document.ts';
import { readFrozenParties } from '../../sending/documents/parties.ts';
import {
  buildQuoteSource,
  ensureQuoteDocument,
  toShownQuote,
} from '../../sending/documents/quote-document.ts';
import { ATTACHMENTS, writeReadme } from './readme.ts';
import { signRecord } from './sign-decision.ts';
import { formatKeySet } from './signing-key.ts';
import { planTimeStamp } from './stamp-decisions.ts';

export interface Bundle {
  fileName: string;
  /** Starts the ZIP: an error before the first bytes rejects the promise, a later one aborts the stream. */
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** Returns the evidence of the last decision on a quote, also if the quote was edited afterwards. */
export async function bundleEvidence(
  deps: Deps,
  accountId: string,
  quoteId: string,
  now: number,
): Promise<Bundle> {
  const { number } = JSON.parse((await readQuote(deps, accountId, quoteId, now)).doc) as Quote;
  const evidence = await completeEvidence(deps, accountId, quoteId, number);
  return {
    fileName: `evidence-${number.replaceAll(/[^\w.-]/g, '-')}.zip`,
    open: () => startZip(readParts(deps.db.read, accountId, evidence)),
  };
}

/** Whether there was ever a decision, also on an earlier revision. */
export async function hasEvidence(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  quoteId: string,
): Promise<boolean> {
  return (await findLastDecision(db.read, accountId, quoteId)) !== undefined;
}

/** Makes what the evidence still lacks. Each part is made once: of two callers at the same moment, one makes it. */
async function completeEvidence(
  deps: Deps,
  accountId: string,
  quoteId: string,
  number: string,
): Promise<EvidenceRow> {
  const { db } = deps;
  const found = await findLastEvidence(db.read, accountId, quoteId);
  if (!found) {
    throw new Problem(
      'quote_not_decided',
      'Nobody has accepted or declined this quote, so there is no evidence.',
    );
  }
  if (found.readme !== null) return found;
  const signedPdf = found.confirmation ?? (await findSignedConfirmation(deps, accountId, found));
  return db.write(
    async (tx) => {
      const row = await findLastEvidence(tx, accountId, quoteId, tx.forUpdate);
      if (!row || row.readme !== null) return row ?? found;
      const { doc, time_stamp, ...stored } = row;
      const decision = parseDecision(doc);
      const signed = stored.record === null ? await signRecord(tx, deps, decision, 1) : {};
      const isToStamp = time_stamp === null && stored.stamp_until === null;
      const plan = isToStamp ? planTimeStamp(deps, tx.clock()) : {};
      const confirmation = stored.confirmation ?? signedPdf;
      const evidence = { ...stored, ...signed, ...plan, confirmation };
      const hasDocument = (await findDecidedFile(tx, accountId, decision)) !== undefined;
      const keySetUrl = `${deps.publicUrl()}/.well-known/jwks.json`;
      const facts = { decision, number, evidence: { ...evidence, time_stamp }, hasDocument, keySetUrl };
      const readme = writeReadme(facts);
      await storeEvidence(tx, accountId, quoteId, { ...evidence, readme });
      return { ...row, ...evidence, readme };
    },
    { account: accountId, evenIfClosed: true },
  );
}

/** Yields the parts, with one in memory at a time. */
async function* readParts(read: Sql, accountId: string, evidence: EvidenceRow): AsyncGenerator<ZipEntry> {
  const decision = parseDecision(evidence.doc);
  const date = decision.at.slice(0, 10);
  const toEntry = (name: string, content: string | Uint8Array): ZipEntry => ({
    ...{ name, date },
    content: typeof content === 'string' ? Buffer.from(content) : content,
  });
  const file = await findDecidedFile(read, accountId, decision);
  const document = file && (await readDocument(read, accountId, file.source_sha256));
  if (document) yield toEntry('document.pdf', document.pdf);
  const { record, jws, kid, readme, time_stamp: timeStamp } = evidence;
  if (record === null || readme === null) throw new Error('the evidence is incomplete');
  yield toEntry('acceptance.json', record);
  if (jws !== null) yield toEntry('acceptance.jws', jws);
  if (timeStamp !== null) yield toEntry('acceptance.tsr', timeStamp);
  const publicKey = kid === null ? undefined : await findPublicKey(read, kid);
  yield toEntry('jwks.json', formatKeySet(publicKey === undefined ? [] : [publicKey]));
  const { confirmation } = evidence;
  const signedPdf = confirmation === null ? undefined : await readDocument(read, accountId, confirmation);
  if (signedPdf) yield toEntry('confirmation.pdf', signedPdf.pdf);
  for (const { name, sha256 } of decision.attachments) {
    const key = await findFile(read, accountId, sha256);
    if (key) yield { name: `${ATTACHMENTS}${name}`, date, content: readChunks(read, key) };
  }
  yield toEntry('README.txt', readme);
}

/** Finds the document that was accepted or declined; there is none if the business recorded that without choices. */
async function findDecidedFile(sql: Sql, accountId: string, { quoteId, documentSha256 }: DecisionRecord) {
  return documentSha256 === null ? undefined : findQuoteFile(sql, accountId, quoteId, documentSha256);
}

/** Finds or makes the PDF with the record of the acceptance; `null` if it is not signed. */
async function findSignedConfirmation(
  deps: Deps,
  accountId: string,
  { doc }: EvidenceRow,
): Promise<string | null> {
  const { decision, quoteId, at } = parseDecision(doc);
  const { read } = deps.db;
  if (deps.config.pdfSigningKey === null || decision !== 'ACCEPTED') return null;
  const source = await findConfirmationSource(deps, accountId, { quoteId, at });
  const document = source === undefined ? undefined : await readDocument(read, accountId, source);
  return document && isSignedPdf(document.pdf) ? document.source_sha256 : null;
}

/** While the quote is accepted it is the document of record, which the customer gets too. */
async function findConfirmationSource(
  deps: Deps,
  accountId: string,
  { quoteId, at }: Pick<DecisionRecord, 'quoteId' | 'at'>,
): Promise<string | undefined> {
  const { read } = deps.db;
  const row = await findShownQuoteRow(read, accountId, quoteId);
  const shown = row && toShownQuote(row);
  if (shown?.quote.acceptedAt === at) {
    const source = await buildQuoteSource(read, accountId, shown);
    return (await ensureQuoteDocument(deps, accountId, shown, source)).sourceSha256;
  }
  const existing = await findConfirmation(read, accountId, quoteId, at);
  if (existing) return existing.source_sha256;
  const accepted = await findAcceptedContent(read, accountId, quoteId);
  if (!accepted) return undefined;
  const { partiesSha256, ...text } = accepted;
  const parties = await readFrozenParties(read, accountId, partiesSha256);
  return (await ensureDocument(deps, accountId, { ...text, ...parties })).sourceSha256;
}
