import { createHash } from 'node:crypto';
import type { DecisionRecord } from '../../../domain/quote/decision.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { Sql } from '../../../store/database.ts';
import { readDocument } from '../../../store/tables/documents.ts';
import { type EvidenceRow, findEvidenceByRecord } from '../../../store/tables/evidence/evidence.ts';
import { findPublicKey } from '../../../store/tables/evidence/signing-keys.ts';
import { findQuoteRow } from '../../../store/tables/quote/quotes.ts';
import { formatKeySet } from './signing-key.ts';

/** `same`: as stored. `other`: not as stored. `missing`: stored, but not in the bundle. */
export type PartVerdict = 'same' | 'other' | 'missing';

export interface BundleVerdict {
  /** `null` if the service did not make this bundle, or its record was changed. */
  acceptance: DecisionRecord | null;
  /** `null` if it was deleted. */
  quote: Quote | null;
  parts: { name: string; verdict: PartVerdict }[];
}

const UNKNOWN: BundleVerdict = { acceptance: null, quote: null, parts: [] };

/**
 * Compares a bundle with what is stored. Its README is left out, as it says what the bundle had then. A time stamp that
 * arrived later may be missing.
 */
export async function verifyBundle(
  sql: Sql,
  readPart: (name: string) => Uint8Array | undefined,
): Promise<BundleVerdict> {
  const record = Buffer.from(readPart('acceptance.json') ?? []).toString('utf8');
  const acceptance = parseRecord(record);
  const stored = acceptance && (await findEvidenceByRecord(sql, acceptance, record));
  if (!acceptance || !stored) return UNKNOWN;
  const row = await findQuoteRow(sql, stored.account_id, acceptance.quoteId);
  const parts = [];
  for (const [name, expected] of Object.entries(await readExpected(sql, stored, acceptance))) {
    const given = readPart(name);
    const isHash = name === 'document.pdf';
    if (given === undefined && (expected === null || name === 'acceptance.tsr')) continue;
    const found = given && (isHash ? createHash('sha256').update(given).digest('hex') : Buffer.from(given));
    parts.push({ name, verdict: compare(found, expected) });
  }
  return { acceptance, quote: row ? (JSON.parse(row.doc) as Quote) : null, parts };
}

function compare(given: Buffer | string | undefined, expected: Uint8Array | string | null): PartVerdict {
  if (given === undefined) return 'missing';
  return expected !== null && Buffer.from(given as Buffer).equals(Buffer.from(expected as Uint8Array))
    ? 'same'
    : 'other';
}

function parseRecord(text: string): DecisionRecord | undefined {
  try {
    const record = JSON.parse(text);
    return typeof record?.quoteId === 'string' ? record : undefined;
  } catch {
    return undefined;
  }
}

/** The parts as they are stored, of the document its hash; `null` for what there is not. */
async function readExpected(
  sql: Sql,
  stored: EvidenceRow & { account_id: string },
  { documentSha256 }: DecisionRecord,
): Promise<Record<string, Uint8Array | string | null>> {
  const { account_id: accountId, record, jws, kid, time_stamp: timeStamp, confirmation } = stored;
  const key = kid === null ? undefined : await findPublicKey(sql, kid);
  const signedPdf = confirmation === null ? undefined : await readDocument(sql, accountId, confirmation);
  return {
    'document.pdf': documentSha256,
    'acceptance.json': record,
    'acceptance.jws': jws,
    'acceptance.tsr': timeStamp,
    'jwks.json': formatKeySet(key === undefined ? [] : [key]),
    'confirmation.pdf': signedPdf?.pdf ?? null,
  };
}
