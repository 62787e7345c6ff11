import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import fc from 'fast-check';
import { createAccount } from '../../src/actions/account/accounts.ts';
import type { Account } from '../../src/domain/account/account.ts';
import { computeUpdatedAt } from '../../src/domain/clock.ts';
import { newId } from '../../src/domain/ids.ts';
import type { QuoteFilter } from '../../src/domain/quote/list/quote-filter.ts';
import { needsCurrency, QUOTE_SORTS, type QuoteSort } from '../../src/domain/quote/list/quote-sorts.ts';
import { QUOTE_STATUSES, type Quote, type QuoteStatus } from '../../src/domain/quote/quote.ts';
import type { Database, Sql } from '../../src/store/database.ts';
import { LIST_LIMITS } from '../../src/store/lists/list-limits.ts';
import { listQuotes } from '../../src/store/lists/quote-list.ts';
import { readList } from '../../src/store/lists/read-list.ts';
import { streamQuotes } from '../../src/store/lists/streams.ts';
import { BOUNDARY, toSearchForm } from '../../src/store/lists/text/search-form.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { putCustomer } from '../../src/store/tables/customers.ts';
import { updateLastEvent } from '../../src/store/tables/quote/facts.ts';
import { listByStatus } from '../../src/store/tables/quote/quote-briefs.ts';
import { deleteQuote, insertQuotes, loadQuote, replaceQuote } from '../../src/store/tables/quote/quotes.ts';
import { buildSearchText } from '../../src/store/tables/quote/search-texts.ts';
import { CUSTOMER } from '../fixtures/customer.ts';
import { line } from '../fixtures/quote.ts';
import { countCases, sampleOf } from '../support/run/all.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { FEW_ROWS, restoreListLimits, setListLimits } from '../support/store/list-limits.ts';
import { NOW, sampleAccount, sampleQuote } from '../support/store/store-samples.ts';

const TITLES = [
  'Küche',
  'KÜCHE neu',
  'STRASSE',
  'Straße 7',
  'Ελλάς ΟΔΟΣ',
  'ελλάς οδός',
  'Дом и сад',
  'дом',
  '設計 工事',
  '設計図',
  'تصميم المطبخ',
  'מטבח חדש',
  'ห้องครัว',
  'रसोई',
  '주방',
  '\u{1f600}\u{1f601} fun',
  '100% off_er',
  '100 off-er',
  'a\\b',
  'a%b',
  'İstanbul',
  'istanbul',
  'ISTANBUL ılık',
  "O'Neil; DROP TABLE quotes",
  'ﬁne print',
  'FINE PRINT',
  'e\u0301clair',
  'Éclair',
  '?',
  '$1 "x"',
];
const VALIDITIES = [
  '1969-12-31T23:59:59.999Z',
  '2026-04-01T00:00:00.000Z',
  '2026-04-01T00:00:00.001Z',
  '9999-12-31T00:00:00.000Z',
];
const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;
const CUSTOMERS = ['cus_a', 'cus_b', 'cus_c'];
const NAMES = ['Élan & Söhne', 'acme 100%', 'ACME', '設計 一', 'straße'];
const TIMES = [0, 1, 1000, MINUTE, YEAR].map((ms) => new Date(NOW + ms).toISOString());
const TOTALS = [0, 1, 100, 101, Number.MAX_SAFE_INTEGER];
const CURRENCIES = ['EUR', 'JPY'];
const REFERENCES = ['PO 1', "it's", '%'];
const PAIRS: Record<string, string>[] = [
  {},
  { source: 'web' },
  { source: 'web', reference: 'PO 1' },
  { source: '' },
];

type Draft = Pick<Quote, 'title' | 'status' | 'customerId' | 'validUntil'> & Partial<Quote>;

