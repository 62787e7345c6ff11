import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import {
  computeRetainUntil,
  isRetentionOver,
  type RetainedDocument,
} from '../../domain/account/retention.ts';
import { toCalendarDate } from '../../domain/calendar.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import { deleteCustomer, findCustomer } from '../../store/tables/customers.ts';
import {
  eraseCustomerEvents,
  eraseDeliveries,
  isQuoteOfAnother,
} from '../../store/tables/erasure/erase-feed.ts';
import { eraseOutbox } from '../../store/tables/erasure/erase-mail.ts';
import { type ErasedCustomer, eraseQuote } from '../../store/tables/erasure/erase-quote.ts';
import { clearUnfinished, findErasure, hashCustomerId } from '../../store/tables/erasure/erasures.ts';
import { listPartyHashes, listQuoteIds } from '../../store/tables/erasure/find-documents.ts';
import {
  deleteAcceptances,
  listFormerAcceptances,
  stripFormerQuote,
} from '../../store/tables/erasure/strip-former-quote.ts';
import { stripQuote } from '../../store/tables/erasure/strip-quote.ts';
import { findAcceptedContent } from '../../store/tables/quote/decisions.ts';
import { deleteUnusedParties } from '../../store/tables/quote/parties.ts';
import { findQuoteRow } from '../../store/tables/quote/quotes.ts';
import { getAccountTime } from '../account/account-time.ts';
import { requireAccount } from '../account/require-account.ts';
import { recordCustomerEvent } from '../event/record-event.ts';
import { findTraces } from './begin-erasure.ts';
import { eraseMentions } from './erase-texts.ts';
import { findAllQuotes } from './find-all-quotes.ts';
import { findRetained } from './find-retained.ts';
import { parseUnfinished } from './unfinished.ts';

/** Quotes per transaction, so that nobody else waits long. */
const BATCH = 20;

/**
 * Erases all of a customer that need not be kept, and returns what must be. It can be repeated: after a crash, when the
 * time of documents that were kept is over, and after the restore of an older database. The caller must call
 * `completeErasures` then.
 */
export async function continueErasure(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  customerId: string,
): Promise<RetainedDocument[]> {
  if (!(await isErased(db.read, accountId, customerId))) return [];
  const account = await requireAccount(db.read, accountId);
  const customer = { accountId, customerId, customerSha256: hashCustomerId(accountId, customerId) };
  const { unfinished } = (await findErasure(db.read, accountId, customerId)) ?? {};
  const known = unfinished
    ? parseUnfinished(unfinished).traces
    : await findTraces(db.read, accountId, { id: customerId });
  const { quoteIds, ownAddresses } = await findAllQuotes(db.read, accountId, known);
  await eraseMentions({ db }, accountId, { ...known, addresses: ownAddresses });
  const done = new Set<string>();
  const retained: RetainedDocument[] = [];
  let after = '';
  for (;;) {
    const ids = await listQuoteIds(db.read, accountId, customerId, after, BATCH);
    retained.push(...(await eraseBatch(db, account, customer, ids)));
    for (const id of ids) done.add(id);
    after = ids.at(-1) ?? '';
    if (ids.length < BATCH) break;
  }
  const others = quoteIds.filter((id) => !done.has(id));
  for (let start = 0; start < others.length; start += BATCH) {
    retained.push(...(await eraseBatch(db, account, customer, others.slice(start, start + BATCH))));
  }
  await db.write((tx) => finish(tx, account, customerId, retained), { account: accountId });
  return retained;
}

/** Whether the record still is what an erasure left. Afterwards somebody else may have got the identifier. */
async function isErased(sql: Sql, accountId: string, customerId: string): Promise<boolean> {
  return (await findCustomer(sql, accountId, customerId))?.erasedAt !== undefined;
}

function eraseBatch(
  db: Deps['db'],
  account: Account,
  customer: ErasedCustomer,
  quoteIds: readonly string[],
): Promise<RetainedDocument[]> {
  return db.write(
    async (tx) => {
      const retained: RetainedDocument[] = [];
      if (!(await isErased(tx, account.id, customer.customerId))) return retained;
      for (const id of quoteIds) retained.push(...(await eraseOne(tx, account, customer, id)));
      return retained;
    },
    { account: account.id },
  );
}

/** Returns what must be kept of a quote. */
async function eraseOne(
  tx: Sql,
  account: Account,
  customer: ErasedCustomer,
  quoteId: string,
): Promise<RetainedDocument[]> {
  const row = await findQuoteRow(tx, account.id, quoteId);
  const quote = row && (JSON.parse(row.doc) as Quote);
  if (quote && quote.customerId !== customer.customerId) return eraseFormer(tx, account, customer, quote);
  if (!quote && (await isQuoteOfAnother(tx, account.id, customer.customerId, quoteId))) {
    const accepted = await findAcceptedContent(tx, account.id, quoteId);
    return eraseFormer(tx, account, customer, { id: quoteId, number: accepted?.quote.number ?? '' });
  }
  const retained = await findRetained(tx, account, quoteId);
  await eraseOutbox(tx, account.id, [quoteId, ...retained.slice(1).map(({ id }) => id)]);
  const until = retained[0]?.retainUntil;
  if (until === undefined || isRetentionOver(account, until, tx.clock())) {
    await eraseQuote(tx, customer, quoteId, tx.clock());
    return [];
  }
  await stripQuote(tx, customer, quoteId);
  return retained;
}

/** Returns the quote if the customer accepted it before it was made out to somebody else. */
async function eraseFormer(
  tx: Sql,
  account: Account,
  customer: ErasedCustomer,
  { id, number }: Pick<Quote, 'id' | 'number'>,
): Promise<RetainedDocument[]> {
  const hashes = await listPartyHashes(tx, account.id, customer.customerId);
  const acceptances = await listFormerAcceptances(tx, account.id, id, hashes);
  const last = acceptances
    .map(({ at }) => toCalendarDate(Date.parse(at), account.timeZone))
    .sort()
    .at(-1);
  const retainUntil = last && computeRetainUntil(account, last);
  const isOver = retainUntil === undefined || isRetentionOver(account, retainUntil, tx.clock());
  if (isOver) await deleteAcceptances(tx, account.id, id, acceptances);
  await stripFormerQuote(tx, customer, id, hashes);
  return isOver ? [] : [{ type: 'quote', id, number, retainUntil }];
}

/** Erases what is left in the feed, announces the erasure once, and deletes the record if nothing is kept. */
async function finish(
  tx: Sql,
  account: Account,
  customerId: string,
  retained: readonly RetainedDocument[],
): Promise<void> {
  if (!(await isErased(tx, account.id, customerId))) return;
  await eraseCustomerEvents(tx, account.id, customerId);
  await eraseDeliveries(tx, account.id, customerId);
  await deleteUnusedParties(tx, account.id, await listPartyHashes(tx, account.id, customerId));
  const { unfinished } = (await findErasure(tx, account.id, customerId)) ?? {};
  if (unfinished) {
    const { actor } = parseUnfinished(unfinished);
    const at = await getAccountTime(tx, account.id);
    await recordCustomerEvent(tx, account.id, 'customer.erased', { customerId }, actor, at);
    await clearUnfinished(tx, account.id, customerId);
  }
  if (retained.length === 0) await deleteCustomer(tx, account.id, customerId);
}
