import type { Deps } from '../../../app/deps.ts';
import { type ErasureRecord, listErasures } from '../../../store/tables/erasure/erasures.ts';

type Store = Pick<Deps, 'db'>;

/** The list of erasures as text, one JSON object per line. It contains hashes only. */
export async function formatErasures({ db }: Store): Promise<string> {
  return toLines(await listErasures(db.read));
}

/**
 * Adds the list to the file next to a database that is a file. What only the file knows stays: the database may be an
 * older copy, even without the account.
 */
export async function storeErasureFile({ db }: Store): Promise<void> {
  const { erasureFile } = db;
  if (!erasureFile) return;
  let records = await listErasures(db.read);
  for (;;) {
    const text = await erasureFile.read();
    const merged = toLines(mergeErasures([...parseErasures(text), ...records]));
    if (merged !== text) await erasureFile.write(merged);
    // Another process may have written a longer list in the meantime.
    const written = toLines(records);
    records = await listErasures(db.read);
    if (toLines(records) === written) return;
  }
}

/** A line of a list of erasures that cannot be read. */
export class ErasureLineError extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`line ${line} is not an erasure`);
    this.line = line;
  }
}

/** Throws an `ErasureLineError` if the text is not such a list. */
export function parseErasures(text: string): ErasureRecord[] {
  return text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [parseErasure(line, index + 1)]));
}

function parseErasure(line: string, number: number): ErasureRecord {
  try {
    const record = JSON.parse(line) as ErasureRecord;
    if (isErasure(record)) return record;
  } catch {}
  throw new ErasureLineError(number);
}

function isErasure({ accountId, customerSha256, erasedAt, documents }: ErasureRecord): boolean {
  const areTexts = [accountId, customerSha256].every((value) => typeof value === 'string');
  return areTexts && Number.isSafeInteger(erasedAt) && Array.isArray(documents);
}

export function keyOf({ accountId, customerSha256 }: ErasureRecord): string {
  return `${accountId} ${customerSha256}`;
}

/** One record for each customer, with the last erasure and all files, oldest first. */
function mergeErasures(records: readonly ErasureRecord[]): ErasureRecord[] {
  const merged = new Map<string, ErasureRecord>();
  for (const record of records) {
    const known = merged.get(keyOf(record)) ?? record;
    merged.set(keyOf(record), {
      ...record,
      erasedAt: Math.max(known.erasedAt, record.erasedAt),
      documents: [...new Set([...known.documents, ...record.documents])].sort(),
    });
  }
  return [...merged.values()].sort((a, b) => a.erasedAt - b.erasedAt || (keyOf(a) < keyOf(b) ? -1 : 1));
}

function toLines(records: readonly ErasureRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
