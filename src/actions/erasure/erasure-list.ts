import type { Deps } from '../../deps.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';
import {
  addErasedDocuments,
  type ErasureRecord,
  hashCustomerId,
  listCustomerIds,
  listErasures,
  putErasure,
} from '../../store/tables/erasure/erasures.ts';
import { beginErasure } from './begin-erasure.ts';
import { continueErasure } from './continue-erasure.ts';

type Store = Pick<Deps, 'db'>;

/** The list of erasures as text, one JSON object per line. It contains hashes only. */
export async function formatErasures({ db }: Store): Promise<string> {
  return toLines(await listErasures(db.read));
}

/** Writes the list next to a database that is a file. */
export async function storeErasureFile({ db }: Store): Promise<void> {
  await db.erasureFile?.write(await formatErasures({ db }));
}

/**
 * At the start: erases again what the restore of an older copy of the database has brought back. Returns the number of
 * erasures that were missing.
 */
export async function applyErasureFile({ db }: Store): Promise<number> {
  const text = (await db.erasureFile?.read()) ?? '';
  if (text === '') return 0;
  return applyErasures({ db }, text);
}

/** Erases the customers of a list that the database does not know as erased. Throws if the list is not one. */
export async function applyErasures({ db }: Store, text: string): Promise<number> {
  const known = new Map((await listErasures(db.read)).map((record) => [keyOf(record), record.erasedAt]));
  const missing = parseErasures(text).filter((record) => (known.get(keyOf(record)) ?? 0) < record.erasedAt);
  for (const record of missing) await applyErasure({ db }, record);
  if (missing.length === 0) return 0;
  await storeErasureFile({ db });
  await db.scrub?.();
  return missing.length;
}

async function applyErasure({ db }: Store, record: ErasureRecord): Promise<void> {
  const { accountId, customerSha256, erasedAt, documents } = record;
  if (!(await findAccount(db.read, accountId))) return;
  const customer = (await listCustomerIds(db.read, accountId)).find(
    // Somebody else may have got the identifier since.
    ({ id, doc }) => hashCustomerId(accountId, id) === customerSha256 && createdAt(doc) <= erasedAt,
  );
  if (customer) {
    const traces = await beginErasure({ db }, accountId, customer.id, erasedAt);
    await continueErasure({ db }, accountId, customer.id, traces);
  }
  await db.write(
    async (tx) => {
      await addErasedDocuments(tx, record, documents);
      if (customer) return;
      await putErasure(tx, record, null, null);
    },
    { account: accountId },
  );
}

function createdAt(doc: string): number {
  return Date.parse((JSON.parse(doc) as { createdAt: string }).createdAt);
}

function keyOf({ accountId, customerSha256 }: ErasureRecord): string {
  return `${accountId} ${customerSha256}`;
}

function toLines(records: readonly ErasureRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function parseErasures(text: string): ErasureRecord[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as ErasureRecord);
}
