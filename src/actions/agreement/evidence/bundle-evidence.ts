import type { Deps } from '../../../app/deps.ts';
import { Problem } from '../../../domain/errors.ts';
import type { DecisionRecord } from '../../../domain/quote/decision.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { Sql } from '../../../store/database.ts';
import { findQuoteFile, readDocument } from '../../../store/tables/documents.ts';
import {
  type EvidenceRow,
  findLastEvidence,
  storeEvidence,
} from '../../../store/tables/evidence/evidence.ts';
import { findPublicKey } from '../../../store/tables/evidence/signing-keys.ts';
import { startZip, type ZipEntry } from '../../invoices/archive/zip.ts';
import { readQuote } from '../../quotes/read-quote.ts';
import { writeReadme } from './readme.ts';
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
  return db.write(
    async (tx) => {
      const row = await findLastEvidence(tx, accountId, quoteId, tx.forUpdate);
      if (!row || row.readme !== null) return row ?? found;
      const { doc, time_stamp, ...stored } = row;
      const decision = JSON.parse(doc) as DecisionRecord;
      const signed = stored.record === null ? await signRecord(tx, deps, decision, 1) : {};
      const isToStamp = time_stamp === null && stored.stamp_until === null;
      const plan = isToStamp ? planTimeStamp(deps, tx.clock()) : {};
      const evidence = { ...stored, ...signed, ...plan };
      const hasDocument = (await findDecidedFile(tx, accountId, decision)) !== undefined;
      const keySetUrl = `${deps.publicUrl()}/.well-known/jwks.json`;
      const facts = { decision, number, evidence: { ...evidence, time_stamp }, hasDocument, keySetUrl };
      const readme = writeReadme(facts);
      await storeEvidence(tx, accountId, quoteId, { ...evidence, readme });
      return { ...row, ...evidence, readme };
    },
    { account: accountId },
  );
}

/** Yields the parts, with one in memory at a time. */
async function* readParts(read: Sql, accountId: string, evidence: EvidenceRow): AsyncGenerator<ZipEntry> {
  const decision = JSON.parse(evidence.doc) as DecisionRecord;
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
  yield toEntry('README.txt', readme);
}

/** Finds the document that was accepted or declined; there is none if the business recorded that without choices. */
async function findDecidedFile(sql: Sql, accountId: string, { quoteId, documentSha256 }: DecisionRecord) {
  return documentSha256 === null ? undefined : findQuoteFile(sql, accountId, quoteId, documentSha256);
}
