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
import { type ContinuedErasure, completeErasures } from './complete-erasures.ts';
import { continueErasure } from './continue-erasure.ts';
import { keyOf, parseErasures, storeErasureFile } from './store-erasure-file.ts';

type Store = Pick<Deps, 'db'>;

/**
 * At the start: erases again what the restore of an older copy of the database has brought back, and adds to the file what
 * a process that died could not add.
 */
export async function applyErasureFile({ db }: Store): Promise<void> {
  const text = await db.erasureFile?.read();
  if (text !== undefined && (await applyErasures({ db }, text)) === 0) await storeErasureFile({ db });
}

/**
 * Erases the customers of a list that the database does not know as erased. Returns the number of erasures that were
 * missing. Throws if the list is not one.
 */
export async function applyErasures({ db }: Store, text: string): Promise<number> {
  const known = new Map((await listErasures(db.read)).map((record) => [keyOf(record), record.erasedAt]));
  const missing = parseErasures(text).filter((record) => (known.get(keyOf(record)) ?? 0) < record.erasedAt);
  let applied = 0;
  const continued: ContinuedErasure[] = [];
  for (const [accountId, records] of Map.groupBy(missing, (record) => record.accountId)) {
    if (!(await findAccount(db.read, accountId))) continue;
    const customers = await listByHash({ db }, accountId);
    for (const record of records) {
      const customer = customers.get(record.customerSha256);
      const erased = await applyErasure({ db }, record, customer);
      if (erased) continued.push(erased);
    }
    applied += records.length;
  }
  if (applied > 0) await completeErasures({ db }, continued);
  return applied;
}

interface KnownCustomer {
  id: string;
  createdAt: number;
}

async function listByHash({ db }: Store, accountId: string): Promise<Map<string, KnownCustomer>> {
  const rows = await listCustomerIds(db.read, accountId);
  return new Map(
    rows.map(({ id, doc }) => {
      const { createdAt } = JSON.parse(doc) as { createdAt: string };
      return [hashCustomerId(accountId, id), { id, createdAt: Date.parse(createdAt) }];
    }),
  );
}

async function applyErasure(
  { db }: Store,
  record: ErasureRecord,
  customer: KnownCustomer | undefined,
): Promise<ContinuedErasure | undefined> {
  const { accountId, erasedAt, documents } = record;
  // Somebody else may have got the identifier since.
  const isSame = customer !== undefined && customer.createdAt <= erasedAt;
  await db.write((tx) => addErasedDocuments(tx, record, documents), { account: accountId });
  if (!isSame) {
    await db.write((tx) => putErasure(tx, record), { account: accountId });
    return undefined;
  }
  await beginErasure({ db }, accountId, customer.id, { actor: { type: 'system' }, now: erasedAt });
  const retained = await continueErasure({ db }, accountId, customer.id);
  return { accountId, customerId: customer.id, retained };
}
