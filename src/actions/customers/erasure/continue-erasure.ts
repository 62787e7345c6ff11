import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import type { RetainedDocument } from '../../../domain/account/retention.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { Sql } from '../../../store/database.ts';
import { readList } from '../../../store/lists/read-list.ts';
import { deleteCustomer, findCustomer } from '../../../store/tables/customers.ts';
import { listQuoteIds, readCustomerQuote } from '../../../store/tables/erasure/customer-quotes.ts';
import {
  type DeliveryKey,
  deleteDeliveries,
  eraseEvents,
  listDeliveriesAbout,
  listEventsAbout,
} from '../../../store/tables/erasure/erase-feed.ts';
import { eraseCorrespondence } from '../../../store/tables/erasure/erase-mail.ts';
import { eraseQuote } from '../../../store/tables/erasure/erase-quote.ts';
import { clearUnfinished, findErasure, replaceUnfinished } from '../../../store/tables/erasure/erasures.ts';
import { findFeedHead } from '../../../store/tables/events/feed.ts';
import { deleteUnusedParties } from '../../../store/tables/quote/parties.ts';
import { getAccountTime } from '../../account/account-time.ts';
import { requireAccount } from '../../account/require-account.ts';
import { recordCustomerEvent } from '../../events/record-event.ts';
import { eraseMentions } from './erase-texts.ts';
import { findRetained } from './find-retained.ts';
import { findTraces, openUnfinished, sealUnfinished, type Traces, type Unfinished } from './traces.ts';

type Store = Pick<Deps, 'db' | 'sealing'>;
type Customer = Record<'accountId' | 'customerId', string>;

/** Quotes per transaction, and events that one statement looks at, so that nobody else waits long. */
const BATCH = 20;
const WINDOW = 500;

/**
 * Erases all of a customer that need not be kept, and returns what must be. It can be repeated: after a crash, when the
 * time of documents that were kept is over, and after the restore of an older database. The caller must call
 * `completeErasures` then.
 */
export async function continueErasure(
  store: Store,
  accountId: string,
  customerId: string,
): Promise<RetainedDocument[]> {
  const { read } = store.db;
  if (!(await isErased(read, accountId, customerId))) return [];
  const account = await requireAccount(read, accountId);
  const customer = { accountId, customerId };
  const { traces, actor } = await findUnfinished(store, customer);
  const retained: RetainedDocument[] = [];
  for (let after = ''; ; ) {
    const ids = await listQuoteIds(read, accountId, customerId, after, BATCH);
    retained.push(...(await eraseBatch(store, account, customer, ids)));
    after = ids.at(-1) ?? '';
    if (ids.length < BATCH) break;
  }
  const former = await readList(store.db, 'formerQuotes', accountId, customerId);
  for (let start = 0; start < former.length; start += BATCH) {
    retained.push(...(await eraseBatch(store, account, customer, former.slice(start, start + BATCH))));
  }
  await eraseFeed(store, customer);
  await eraseDeliveries(store, customer);
  await eraseMentions(store, customer, traces);
  const hashes = await readList(store.db, 'partyHashes', accountId, customerId);
  await store.db.write((tx) => finish(tx, customer, actor, { retained, hashes }), { account: accountId });
  return retained;
}

/**
 * Finds the traces of the documents, and erases what mentions them before any is deleted: if the process dies then, nobody
 * could find these any more. Only the addresses are kept for a job. If nothing that was kept can be read, the documents that
 * are left say where to look.
 */
