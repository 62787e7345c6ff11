import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import pg from 'pg';
import type { Account } from '../../src/domain/account/account.ts';
import type { QuoteFilter } from '../../src/domain/quote/list/quote-filter.ts';
import type { Database, Sql } from '../../src/store/database.ts';
import { listQuotes } from '../../src/store/lists/quote-list.ts';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { insertQuotes } from '../../src/store/tables/quote/quotes.ts';
import { startPostgres, type TestPostgres } from '../support/postgres/postgres.ts';
import { isEngineEnabled } from '../support/service/engines.ts';
import { restoreListLimits, setListLimits } from '../support/store/list-limits.ts';
import { sampleAccount, sampleQuote } from '../support/store/store-samples.ts';

const ROWS = 6;
const MODE = `SELECT current_setting('plan_cache_mode') AS mode`;

describe('On PostgreSQL, a list', { skip: !isEngineEnabled('postgres') }, () => {
  let postgres: TestPostgres;
  let url: string;
  let db: Database;
  let account: Account;
  before(async () => {
    postgres = await startPostgres({ shared: true });
    url = await postgres.createWithTables();
    db = await openPostgres(url);
    account = await sampleAccount(db);
    const quotes = Array.from({ length: ROWS }, (_, n) => sampleQuote(`Q-${n}`));
    await db.write((tx) => insertQuotes(tx, account.id, quotes));
  });
  after(async () => {
    await db?.close();
    await postgres?.stop();
  });
  afterEach(restoreListLimits);

  /** Which of its reads a list has planned for their values. */
  const listPlanned = async (filter: QuoteFilter): Promise<string[]> => {
    const reads: string[] = [];
    const { planned } = db.read;
    assert.ok(planned);
    const watched: Sql = {
      ...db.read,
      planned: {
        all: (text, ...values) => {
          reads.push('page');
          return planned.all(text, ...values);
        },
        count: (rows) => {
          reads.push('count');
          return planned.count(rows);
        },
      },
    };
    const page = { sort: '-validUntil', offset: 0, limit: 20, isCounted: true, now: Date.now() } as const;
    const { total } = await listQuotes(watched, account.id, filter, page);
    assert.equal(total, ROWS);
    return reads;
  };

  it('of a large account is planned for its values, and one of a small account is not', async () => {
    setListLimits({ planned: ROWS });
    assert.deepEqual(await listPlanned({ search: 'q-' }), []);
    setListLimits({ planned: ROWS - 1 });
    assert.deepEqual(await listPlanned({ search: 'q-' }), ['count', 'page']);
  });

  it('that is planned for its values changes the plans of no other statement', async () => {
    const readModes = async (read: Pick<Sql, 'all'> | undefined) => {
      const rows = await Promise.all(Array.from({ length: 20 }, () => read?.all<{ mode: string }>(MODE)));
      return [...new Set(rows.map((each) => each?.[0]?.mode))];
    };
    assert.deepEqual(await readModes(db.read.planned), ['force_custom_plan']);
    assert.deepEqual(await readModes(db.read), ['force_generic_plan']);
    const rows = { sql: `WHERE current_setting('plan_cache_mode') = 'force_custom_plan'`, values: [] };
    assert.deepEqual(await db.read.planned?.count(rows), { n: 1, isComplete: true });
    assert.deepEqual(await db.read.count(rows), { n: 0, isComplete: true });
    const slow = { sql: 'FROM pg_sleep(3)', values: [] };
    assert.deepEqual(await db.read.planned?.count(slow), { n: 0, isComplete: false });
  });

  it('by several filters looks up the rows that one of them finds', async (t) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    t.after(() => client.end());
    const plans: string[] = [];
    const count: Sql['count'] = async (rows) => {
      let n = 0;
      const text = rows.sql.replaceAll('?', () => `$${++n}`);
      await client.query('SET enable_seqscan = off');
      const explained = await client.query(`EXPLAIN (GENERIC_PLAN) SELECT 1 ${text}`);
      plans.push(explained.rows.map((row) => row['QUERY PLAN']).join('\n'));
      return db.read.count(rows);
    };
    const large = await sampleAccount(db);
    const quotes = Array.from({ length: 3000 }, (_, n) =>
      sampleQuote(`Q-${n}`, { reference: `PO ${n}`, metadata: n % 10 === 0 ? { source: 'website' } : {} }),
    );
    await db.write((tx) => insertQuotes(tx, large.id, quotes));
    await db.write((tx) => tx.run('ANALYZE'));
    const metadata = [{ key: 'source', value: 'website' }];
    const filter = { customerId: 'cus_a', metadata, currency: 'EUR', createdFrom: 0, totalFrom: 0 };
    const page = { sort: '-createdAt', offset: 0, limit: 20, isCounted: true, now: Date.now() } as const;
    const { total } = await listQuotes({ ...db.read, count }, large.id, filter, page);
    assert.equal(total, 300);
    assert.match(plans.join(), /quote_facts_pkey on quote_facts q/);
    assert.doesNotMatch(plans.join(), /Join Filter/);
  });

  it('of the few quotes with a text looks them up, and does not read all others', async () => {
    const large = await sampleAccount(db);
    const quotes = Array.from({ length: 3000 }, (_, n) =>
      sampleQuote(`Q-${n}`, { title: n % 1000 === 7 ? 'Pavilion' : `House ${n}` }),
    );
    await db.write((tx) => insertQuotes(tx, large.id, quotes));
    await db.write((tx) => tx.run('ANALYZE'));
    setListLimits({ planned: 0 });
    const plans: string[] = [];
    const all: Sql['all'] = async (text, ...values) => {
      const rows = await db.read.planned?.all<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, ...values);
      plans.push(rows?.map((row) => row['QUERY PLAN']).join('\n') ?? '');
      return (await db.read.planned?.all(text, ...values)) ?? [];
    };
    const watched = { ...db.read, planned: { all, count: db.read.count } };
    const page = { sort: '-updatedAt', offset: 0, limit: 20, isCounted: true, now: Date.now() } as const;
    const { total } = await listQuotes(watched, large.id, { q: 'pavilion' }, page);
    assert.equal(total, 3);
    assert.match(plans.join(), /quote_facts_pkey on quote_facts q/);
    assert.doesNotMatch(plans.join(), /Hash Join/);
  });
});
