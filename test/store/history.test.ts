import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { recordEvent } from '../../src/actions/events/record-event.ts';
import { minIdAt } from '../../src/domain/ids.ts';
import type { Database } from '../../src/store/database.ts';
import { listEventDocs, listLastEvents } from '../../src/store/tables/events/events.ts';
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

  it('keeps the order of events, also after a restart with a clock that was set back', async () => {
    const { id: account } = await sampleAccount(db);
    const creation = { id: `${minIdAt('evt', NOW + YEAR)}${'z'.repeat(16)}`, type: 'created' };
    // Inserts rows as an earlier process left them: within one process, identifiers rise whatever the clock shows.
    const quote = sampleQuote('Q-1');
    await db.write((tx) =>
      insertQuotes(
        tx,
        account,
        [quote],
        [{ doc: JSON.stringify(quote), creation: JSON.stringify(creation) }],
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
    const ids = history.map(({ id }) => id);
    assert.deepEqual(ids, [...ids].sort());
    const last = async (limit: number, before?: string) =>
      (await listLastEvents(db.read, account, quote.id, { before, limit })).map(({ type }) => type);
    assert.deepEqual(await last(3), ['viewed', 'sent', 'updated']);
    assert.deepEqual(await last(4), ['viewed', 'sent', 'updated', 'created']);
    assert.deepEqual(await last(4, ids[2]), ['updated', 'created']);
    assert.deepEqual(await last(4, ids[0]), []);
  });
});
