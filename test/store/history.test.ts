import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { recordEvent } from '../../src/actions/event/record-event.ts';
import { leastId } from '../../src/domain/ids.ts';
import type { Database } from '../../src/store/database.ts';
import { listEventDocs } from '../../src/store/tables/events.ts';
import { insertQuotes } from '../../src/store/tables/quote/quotes.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { NOW, sampleAccount, sampleQuote } from '../support/store/store-samples.ts';

const YEAR = 365 * 86_400_000;

onEveryEngine('The history of a quote', (engine) => {
  let db: Database;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());

  it('is in the order of what happened, also after a start with a clock that was put back', async () => {
    const { id: account } = await sampleAccount(db);
    const quote = sampleQuote('Q-1');
    await db.write((tx) => insertQuotes(tx, account, [quote]));
    // As an earlier process has left it; within one, identifiers rise whatever the clock says.
    await db.write((tx) =>
      tx.run(
        'INSERT INTO events (account_id, quote_id, id, doc) VALUES (?, ?, ?, ?)',
        ...[account, quote.id, `${leastId('evt', NOW + YEAR)}${'z'.repeat(16)}`, '{"type":"created"}'],
      ),
    );
    const types = ['updated', 'sent', 'viewed'] as const;
    for (const [index, type] of types.entries()) {
      const event = { type, actor: { type: 'system' }, data: {} } as const;
      const when = { at: NOW + index, now: NOW + index };
      await db.write((tx) => recordEvent(tx, account, { quote, views: 0 }, event, when));
    }
    const history = (await listEventDocs(db.read, account, quote.id)).map((doc) => JSON.parse(doc));
    assert.deepEqual(
      history.map(({ type }) => type),
      ['created', ...types],
    );
    assert.equal(history[1].at, new Date(NOW).toISOString(), 'the time that it was');
  });
});
