import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Account } from '../../src/domain/account/account.ts';
import type { Database } from '../../src/store/database.ts';
import { insertQuotes } from '../../src/store/tables/quote/quotes.ts';
import { reserveNumbers } from '../../src/store/tables/sequences.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { sampleAccount, sampleQuote } from '../support/store/store-samples.ts';

onEveryEngine('Sequence numbers', (engine) => {
  let db: Database;
  let account: Account;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
    account = { ...(await sampleAccount(db)), timeZone: 'UTC', quoteNumberFormat: 'Q-{year}-{seq}' };
  });
  after(() => db.close());

  const next = (moments: string[], format = account.quoteNumberFormat) =>
    db.write(async (tx) => {
      const of = { ...account, quoteNumberFormat: format };
      const reserved = await reserveNumbers(
        tx,
        of,
        'quote',
        moments.map((moment) => Date.parse(moment)),
      );
      return reserved.map(({ number }) => number);
    });

  it('are consecutive within a moment and restart with a new year', async () => {
    assert.deepEqual(await next(['2026-12-31T23:59:58Z']), ['Q-2026-1']);
    assert.deepEqual(
      await next(['2026-12-31T23:59:59Z', '2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z']),
      ['Q-2026-2', 'Q-2026-3', 'Q-2027-1'],
    );
    assert.deepEqual(await next(['2027-01-01T00:00:01Z', '2027-01-01T00:00:01Z']), ['Q-2027-2', 'Q-2027-3']);
  });

  it('skip numbers that another format has printed', async () => {
    await db.write((tx) => insertQuotes(tx, account.id, [sampleQuote('A12'), sampleQuote('A14')]));
    const moment = '2027-02-01T00:00:00Z';
    for (let value = 1; value <= 11; value++) await next([moment], 'A{seq}');
    assert.deepEqual(await next([moment, moment, moment], 'A{seq}'), ['A13', 'A15', 'A16']);
  });
});
