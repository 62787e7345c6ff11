import type { Deps } from '../../../app/deps.ts';
import { DatabaseUnavailable } from '../../../domain/outage.ts';
import { findAccount } from '../../../store/tables/account/accounts.ts';
import { findCustomer } from '../../../store/tables/customers.ts';
import {
  addErasedDocuments,
  type ErasureRecord,
  hashCustomerId,
  listCustomerIds,
  listErasures,
  putErasure,
} from '../../../store/tables/erasure/erasures.ts';
import { beginErasure } from './begin-erasure.ts';
import { continueErasure } from './continue-erasure.ts';
import { type ContinuedErasure, completeErasures } from './erase-customer.ts';
import { ErasureLineError, keyOf, parseErasures, storeErasureFile } from './store-erasure-file.ts';

type Store = Pick<Deps, 'db' | 'sealing'>;

/**
 * At the start: erases again what the restore of an older copy of the database has brought back, and adds to the file what
 * a process that died could not add.
 */
export async function applyErasureFile(store: Store): Promise<void> {
  const { erasureFile } = store.db;
  const text = await erasureFile?.read();
  if (!erasureFile || text === undefined) return;
  try {
    if ((await applyErasures(store, text)) === 0) await storeErasureFile(store);
  } catch (error) {
    if (!(error instanceof ErasureLineError)) throw error;
    throw new DatabaseUnavailable(
      `${erasureFile.name}, line ${error.line}, is damaged: restore the file from a backup, or remove that line, which forgets that a customer was erased`,
    );
  }
}

/**
 * Erases the customers of a list that the database does not know as erased. Returns the number of erasures that were
 * missing. Throws if the list is not one.
 */
export async function applyErasures(store: Store, text: string): Promise<number> {
  const { read } = store.db;
  const known = new Map((await listErasures(read)).map((record) => [keyOf(record), record.erasedAt]));
  const missing = parseErasures(text).filter((record) => (known.get(keyOf(record)) ?? 0) < record.erasedAt);
  let applied = 0;
  const continued: ContinuedErasure[] = [];
  for (const [accountId, records] of Map.groupBy(missing, (record) => record.accountId)) {
    if (!(await findAccount(read, accountId))) continue;
    const ids = await listCustomerIds(read, accountId);
    const byHash = new Map(ids.map((id) => [hashCustomerId(accountId, id), id]));
    for (const record of records) {
      const erased = await applyErasure(store, record, byHash.get(record.customerSha256));
      if (erased) continued.push(erased);
    }
    applied += records.length;
  }
  if (applied > 0) await completeErasures(store, continued);
  return applied;
}

async function applyErasure(
  store: Store,
  record: ErasureRecord,
  customerId: string | undefined,
): Promise<ContinuedErasure | undefined> {
  const { db } = store;
  const { accountId, erasedAt, documents } = record;
  const customer = customerId && (await findCustomer(db.read, accountId, customerId));
  await db.write((tx) => addErasedDocuments(tx, record, documents), { account: accountId });
  // Somebody else may have got the identifier since.
  if (!customer || Date.parse(customer.createdAt) > erasedAt) {
    await db.write((tx) => putErasure(tx, record), { account: accountId });
    return undefined;
  }
  await beginErasure(store, accountId, customer.id, { actor: { type: 'system' }, now: erasedAt });
  const retained = await continueErasure(store, accountId, customer.id);
  return { accountId, customerId: customer.id, retained };
}
