import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  expireDue,
  expireQuotes,
  findCurrentQuoteRow,
  loadCurrentQuote,
} from '../../src/actions/quotes/expire-quotes.ts';
import { DAY_MS } from '../../src/domain/calendar.ts';
import { computeEdition } from '../../src/domain/quote/printed-quote.ts';
import type { Quote } from '../../src/domain/quote/quote.ts';
import type { Database } from '../../src/store/database.ts';
import { insertClosedAccount } from '../../src/store/tables/account/closed-accounts.ts';
import { loadTestClock, storeTestClock } from '../../src/store/tables/account/test-clocks.ts';
import { listEventDocs } from '../../src/store/tables/events/events.ts';
import { findQuoteRow, insertQuotes, loadQuote, replaceQuote } from '../../src/store/tables/quote/quotes.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { NOW, sampleAccount, sampleQuote } from '../support/store/store-samples.ts';
import { until } from '../support/until.ts';

const END = NOW + 1000;
const validUntil = new Date(END).toISOString();
/** More quotes than one transaction expires. */
const MANY = 201;

onEveryEngine('Expiry', (engine) => {
  let place: string;
  let db: Database;
  let account: string;
  before(async () => {
    place = await engine.newDatabase();
    db = await engine.open(place);
    account = (await sampleAccount(db)).id;
  });
  after(() => db.close());

  let made = 0;
  async function newQuotes(count: number, more: Partial<Quote> = {}, owner = account): Promise<string[]> {
    const quotes = Array.from({ length: count }, () =>
      sampleQuote(`Q-${++made}`, { status: 'SENT', validUntil, ...more }),
    );
    await db.write((tx) => insertQuotes(tx, owner, quotes));
    return quotes.map(({ id }) => id);
  }
  async function newQuote(more?: Partial<Quote>): Promise<string> {
    const [id = ''] = await newQuotes(1, more);
    return id;
  }
  const statusOf = async (id: string, owner = account) => (await findQuoteRow(db.read, owner, id))?.status;
  const load = (id: string, now: number) => db.write((tx) => loadCurrentQuote(tx, account, id, now));

  it('is recorded once, before a change, at the end of the validity, without an actor', async () => {
    const id = await newQuote();
    assert.equal((await load(id, END - 1))?.quote.status, 'SENT');
    assert.equal(await statusOf(id), 'SENT');
    const settled = await load(id, END + 5);
    assert.deepEqual([settled?.quote.status, settled?.quote.updatedAt], ['EXPIRED', validUntil]);
    assert.deepEqual(await load(id, END + 6), settled);
    const events = (await listEventDocs(db.read, account, id)).map((doc) => JSON.parse(doc));
    assert.deepEqual(
      events.map(({ id: _, ...event }) => event),
      [{ type: 'expired', at: validUntil, actor: { type: 'system' }, data: { validUntil } }],
    );
    assert.equal(await load('quo_nobody', END), undefined);
  });

  it('can be followed by another change in the same transaction', async () => {
    const id = await newQuote();
    await db.write(async (tx) => {
      const settled = await loadCurrentQuote(tx, account, id, END);
      assert.ok(settled);
      await replaceQuote(tx, account, settled, { ...settled.quote, status: 'SENT' });
    });
    assert.equal(await statusOf(id), 'SENT');
  });

  it('is recorded when a due quote is read', async () => {
    const [id, draft] = [await newQuote(), await newQuote({ status: 'DRAFT' })];
    const read = async (quote: string, now: number) =>
      (await findCurrentQuoteRow(db, account, quote, now))?.status;
    assert.equal(await read(id, END - 1), 'SENT');
    assert.equal(await read(id, END), 'EXPIRED');
    assert.equal(await statusOf(id), 'EXPIRED');
    assert.equal(await read(draft, END), 'DRAFT');
    assert.equal(await read('quo_nobody', END), undefined);
  });

  it('costs a read of a quote that is not due no transaction', async () => {
    let writes = 0;
    const counting = Object.create(db, {
      write: {
        value(...args: Parameters<Database['write']>) {
          writes++;
          return db.write(...args);
        },
      },
    });
    const read = (id: string, now: number) => findCurrentQuoteRow(counting, account, id, now);
    const [open, draft] = [await newQuote(), await newQuote({ status: 'DRAFT' })];
    await read(open, END - 1);
    await read(draft, END);
    assert.equal(writes, 0);
    await read(open, END);
    await read(open, END);
    assert.equal(writes, 1, 'once');
  });

  it('is recorded for all due quotes, in one account or in all', async () => {
    await expireQuotes(db, END);
    const other = (await sampleAccount(db)).id;
    const ids = await newQuotes(MANY);
    const later = await newQuote({ validUntil: new Date(END + 1).toISOString() });
    const [elsewhere = ''] = await newQuotes(1, {}, other);
    await expireQuotes(db, END - 1);
    assert.equal(await statusOf(ids[0] ?? ''), 'SENT');
    await expireQuotes(db, END, account);
    for (const id of ids) assert.equal(await statusOf(id), 'EXPIRED');
    assert.equal(await statusOf(later), 'SENT');
    assert.equal(await statusOf(elsewhere, other), 'SENT');
    await expireQuotes(db, END);
    assert.equal(await statusOf(elsewhere, other), 'EXPIRED');
  });

  it('is recorded before a list is read, in the account of the list alone', async () => {
    const other = (await sampleAccount(db)).id;
    const [id, [elsewhere = '']] = [await newQuote(), await newQuotes(1, {}, other)];
    await expireQuotes(db, END - 1, account);
    assert.equal(await statusOf(id), 'SENT');
    await expireQuotes(db, END, account);
    assert.equal(await statusOf(id), 'EXPIRED');
    assert.equal(await statusOf(elsewhere, other), 'SENT');
  });

  it('is recorded in a closed account too', async () => {
    const closed = (await sampleAccount(db)).id;
    const [listed = '', read = ''] = await newQuotes(2, {}, closed);
    await db.write((tx) => insertClosedAccount(tx, closed, NOW));
    assert.equal((await findCurrentQuoteRow(db, closed, read, END))?.status, 'EXPIRED');
    await expireQuotes(db, END);
    assert.equal(await statusOf(listed, closed), 'EXPIRED');
  });

  it('is recorded by the job at the time of each account', async () => {
    const due = (now: number) => expireDue({ db, clock: () => now });
    await due(END + 1);
    await due(END + 1);
    const test = await sampleAccount(db, 'test');
    await db.write(async (tx) => {
      const clock = await loadTestClock(tx, test.id);
      await storeTestClock(tx, test.id, { ...clock, ahead: 50 * 366 * DAY_MS });
    });
    const next = { validUntil: new Date(END + 1).toISOString() };
    const [tested = ''] = await newQuotes(1, next, test.id);
    const [id, later] = [await newQuote(), await newQuote(next)];
    await due(END - 1);
    assert.deepEqual([await statusOf(id), await statusOf(tested, test.id)], ['SENT', 'EXPIRED']);
    await due(END);
    assert.deepEqual([await statusOf(id), await statusOf(later)], ['EXPIRED', 'SENT']);
  });

  if (engine.name !== 'postgres') return;

  it('uses the costs that another process stores while it waits for the quote', async () => {
    const other = await engine.open(place);
    const id = await newQuote();
    const stored = Promise.withResolvers<void>();
    const expiring = Promise.withResolvers<void>();
    const change = other.write(
      async (tx) => {
        const before = await loadQuote(tx, account, id);
        assert.ok(before);
        const { quote, partiesSha256 } = before;
        const figures = { costs: { [quote.items[0]?.id ?? '']: 60 }, listPrices: {} };
        await replaceQuote(tx, account, before, quote, computeEdition(before, quote, partiesSha256), figures);
        stored.resolve();
        await expiring.promise;
      },
      { account },
    );
    await stored.promise;
    const settled = expireQuotes(db, END);
    await until(async () => {
      const waiting = await db.read.all(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return waiting.length > 0;
    });
    expiring.resolve();
    await Promise.all([change, settled]);
    assert.equal(await statusOf(id), 'EXPIRED');
    const fact = await db.read.get(
      'SELECT margin FROM quote_facts WHERE account_id = ? AND id = ?',
      account,
      id,
    );
    assert.deepEqual(fact, { margin: 4_000 });
    await other.close();
  });
});