const statuses = QUOTE_STATUSES.filter((status) => status !== 'CONVERTED');
const title = fc.oneof(
  fc.constantFrom(...TITLES),
  fc.tuple(fc.constantFrom(...TITLES), fc.constantFrom(...TITLES)).map((parts) => parts.join(' ')),
);
const draft: fc.Arbitrary<Draft> = fc.record({
  title,
  status: fc.constantFrom(...statuses),
  customerId: fc.constantFrom(...CUSTOMERS),
  validUntil: fc.constantFrom(...VALIDITIES),
  updatedAt: fc.constantFrom(...TIMES),
  total: fc.constantFrom(...TOTALS),
  currency: fc.constantFrom(...CURRENCIES),
  reference: fc.constantFrom(null, ...REFERENCES),
  metadata: fc.constantFrom(...PAIRS),
  items: fc.array(title, { maxLength: 3 }).map((texts) => texts.map((text) => line(text, 1, 100))),
});
const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 });
const step = fc.oneof(
  {
    weight: 4,
    // The clock is set back now and then.
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      draft,
      ahead: fc.constantFrom<number>(0, 0, 5, -900),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('replace' as const), at: fc.nat(), draft }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rename' as const),
      customerId: fc.constantFrom(...CUSTOMERS),
      name: fc.constantFrom(...NAMES),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('event' as const), at: fc.nat(), time: fc.nat(2 * MINUTE) }),
  },
);
const partsOf = (texts: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...texts), fc.nat(20), fc.integer({ min: 1, max: 6 }))
    .map(([text, start, length]) =>
      [...text]
        .slice(start % [...text].length)
        .slice(0, length)
        .join(''),
    );
const odd = fc.constantFrom('q-', '-0000', 'Q-2026-0001', '%', '_', '\\', 'zzz', 'é', 'SS', 'σ', '\uffff');
const question = fc.record({
  search: fc.option(fc.oneof(partsOf(TITLES), odd), { nil: undefined }),
  q: fc.option(fc.oneof(partsOf([...TITLES, ...NAMES, ...REFERENCES]), odd), { nil: undefined }),
  statuses: fc.option(fc.uniqueArray(fc.constantFrom(...QUOTE_STATUSES), { minLength: 1, maxLength: 3 }), {
    nil: undefined,
  }),
  customerId: fc.option(fc.constantFrom(...CUSTOMERS, 'cus_nobody'), { nil: undefined }),
  sort: fc.constantFrom(...QUOTE_SORTS),
  limit: fc.integer({ min: 1, max: 10 }),
  offset: fc.oneof(fc.nat(4), fc.nat(60)),
  isCounted: fc.boolean(),
});
const instants = TIMES.map((time) => Date.parse(time));
const creations = [-901, -900, 0, 1, 5, MINUTE].map((ahead) => NOW + ahead);
const narrower = fc.oneof(
  fc.record({ createdFrom: maybe(...creations), createdTo: maybe(...creations) }),
  fc.record(
    { updatedFrom: fc.constantFrom(...instants), updatedTo: fc.constantFrom(...instants) },
    { requiredKeys: [] },
  ),
  fc.record(
    {
      validFrom: fc.constantFrom(...VALIDITIES.map((time) => Date.parse(time))),
      validTo: fc.constantFrom(...VALIDITIES.map((time) => Date.parse(time))),
    },
    { requiredKeys: [] },
  ),
  fc.record({
    currency: fc.constantFrom(...CURRENCIES),
    totalFrom: maybe(...TOTALS),
    totalTo: maybe(...TOTALS),
  }),
  fc.record({ reference: fc.constantFrom(...REFERENCES, 'nothing') }),
  fc.record({
    metadata: fc.constantFrom(
      [{ key: 'source', value: 'web' }],
      [{ key: 'source', value: '' }],
      [
        { key: 'source', value: 'web' },
        { key: 'reference', value: 'PO 1' },
      ],
      [{ key: 'web', value: 'source' }],
    ),
  }),
);
/** One of the other filters, alone or with a status, or two of them with anything else. */
const narrowed = fc
  .tuple(question, narrower, fc.option(narrower))
  .map(([{ search, q, customerId, ...asked }, first, second]) =>
    second ? { ...asked, search, q, customerId, ...first, ...second } : { ...asked, ...first },
  );
type NewQuote = { draft: Draft; ahead?: number };
type Step =
  | { kind: 'insert'; draft: Draft; ahead: number }
  | { kind: 'replace'; draft: Draft; at: number }
  | { kind: 'delete'; at: number }
  | { kind: 'rename'; customerId: string; name: string }
  | { kind: 'event'; at: number; time: number };
