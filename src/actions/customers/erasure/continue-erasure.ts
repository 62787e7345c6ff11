import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import type { RetainedDocument } from '../../../domain/account/retention.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { Sql } from '../../../store/database.ts';
import { deleteCustomer, findCustomer } from '../../../store/tables/customers.ts';
import { listOwnAddresses } from '../../../store/tables/erasure/addresses.ts';
import {
  listFormerQuoteIds,
  listPartyHashes,
  listQuoteIds,
  readCustomerQuote,
} from '../../../store/tables/erasure/customer-quotes.ts';
import { eraseEvents, eraseStoredBodies, listEventsAbout } from '../../../store/tables/erasure/erase-feed.ts';
import { eraseCorrespondence } from '../../../store/tables/erasure/erase-mail.ts';
import { eraseQuote } from '../../../store/tables/erasure/erase-quote.ts';
import { clearUnfinished, findErasure } from '../../../store/tables/erasure/erasures.ts';
import { findFeedHead } from '../../../store/tables/events/feed.ts';
import { deleteUnusedParties } from '../../../store/tables/quote/parties.ts';
import { getAccountTime } from '../../account/account-time.ts';
import { requireAccount } from '../../account/require-account.ts';
import { recordCustomerEvent } from '../../events/record-event.ts';
import { eraseMentions } from './erase-texts.ts';
import { findRetained } from './find-retained.ts';
import { findTraces, openUnfinished, type Unfinished } from './traces.ts';

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
  const { traces, actor } = await readUnfinished(store, customer);
  const retained: RetainedDocument[] = [];
  for (let after = ''; ; ) {
    const ids = await listQuoteIds(read, accountId, customerId, after, BATCH);
    retained.push(...(await eraseBatch(store, account, customer, ids)));
    after = ids.at(-1) ?? '';
    if (ids.length < BATCH) break;
  }
  const former = await listFormerQuoteIds(read, accountId, customerId);
  const addresses = await listOwnAddresses(read, accountId, customerId, traces.addresses);
  for (let start = 0; start < former.length; start += BATCH) {
    retained.push(...(await eraseBatch(store, account, customer, former.slice(start, start + BATCH))));
  }
  await eraseFeed(store, customer);
  await eraseMentions(store, customer, { ...traces, addresses });
  await store.db.write((tx) => finish(tx, customer, actor, retained), { account: accountId });
  return retained;
}

/** If nothing of it can be read any more, the documents that are left say where to look. */
async function readUnfinished(store: Store, { accountId, customerId }: Customer): Promise<Unfinished> {
  const { unfinished } = (await findErasure(store.db.read, accountId, customerId)) ?? {};
  const stored = unfinished ? openUnfinished(store, accountId, unfinished) : undefined;
  if (stored) return stored;
  return {
    traces: await findTraces(store.db.read, accountId, { id: customerId }),
    actor: { type: 'system' },
  };
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
  return db.write(erase, { account: account.id });
}

/** Overwrites the events about the customer and its documents. */
async function eraseFeed({ db }: Store, { accountId, customerId }: Customer): Promise<void> {
  const head = await findFeedHead(db.read, accountId);
  for (let after = head.gone; after < head.n; after += WINDOW) {
    const stretch = { after, upTo: after + WINDOW };
    const events = await listEventsAbout(db.read, accountId, customerId, stretch);
    if (events.length === 0) continue;
    await db.write((tx) => eraseEvents(tx, accountId, customerId, events, stretch), { account: accountId });
  }
}

/** Announces the erasure once, and deletes the record if nothing is kept. */
async function finish(
  tx: Sql,
  { accountId, customerId }: Customer,
  actor: Actor,
  retained: readonly RetainedDocument[],
): Promise<void> {
  if (!(await isErased(tx, accountId, customerId))) return;
  await eraseStoredBodies(tx, accountId, customerId);
  await deleteUnusedParties(tx, accountId, await listPartyHashes(tx, accountId, customerId));
  if (await clearUnfinished(tx, accountId, customerId)) {
    const at = await getAccountTime(tx, accountId);
    await recordCustomerEvent(tx, accountId, 'customer.erased', { customerId }, actor, at);
  }
  if (retained.length === 0) await deleteCustomer(tx, accountId, customerId);
}
