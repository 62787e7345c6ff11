import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { findRetained, previewRetained } from '../../../src/actions/customers/erasure/find-retained.ts';
import type { Account } from '../../../src/domain/account/account.ts';
import type { Invoice } from '../../../src/domain/invoice/invoice.ts';
import type { Quote } from '../../../src/domain/quote/quote.ts';
import type { Database } from '../../../src/store/database.ts';
import type { CustomerQuote } from '../../../src/store/tables/erasure/customer-quotes.ts';
import { insertQuotes } from '../../../src/store/tables/quote/quotes.ts';
import { onFirstEngine } from '../../support/service/engines.ts';
import { insertRow } from '../../support/store/insert-row.ts';
import { sampleAccount, sampleQuote } from '../../support/store/store-samples.ts';

/** A year of which the documents are kept now. */
const YEAR = new Date().getUTCFullYear() - 1;

onFirstEngine('What must be kept of a customer', (engine) => {
  let db: Database;
  let account: Account;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
    account = { ...(await sampleAccount(db)), retentionYears: 2, timeZone: 'Asia/Tokyo' };
  });
  after(() => db.close());

  interface Found {
    isCurrent?: boolean;
    quote?: Partial<Quote> | undefined;
    invoices?: Partial<Invoice>[];
    decisions?: [kind: 'ACCEPTED' | 'DECLINED', at: string][];
  }
  const find = async (found: Found, of = account) => {
    const { isCurrent = true, invoices = [], decisions = [] } = found;
    const quote = 'quote' in found && !found.quote ? undefined : { number: 'Q-1', ...found.quote };
    const owner = { accountId: account.id, customerId: 'cus_a', isCurrent };
    const records = decisions.map(([decision, at]) => ({ decision, at }));
    return findRetained(db.read, of, {
      id: 'quo_1',
      owner,
      quote,
      invoices,
      decisions: records,
    } as CustomerQuote);
  };
  const kept = async (found: Found) => (await find(found))[0]?.retainUntil ?? null;

  it('is nothing of a quote that was neither accepted nor invoiced', async () => {
    const at = `${YEAR}-06-01T00:00:00.000Z`;
    assert.deepEqual(await find({}), []);
    assert.deepEqual(
      await find({ quote: { sentAt: at, declinedAt: at }, decisions: [['DECLINED', at]] }),
      [],
    );
  });

  it('is a quote that was accepted or converted, by the day in the zone of the account', async () => {
    // In Tokyo it is the next year from 15:00 UTC on.
    const [before, later] = [`${YEAR - 1}-12-31T14:59:59.999Z`, `${YEAR - 1}-12-31T15:00:00.000Z`];
    for (const found of [
      (at: string): Found => ({ quote: { acceptedAt: at } }),
      (at: string): Found => ({ quote: { convertedAt: at } }),
      (at: string): Found => ({ decisions: [['ACCEPTED', at]] }),
    ]) {
      assert.equal(await kept(found(before)), `${YEAR + 1}-12-31`);
      assert.equal(await kept(found(later)), `${YEAR + 2}-12-31`);
    }
  });

  it('is kept as long as the last of its documents', async () => {
    const invoices: Partial<Invoice>[] = [
      { id: 'inv_1', number: 'INV-1', kind: 'INVOICE', issueDate: `${YEAR + 1}-01-01` },
      { id: 'inv_2', number: 'CN-1', kind: 'CREDIT_NOTE', issueDate: `${YEAR}-01-01` },
    ];
    const retainUntil = `${YEAR + 3}-12-31`;
    assert.deepEqual(await find({ quote: { acceptedAt: `${YEAR - 1}-06-01T00:00:00.000Z` }, invoices }), [
      { type: 'quote', id: 'quo_1', number: 'Q-1', retainUntil },
      { type: 'invoice', id: 'inv_1', number: 'INV-1', retainUntil },
      { type: 'credit_note', id: 'inv_2', number: 'CN-1', retainUntil },
    ]);
  });

  it('is nothing once the time is over', async () => {
    const at = (year: number) => ({ quote: { acceptedAt: `${year}-06-01T00:00:00.000Z` } });
    assert.equal((await find(at(YEAR - 1))).length, 1, 'until the end of this year');
    assert.equal((await find(at(YEAR - 2))).length, 0);
    assert.equal((await find(at(YEAR - 2), { ...account, retentionYears: 3 })).length, 1);
  });

  it('is what a former customer accepted, not what happened to the quote since', async () => {
    const at = `${YEAR}-06-01T00:00:00.000Z`;
    const quote = { acceptedAt: at, convertedAt: at };
    assert.deepEqual(await find({ isCurrent: false, quote }), []);
    const accepted = await find({ isCurrent: false, quote, decisions: [['ACCEPTED', at]] });
    assert.deepEqual(
      accepted.map(({ number }) => number),
      ['Q-1'],
    );
  });

  it('has the number of the accepted content if the quote was deleted', async () => {
    const at = `${YEAR}-06-01T00:00:00.000Z`;
    const deleted: Found = { quote: undefined, decisions: [['ACCEPTED', at]] };
    const number = async () => (await find(deleted)).map((document) => document.number);
    assert.deepEqual(await number(), ['']);
    await db.write(async (tx) => {
      const source = JSON.stringify({ quote: sampleQuote('Q-7') });
      const row = { account_id: account.id, quote_id: 'quo_1', id: 'ans_1', source, parties_sha256: 'p' };
      await insertRow(tx, 'decisions', row);
    });
    assert.deepEqual(await number(), ['Q-7']);
  });

  it('is shown before, of two hundred quotes', async () => {
    const acceptedAt = `${YEAR}-06-01T00:00:00.000Z`;
    const insert = (from: number, count: number) =>
      db.write((tx) => {
        const quotes = Array.from({ length: count }, (_, index) =>
          sampleQuote(`P-${from + index}`, { acceptedAt }),
        );
        return insertQuotes(tx, account.id, quotes);
      });
    const preview = async (customerId = 'cus_a') => {
      const { retained, isComplete } = await previewRetained({ db }, account, customerId);
      return [retained.length, isComplete];
    };
    assert.deepEqual(await preview(), [0, true]);
    await insert(0, 200);
    assert.deepEqual(await preview(), [200, true]);
    await insert(200, 1);
    assert.deepEqual(
      [await preview(), await preview('cus_b')],
      [
        [200, false],
        [0, true],
      ],
    );
  });
});