type Question = Omit<QuoteFilter, 'statuses'> & {
  statuses?: readonly QuoteStatus[] | undefined;
  sort: QuoteSort;
  limit: number;
  offset: number;
  isCounted?: boolean;
};

const SMALL = { ...FEW_ROWS, counted: 15 };

onEveryEngine('The quote list', (engine) => {
  let db: Database;
  /** Reads lists in threads on SQLite, unless a test sets limits of this thread. */
  let store: Pick<Database, 'read' | 'readers'>;
  let account: Account;
  afterEach(() => restoreListLimits());
  beforeEach(async () => {
    const place = await engine.newDatabase();
    db = engine.name === 'sqlite' ? await openSqlite(place, { readers: {} }) : await engine.open(place);
    store = db;
    account = await sampleAccount(db);
    // Rows of another account must never appear in the results.
    const other = await sampleAccount(db);
    const others = TITLES.map((text, index) => sampleQuote(`Q-2026-${index}`, { title: text }));
    await db.write((tx) => insertQuotes(tx, other.id, others));
  });
  afterEach(() => db.close());

  it('returns the same results as a plain array after random changes', () => compareWithArray());

  it('returns the same results by every way to the rows, and counts up to its limits', () => {
    setListLimits(SMALL);
    store = { read: db.read };
    return compareWithArray();
  });

  it('finds a quote by its last title after an edit concurrent with a create', async () => {
    const page = { sort: 'createdAt', limit: 10, offset: 0, now: 0 } as const;
    const quote = sampleQuote('E-1', { title: 'Kitchen' });
    await db.write((tx) => insertQuotes(tx, account.id, [quote]));
    const edit = (title: string) =>
      db.write(async (tx) => {
        const stored = await loadQuote(tx, account.id, quote.id);
        assert.ok(stored);
        await replaceQuote(tx, account.id, stored, { ...quote, title });
      });
    // Both writes share a transaction, with the edit last.
    const another = db.write((tx) => insertQuotes(tx, account.id, [sampleQuote('E-2', { title: 'Roof' })]));
    await Promise.all([another, edit('Garden')]);
    const found = async () => {
      const titles = ['Kitchen', 'Garden', 'Cellar', 'Roof'];
      const pages = titles.map((search) => listQuotes(db.read, account.id, { search }, page));
      return (await Promise.all(pages)).map(({ total }) => total);
    };
    assert.deepEqual(await found(), [0, 1, 0, 1]);
    await edit('Cellar');
    assert.deepEqual(await found(), [0, 0, 1, 1]);
  });

  it('finds, page by page, a text that is common in the account and rare for a customer', async () => {
    setListLimits(SMALL);
    const { insert, change, check } = againstModel();
    const validUntil = '2026-04-01T00:00:00.000Z';
    await insert(70, (index) => {
      const customerId = index % 2 === 0 ? 'cus_a' : 'cus_b';
      const title = customerId === 'cus_a' || index % 4 === 3 ? 'Kitchen' : 'Garden';
      const status = index % 3 === 0 ? 'SENT' : 'DRAFT';
      return { draft: { title, status, customerId, validUntil }, ahead: index % 5 };
    });
    const searched = { search: 'kitchen', customerId: 'cus_b' };
    const askAll = async () => {
      for (const sort of QUOTE_SORTS) {
        for (const status of [undefined, 'SENT', 'ACCEPTED'] as const) {
          for (const offset of sampleOf([0, 1, 4, 9, 17, 18], 3)) {
            const statuses = status && [status];
            await check({ ...searched, statuses, sort, limit: 1 + (offset % 3), offset });
          }
        }
      }
    };
    await askAll();
    const draft = { title: 'Kitchen', status: 'SENT', customerId: 'cus_b', validUntil } as const;
    await change({ kind: 'replace', at: 7, draft });
    await change({ kind: 'replace', at: 5, draft: { ...draft, title: 'Garden' } });
    await change({ kind: 'delete', at: 15 });
    await askAll();
  });

  it('updates the count of a filter after a change of the filtered field only', async () => {
    setListLimits(SMALL);
    const { insert, change, check } = againstModel();
    const draft = {
      title: 'Kitchen',
      status: 'SENT',
      customerId: 'cus_a',
      validUntil: VALIDITIES[1] ?? '',
    } as const;
    const facts = { total: 100, currency: 'EUR', updatedAt: TIMES[1] ?? '', reference: 'PO 1', metadata: {} };
    await insert(20, (at) => ({ draft: { ...draft, ...facts }, ahead: at }));
    const page = { sort: '-createdAt', limit: 3, offset: 2 } as const;
    const askAll = async () => {
      await check({ ...page, currency: 'EUR', totalFrom: 50 });
      await check({ ...page, updatedFrom: Date.parse(TIMES[1] ?? '') });
      await check({ ...page, validTo: Date.parse(VALIDITIES[1] ?? '') });
      await check({ ...page, reference: 'PO 1' });
    };
    await askAll();
    for (const [at, changed] of [
      { total: 1 },
      { currency: 'JPY' },
      { updatedAt: TIMES[0] ?? '' },
      { validUntil: VALIDITIES[3] ?? '' },
      { reference: null },
    ].entries()) {
      await change({ kind: 'replace', at: 5 + at, draft: { ...draft, ...facts, ...changed } });
      await askAll();
    }
  });

  it('finds a rare text among many quotes, before and after changes', async () => {
    setListLimits(SMALL);
    const { insert, change, check } = againstModel();
    const draft = { status: 'DRAFT', customerId: 'cus_a', validUntil: VALIDITIES[1] ?? '' } as const;
    await insert(60, (at) => ({
      draft: { ...draft, title: at % 20 === 3 ? 'Terrace' : 'Kitchen' },
      ahead: at,
    }));
    const askAll = async () => {
      for (const again of sampleOf([0, 1, 2], 2)) {
        for (const statuses of [undefined, ['DRAFT'], ['SENT']] as const) {
          for (const customerId of [undefined, 'cus_a', 'cus_b']) {
            await check({
              search: 'terrace',
              statuses,
              customerId,
              sort: '-createdAt',
              limit: 2,
              offset: again,
            });
          }
        }
      }
    };
    await askAll();
    await change({ kind: 'replace', at: 7, draft: { ...draft, title: 'Terrace', status: 'SENT' } });
    await change({ kind: 'delete', at: 3 });
    await askAll();
    // By now the text is common.
    for (let at = 8; at < 24; at++)
      await change({ kind: 'replace', at, draft: { ...draft, title: 'Terrace' } });
    await askAll();
  });

  if (engine.name !== 'sqlite') {
    it('plans each page once on PostgreSQL', async () => {
      const page = { sort: '-createdAt', limit: 10, offset: 0, now: 0 } as const;
      // The plain list: of the many lists that tests of this process ask for, only the first thousand are prepared.
      for (let times = 0; times < 20; times++) await listQuotes(db.read, account.id, {}, page);
      const plans = await db.read.all<{ once: number; anew: number }>(
        'SELECT generic_plans AS once, custom_plans AS anew FROM pg_prepared_statements',
      );
      assert.ok(plans.some(({ once }) => once > 1));
      assert.ok(plans.every(({ anew }) => anew === 0));
      // A generic plan overestimates the rows; it must not start parallel workers.
      const settings = await db.read.get<Record<string, string>>(
        `SELECT current_setting('max_parallel_workers_per_gather') AS helpers, current_setting('jit') AS jit`,
      );
      assert.deepEqual({ ...settings }, { helpers: '0', jit: 'off' });
    });
  }

  it('counts exactly up to its limit, reports when it stopped, and serves the pages beyond', async () => {
    setListLimits({ ...SMALL, counted: 20 });
    const quotes = Array.from({ length: 30 }, (_, index) =>
      sampleQuote(`C-${index}`, { title: index < 20 ? 'Kitchen' : 'Garden', reference: 'PO 1' }),
    );
    await db.write((tx) => insertQuotes(tx, account.id, quotes));
    const list = async (filter: QuoteFilter, offset: number, sort: QuoteSort = '-createdAt') => {
      const page = { sort, limit: 8, offset, now: 0 };
      const { total, isExact, hasMore, docs } = await listQuotes(
        db.read,
        account.id,
        withCurrency(filter, sort),
        page,
      );
      return { total, isExact, hasMore, n: JSON.parse(`[${Buffer.from(docs)}]`).length };
    };
    const atLimit = { total: 20, isExact: true };
    assert.deepEqual(await list({ search: 'kitchen' }, 0), { ...atLimit, hasMore: true, n: 8 });
    assert.deepEqual(await list({ search: 'kitchen' }, 16), { ...atLimit, hasMore: false, n: 4 });
    for (const filter of [{ search: 'e' }, { reference: 'PO 1' }, { updatedFrom: 1 }]) {
      for (const sort of QUOTE_SORTS) {
        const above = { total: 20, isExact: false };
        assert.deepEqual(
          await list(filter, 0, sort),
          { ...above, hasMore: true, n: 8 },
          JSON.stringify(filter),
        );
        const beyond = await list(filter, 24, sort);
        const last = { total: 30, isExact: true, hasMore: false, n: 6 };
        assert.deepEqual(beyond, last, JSON.stringify({ filter, sort }));
      }
    }
    for (const filter of [{}, { statuses: ['DRAFT'] }, { customerId: quotes[0]?.customerId }] as const) {
      assert.deepEqual(await list(filter, 0), { total: 30, isExact: true, hasMore: true, n: 8 });
    }
  });

  it('lists quotes that are valid so shortly among those of other times of creation', async () => {
    setListLimits(SMALL);
    const { insert, check } = againstModel();
    const draft = { title: 'Shed', status: 'SENT', customerId: 'cus_a' } as const;
    await insert(80, (n) => {
      const validUntil = VALIDITIES[n < 20 || n >= 70 ? 1 : 3] ?? '';
      return { draft: { ...draft, validUntil }, ahead: n * 10 * 60 * MINUTE };
    });
    const validTo = Date.parse(VALIDITIES[1] ?? '');
    for (const sort of ['createdAt', '-createdAt'] as const) {
      for (const offset of [0, 5, 9, 12, 19, 25, 30]) await check({ validTo, sort, limit: 5, offset });
    }
  });

  it('lists quotes created within bounds in the order of another time', async () => {
    setListLimits(SMALL);
    const { insert, check } = againstModel();
    const draft = { title: 'Shed', status: 'SENT', customerId: 'cus_a' } as const;
    await insert(80, (n) => {
      const validUntil = new Date(NOW + (n === 3 ? 200 : n) * 1000 * MINUTE).toISOString();
      return { draft: { ...draft, validUntil }, ahead: n * 10 * 60 * MINUTE };
    });
    const [early, late] = [NOW + 20 * 10 * 60 * MINUTE, NOW + 60 * 10 * 60 * MINUTE];
    const filters = [{ createdTo: early }, { createdFrom: late }, { createdFrom: early, createdTo: late }];
    for (const filter of filters) {
      for (const sort of sampleOf(QUOTE_SORTS, 3).filter((each) => !each.endsWith('total'))) {
        for (const offset of [0, 5, 18]) await check({ ...filter, sort, limit: 5, offset });
      }
    }
  });

  it('finds texts that are rare in the order of the page', async () => {
    setListLimits({ ...SMALL, counted: 5 });
    const { insert, check } = againstModel();
    const draft = { status: 'SENT', validUntil: VALIDITIES[0] ?? '' } as const;
    await insert(80, (n) => {
      const title = n < 20 ? `Green shed ${n}` : 'Roof';
      const customerId = CUSTOMERS[n < 20 ? 2 : n % 2] ?? '';
      return { draft: { ...draft, title, customerId }, ahead: n };
    });
    for (const sort of QUOTE_SORTS.filter((each) => !each.endsWith('total'))) {
      for (const offset of [0, 7, 18]) await check({ q: 'green', sort, limit: 5, offset });
    }
  });

  it('lists marked quotes of a customer', async () => {
    setListLimits({ ...SMALL, counted: 4 });
    const { insert, check } = againstModel();
    const draft = { title: 'Shed', status: 'SENT', validUntil: VALIDITIES[0] ?? '' } as const;
    const marks: Record<string, string>[] = [{ source: 'web' }, {}, {}, {}];
    await insert(60, (n) => {
      const customerId = n % 12 === 4 ? 'cus_c' : (CUSTOMERS[n % 2] ?? '');
      return { draft: { ...draft, customerId, metadata: marks[n % 4] ?? {} }, ahead: n };
    });
    const metadata = [{ key: 'source', value: 'web' }];
    for (const sort of QUOTE_SORTS) {
      for (const customerId of CUSTOMERS) {
        for (const offset of sampleOf([0, 4, 9], 2))
          await check({ metadata, customerId, sort, limit: 3, offset });
      }
    }
  });

  it('finds the latest drafts by their status without scanning other quotes', async () => {
    setListLimits(SMALL);
    const { insert, change } = againstModel();
    const draft = { customerId: 'cus_a', validUntil: VALIDITIES[0] ?? '' } as const;
    await insert(25, (index) => {
      const status = index % 5 === 0 || index > 20 ? 'DRAFT' : 'ACCEPTED';
      return { draft: { ...draft, title: `Shed ${index}`, status } };
    });
    await change({ kind: 'delete', at: 22 });
    let plan = '';
    const all: Sql['all'] = async (text, ...values) => {
      const rows =
        engine.name === 'sqlite'
          ? await db.read.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...values)
          : [];
      plan = rows.map(({ detail }) => detail).join('\n');
      return db.read.all(text, ...values);
    };
    const found = await listByStatus({ ...db.read, all }, account.id, 'DRAFT', 5);
    assert.deepEqual(
      found.map(({ title }) => title),
      [24, 23, 21, 20, 15].map((n) => `Shed ${n}`),
    );
    if (engine.name === 'sqlite') assert.match(plan, /SEARCH q USING INDEX \S+ \(account_id=\? AND id=\?\)/);
  });

  it('filters by the clock of a test account, whatever the identifier contains', async () => {
    const test = await db.write((tx) => createAccount(tx, { name: 'Test', kind: 'test' }, NOW));
    await db.write(async (tx) => {
      const customer = { ...CUSTOMER, id: 'cus_a', createdAt: test.createdAt, updatedAt: test.createdAt };
      await putCustomer(tx, test.id, { ...customer, metadata: {} });
      const createdAt = new Date(NOW + YEAR).toISOString();
      await insertQuotes(tx, test.id, [sampleQuote('T-1'), sampleQuote('T-2', { createdAt })]);
    });
    const page = { sort: 'createdAt', limit: 10, offset: 0, now: 0 } as const;
    for (const [filter, total] of [
      [{ createdFrom: NOW + 1 }, 1],
      [{ createdFrom: NOW }, 2],
      [{ createdTo: NOW }, 1],
      [{ createdFrom: NOW + YEAR, createdTo: NOW + YEAR }, 1],
    ] as const) {
      assert.equal((await listQuotes(db.read, test.id, filter, page)).total, total, JSON.stringify(filter));
    }
  });

  async function compareWithArray(): Promise<void> {
    const { change, check } = againstModel();
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.array(fc.oneof(question, narrowed), { minLength: 12, maxLength: 16 }),
        async (steps, questions) => {
          for (const todo of steps) await change(todo);
          for (const asked of questions) await check(asked);
        },
      ),
      // The model is shared by all runs, so a failure cannot be shrunk.
      { numRuns: countCases(25), endOnFailure: true, seed: 20260301 },
    );
    for (const sort of QUOTE_SORTS) {
      for (const offset of [0, 13]) await check({ sort, limit: 7, offset });
    }
    for (const status of [undefined, ...QUOTE_STATUSES]) {
      for (const customerId of sampleOf([undefined, ...CUSTOMERS], 3)) {
        await check({ statuses: status && [status], customerId, sort: 'createdAt', limit: 10, offset: 0 });
      }
    }
  }

  /** Continues the list after any quote, which may not match the filter. */
  async function checkCursor(
    filter: QuoteFilter,
    page: { sort: QuoteSort; limit: number; isCounted: boolean },
    wanted: readonly Quote[],
    after: string | undefined,
  ): Promise<void> {
    if (after === undefined || !page.sort.endsWith('createdAt')) return;
    const found = await readList(store, 'quotes', account.id, filter, { ...page, offset: 0, after, now: 0 });
    const rest = wanted.filter(({ id }) => (page.sort.startsWith('-') ? id < after : id > after));
    const message = JSON.stringify({ ...filter, ...page, after });
    assert.deepEqual(JSON.parse(`[${Buffer.from(found.docs)}]`), rest.slice(0, page.limit), message);
    assert.equal(found.hasMore, rest.length > page.limit, message);
    if (page.isCounted && found.isExact) assert.equal(found.total, wanted.length, message);
  }

  /** Applies the same changes to the quotes and to an array, and compares their results. */
  function againstModel() {
    const model: Quote[] = [];
    const names = new Map(CUSTOMERS.map((id) => [id, CUSTOMER.name]));
    const lastEvents = new Map<string, number>();
    let made = 0;
    const insertAll = async (wanted: readonly NewQuote[]): Promise<void> => {
      const quotes = wanted.map(({ draft: content, ahead = 0 }) => {
        const number = `Q-2026-${String(++made).padStart(5, '0')}`;
        const createdAt = new Date(NOW + ahead).toISOString();
        const id = newId('quo', NOW + ahead);
        return withOrderedTimes(sampleQuote(number, { id, createdAt, ...content }));
      });
      await db.write((tx) => insertQuotes(tx, account.id, quotes));
      model.push(...quotes);
    };
    /** Inserts this many quotes in one transaction. */
    const insert = (length: number, describeQuote: (index: number) => NewQuote) =>
      insertAll(Array.from({ length }, (_, index) => describeQuote(index)));
    const change = async (todo: Step): Promise<void> => {
      if (todo.kind === 'rename') {
        const at = new Date(NOW).toISOString();
        const customer = { ...CUSTOMER, id: todo.customerId, name: todo.name, createdAt: at, updatedAt: at };
        await db.write((tx) => putCustomer(tx, account.id, { ...customer, metadata: {} }));
        names.set(todo.customerId, todo.name);
        return;
      }
      if (todo.kind === 'insert') return insertAll([todo]);
      const index = model.length > 0 ? todo.at % model.length : -1;
      const quote = model[index];
      if (!quote) return;
      if (todo.kind === 'event') {
        await db.write((tx) => updateLastEvent(tx, account.id, quote.id, NOW + todo.time));
        lastEvents.set(quote.id, NOW + todo.time);
        return;
      }
      const changed = todo.kind === 'delete' ? quote : withOrderedTimes({ ...quote, ...todo.draft });
      await db.write(async (tx) => {
        const stored = await loadQuote(tx, account.id, quote.id);
        assert.ok(stored);
        if (todo.kind === 'delete') await deleteQuote(tx, account.id, stored);
        else await replaceQuote(tx, account.id, stored, changed);
      });
      if (todo.kind === 'delete') model.splice(index, 1);
      else model[index] = changed;
    };
    const check = async (asked: Question): Promise<void> => {
      const { sort, limit, offset, isCounted = true, ...others } = asked;
      const filter = withCurrency(others, sort);
      const page = await readList(store, 'quotes', account.id, filter, {
        sort,
        limit,
        offset,
        now: 0,
        isCounted,
      });
      const listed = model.map((quote) => ({
        quote,
        customerName: formOf(names.get(quote.customerId) ?? ''),
        lastEventAt: lastEvents.get(quote.id) ?? Date.parse(quote.createdAt),
      }));
      const wanted = listed
        .filter((each) => isWanted(each, filter))
        .sort(by(sort))
        .map(({ quote }) => quote);
      assert.equal(page.hasMore, wanted.length > offset + limit, JSON.stringify(asked));
      if (isCounted && page.isExact) assert.equal(page.total, wanted.length, JSON.stringify(asked));
      else assert.ok(!isCounted || page.total <= wanted.length, JSON.stringify(asked));
      if (isCounted && wanted.length <= LIST_LIMITS.counted) {
        assert.ok(page.isExact, JSON.stringify(asked));
      }
      assert.deepEqual(
        JSON.parse(`[${Buffer.from(page.docs)}]`),
        wanted.slice(offset, offset + limit),
        JSON.stringify(asked),
      );
      await checkCursor(filter, { sort, limit, isCounted }, wanted, model[offset % model.length]?.id);
      if (offset > 0) return;
      // Every reply of PostgreSQL comes in a turn of its own, and counting them keeps the processor busy meanwhile.
      const turns = engine.name === 'sqlite' ? countTurns() : () => Infinity;
      const batches = await Array.fromAsync(streamQuotes(store, account.id, filter, sort)).finally(turns);
      const streamed = batches.flat();
      assert.ok(turns() >= batches.length, 'others have their turns of the event loop between the batches');
      assert.deepEqual(
        streamed.map(({ doc }) => JSON.parse(doc)),
        wanted,
        JSON.stringify(asked),
      );
    };
    return { insert, change, check };
  }
});