async function findUnfinished(store: Store, erased: Customer): Promise<{ traces: Traces; actor: Actor }> {
  const { accountId, customerId } = erased;
  const { unfinished: before } = (await findErasure(store.db.read, accountId, customerId)) ?? {};
  const kept = before ? openUnfinished(store, accountId, before) : undefined;
  const { customer, actor }: Unfinished = kept ?? { customer: { id: customerId }, actor: { type: 'system' } };
  const traces = await findTraces(store.db, accountId, customer);
  const addresses = [...new Set([...traces.addresses, ...(kept?.addresses ?? [])])];
  const found = { traces: { ...traces, addresses }, actor };
  if (!before || !kept || kept.addresses) return found;
  await eraseMentions(store, erased, found.traces);
  const after = sealUnfinished(store, accountId, { customer, addresses, actor });
  const change = { before, after };
  await store.db.write((tx) => replaceUnfinished(tx, accountId, customerId, change), { account: accountId });
  return found;
}

/** Whether the record still is what an erasure left. Afterwards somebody else may have got the identifier. */
async function isErased(sql: Sql, accountId: string, customerId: string): Promise<boolean> {
  return (await findCustomer(sql, accountId, customerId))?.erasedAt !== undefined;
}

/** Erases quotes that are or were the customer's. Returns what must be kept of them. */
function eraseBatch(
  { db }: Store,
  account: Account,
  customer: Customer,
  quoteIds: readonly string[],
): Promise<RetainedDocument[]> {
  const erase = async (tx: Sql) => {
    if (!(await isErased(tx, account.id, customer.customerId))) return [];
    const found = await Promise.all(quoteIds.map((id) => readCustomerQuote(tx, customer, id)));
    for (const isCurrent of [true, false]) {
      const documentIds = found
        .filter(({ owner }) => owner.isCurrent === isCurrent)
        .flatMap(({ id, invoices }) => [id, ...invoices.map((invoice) => invoice.id)]);
      await eraseCorrespondence(tx, { ...customer, isCurrent }, documentIds);
    }
    const retained = await Promise.all(
      found.map(async (quote) => {
        const kept = await findRetained(tx, account, quote);
        await eraseQuote(tx, quote, kept.length > 0);
        return kept;
      }),
    );
    return retained.flat();
  };
  return db.write(erase, { account: account.id, isBulk: true });
}

/** Overwrites the events about the customer and its documents. */
async function eraseFeed({ db }: Store, { accountId, customerId }: Customer): Promise<void> {
  const head = await findFeedHead(db.read, accountId);
  for (let after = head.gone; after < head.n; after += WINDOW) {
    const stretch = { after, upTo: after + WINDOW };
    const events = await listEventsAbout(db.read, accountId, customerId, stretch);
    // Reading a file does not give way to other requests.
    await nextTurn();
    if (events.length === 0) continue;
    const erase = (tx: Sql) => eraseEvents(tx, accountId, customerId, events);
    await db.write(erase, { account: accountId, isBulk: true });
  }
}

/** Deletes what webhooks kept about the customer and its documents. */
async function eraseDeliveries({ db }: Store, { accountId, customerId }: Customer): Promise<void> {
  for (let after: DeliveryKey | undefined = { endpoint_id: '', id: '' }; after; ) {
    const page = await listDeliveriesAbout(db.read, accountId, customerId, after);
    await nextTurn();
    if (page.found.length > 0) {
      const erase = (tx: Sql) => deleteDeliveries(tx, accountId, page.found);
      await db.write(erase, { account: accountId, isBulk: true });
    }
    after = page.last;
  }
}

/** Announces the erasure once, and deletes the record if nothing is kept. */
async function finish(
  tx: Sql,
  { accountId, customerId }: Customer,
  actor: Actor,
  { retained, hashes }: { retained: readonly RetainedDocument[]; hashes: readonly string[] },
): Promise<void> {
  if (!(await isErased(tx, accountId, customerId))) return;
  await deleteUnusedParties(tx, accountId, hashes);
  if (await clearUnfinished(tx, accountId, customerId)) {
    const at = await getAccountTime(tx, accountId);
    await recordCustomerEvent(tx, accountId, 'customer.erased', { customerId }, actor, at);
  }
  if (retained.length === 0) await deleteCustomer(tx, accountId, customerId);
}
