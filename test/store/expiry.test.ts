import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  findSettledQuoteRow,
  loadSettledQuote,
  settleExpiry,
} from '../../src/actions/quote/settle-expiry.ts';
import type { Quote } from '../../src/domain/quote/quote.ts';
import type { Database } from '../../src/store/database.ts';
import { listEventDocs } from '../../src/store/tables/events.ts';
import { findQuoteRow, insertQuotes, replaceQuote } from '../../src/store/tables/quote/quotes.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { NOW, sampleAccount, sampleQuote } from '../support/store/store-samples.ts';

const END = NOW + 1000;
const validUntil = new Date(END).toISOString();
/** More quotes than one transaction expires. */
const MANY = 201;

onEveryEngine('Expiry', (engine) => {
  let db: Database;
  let account: string;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
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
  const load = (id: string, now: number) => db.write((tx) => loadSettledQuote(tx, account, id, now));

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
      const settled = await loadSettledQuote(tx, account, id, END);
      assert.ok(settled);
      await replaceQuote(tx, account, settled, { ...settled.quote, status: 'SENT' });
    });
    assert.equal(await statusOf(id), 'SENT');
  });

  it('is recorded when a due quote is read', async () => {
    const [id, draft] = [await newQuote(), await newQuote({ status: 'DRAFT' })];
    const read = async (quote: string, now: number) =>
      (await findSettledQuoteRow(db, account, quote, now))?.status;
    assert.equal(await read(id, END - 1), 'SENT');
    assert.equal(await read(id, END), 'EXPIRED');
    assert.equal(await statusOf(id), 'EXPIRED');
    assert.equal(await read(draft, END), 'DRAFT');
    assert.equal(await read('quo_nobody', END), undefined);
  });

  it('is recorded for all due quotes, in one account or in all', async () => {
    await settleExpiry(db, END);
    const other = (await sampleAccount(db)).id;
    const ids = await newQuotes(MANY);
    const later = await newQuote({ validUntil: new Date(END + 1).toISOString() });
    const [elsewhere = ''] = await newQuotes(1, {}, other);
    assert.equal(await settleExpiry(db, END - 1), false);
    assert.equal(await settleExpiry(db, END, account), true);
    for (const id of ids) assert.equal(await statusOf(id), 'EXPIRED');
    assert.equal(await statusOf(later), 'SENT');
    assert.equal(await statusOf(elsewhere, other), 'SENT');
    assert.equal(await settleExpiry(db, END), true);
    assert.equal(await statusOf(elsewhere, other), 'EXPIRED');
    assert.equal(await settleExpiry(db, END), false);
  });
});