/** No quote was changed before it was created. */
function withOrderedTimes(quote: Quote): Quote {
  return { ...quote, updatedAt: computeUpdatedAt(quote, Date.parse(quote.updatedAt)) };
}

/** Returns a function that counts the turns of the event loop. */
function countTurns(): () => number {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  return () => {
    isOver = true;
    return turns;
  };
}

interface Listed {
  quote: Quote;
  /** In search form. */
  customerName: string;
  lastEventAt: number;
}

/** Adds the currency that a sort order by amounts needs. */
function withCurrency(filter: QuoteFilter, sort: QuoteSort): QuoteFilter {
  return needsCurrency(sort) && filter.currency === undefined ? { ...filter, currency: 'EUR' } : filter;
}

function isWanted(
  { quote, customerName }: Listed,
  { search, q, statuses, customerId, ...others }: QuoteFilter,
): boolean {
  if (statuses !== undefined && !statuses.includes(quote.status)) return false;
  if (customerId !== undefined && quote.customerId !== customerId) return false;
  if (!isNarrowed(quote, others)) return false;
  const term = formOf(q ?? '');
  if (!textOf(quote).includes(term) && !customerName.includes(term)) return false;
  const text = `${formOf(quote.number)}${BOUNDARY}${formOf(quote.title)}`;
  return !search || text.includes(formOf(search));
}

