import { createHash } from 'node:crypto';
import type { DecisionRecord } from '../../../domain/quote/decision.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import type { Sql } from '../../../store/database.ts';
import { readDocument } from '../../../store/tables/documents.ts';
import { type EvidenceRow, findEvidenceByRecord } from '../../../store/tables/evidence/evidence.ts';
import { findPublicKey } from '../../../store/tables/evidence/signing-keys.ts';
import { findQuoteRow } from '../../../store/tables/quote/quotes.ts';
import { ATTACHMENTS } from './readme.ts';
import { formatKeySet } from './signing-key.ts';

/**
 * `same`: as stored. `other`: not as stored. `missing`: stored, but not in the bundle. `unknown`: no part of such a bundle.
 * `unsigned`: not as stored, and nothing signs it, as the text about the parts may be of an earlier download.
 */
export type PartVerdict = 'same' | 'other' | 'missing' | 'unknown' | 'unsigned';

export interface BundleVerdict {
  /** `null` if the service did not make this bundle, or its record was changed. */
  acceptance: DecisionRecord | null;
  /** `null` if it was deleted. */
  quote: Quote | null;
  parts: { name: string; verdict: PartVerdict }[];
}

const UNKNOWN: BundleVerdict = { acceptance: null, quote: null, parts: [] };

/**
 * Compares the parts of a bundle, by name, with what is stored. A time stamp that arrived later may be missing, and the files
 * that were attached where an earlier version made the bundle.
 */
export async function verifyBundle(
  sql: Sql,
  bundle: ReadonlyMap<string, Uint8Array | undefined>,
): Promise<BundleVerdict> {
  const record = Buffer.from(bundle.get('acceptance.json') ?? []).toString('utf8');
  const acceptance = parseRecord(record);
  const stored = acceptance && (await findEvidenceByRecord(sql, acceptance, record));
  if (!acceptance || !stored) return UNKNOWN;
  const row = await findQuoteRow(sql, stored.account_id, acceptance.quoteId);
  const parts = [];
  const expected = await readExpected(sql, stored, acceptance);
  for (const [name, content] of expected) {
    const given = bundle.get(name);
    const mayLack = name === 'acceptance.tsr' || (isAttached(name) && acceptance.version === undefined);
    if (given === undefined && (content === null || mayLack)) continue;
    const isHash = name === 'document.pdf' || isAttached(name);
    const found = given && (isHash ? createHash('sha256').update(given).digest('hex') : Buffer.from(given));
    const verdict = compare(found, content);
    parts.push({
      name,
      verdict: name === 'README.txt' && verdict === 'other' ? 'unsigned' : verdict,
    } as const);
  }
  const others = [...bundle.keys()].filter((name) => !expected.has(name));
  parts.push(...others.map((name) => ({ name, verdict: 'unknown' }) as const));
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

/** The parts as they are stored, of the document and what was attached the hash; `null` for what there is not. */
async function readExpected(
  sql: Sql,
  stored: EvidenceRow & { account_id: string },
  { documentSha256, attachments }: DecisionRecord,
): Promise<Map<string, Uint8Array | string | null>> {
  const { account_id: accountId, record, jws, kid, time_stamp: timeStamp, confirmation, readme } = stored;
  const key = kid === null ? undefined : await findPublicKey(sql, kid);
  const signedPdf = confirmation === null ? undefined : await readDocument(sql, accountId, confirmation);
  return new Map<string, Uint8Array | string | null>([
    ['document.pdf', documentSha256],
    ['acceptance.json', record],
    ['acceptance.jws', jws],
    ['acceptance.tsr', timeStamp],
    ['jwks.json', formatKeySet(key === undefined ? [] : [key])],
    ['confirmation.pdf', signedPdf?.pdf ?? null],
    ...attachments.map(({ name, sha256 }) => [`${ATTACHMENTS}${name}`, sha256] as const),
    ['README.txt', readme],
  ]);
}

function isAttached(name: string): boolean {
  return name.startsWith(ATTACHMENTS);
}