const forms = new Map<string, string>();
const texts = new WeakMap<Quote, string>();

/** Computes each search form once: the model is searched some thousand times. */
function formOf(text: string): string {
  const form = forms.get(text) ?? toSearchForm(text);
  forms.set(text, form);
  return form;
}

/** A changed quote is another object. */
function textOf(quote: Quote): string {
  const text = texts.get(quote) ?? buildSearchText(quote);
  texts.set(quote, text);
  return text;
}

function isNarrowed(quote: Quote, filter: QuoteFilter): boolean {
  const isWithin = (value: number, from = -Infinity, to = Infinity) => value >= from && value <= to;
  const { currency, reference, metadata = [] } = filter;
  return (
    isWithin(Date.parse(quote.createdAt), filter.createdFrom, filter.createdTo) &&
    isWithin(Date.parse(quote.updatedAt), filter.updatedFrom, filter.updatedTo) &&
    isWithin(Date.parse(quote.validUntil), filter.validFrom, filter.validTo) &&
    (currency === undefined ||
      (quote.currency === currency && isWithin(quote.total, filter.totalFrom, filter.totalTo))) &&
    (reference === undefined || quote.reference === reference) &&
    metadata.every(({ key, value }) => quote.metadata[key] === value)
  );
}

function by(sort: QuoteSort): (a: Listed, b: Listed) => number {
  const sign = sort.startsWith('-') ? -1 : 1;
  const compare = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);
  const keyOf = (listed: Listed): (string | number)[] => {
    const { quote, customerName, lastEventAt } = listed;
    const keys: Record<string, (string | number)[]> = {
      createdAt: [],
      updatedAt: [Date.parse(quote.updatedAt)],
      validUntil: [Date.parse(quote.validUntil)],
      total: [quote.total],
      lastEventAt: [lastEventAt],
      customerName: [customerName, quote.customerId],
    };
    return [...(keys[sort.replace('-', '')] ?? []), quote.id];
  };
  return (a, b) => {
    const [first, second] = [keyOf(a), keyOf(b)];
    return sign * (first.map((key, at) => compare(key, second[at] ?? '')).find((order) => order !== 0) ?? 0);
  };
}
