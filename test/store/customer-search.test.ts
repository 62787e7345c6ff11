import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import fc from 'fast-check';
import type { Account } from '../../src/domain/account/account.ts';
import type { CustomerRecord } from '../../src/domain/customer/customer.ts';
import { CUSTOMER_SORTS } from '../../src/domain/customer/customer-filter.ts';
import type { Database, Sql } from '../../src/store/database.ts';
import { type CustomerPage, listCustomers } from '../../src/store/lists/by-text/customer-list.ts';
import { streamCustomers } from '../../src/store/lists/streams.ts';
import { toSearchForm } from '../../src/store/lists/text/search-form.ts';
import { deleteCustomer, findCustomer, putCustomer } from '../../src/store/tables/customers.ts';
import { CUSTOMER } from '../fixtures/customer.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { hearing, sqlitePlan } from '../support/store/heard-statements.ts';
import {
  checkAfterChanges,
  FEW_ROWS,
  restoreListLimits,
  setListLimits,
} from '../support/store/list-limits.ts';
import { NOW, sampleAccount } from '../support/store/store-samples.ts';

const NAMES = [
  'Ada',
  'ADA 0',
  'Éclair',
  'éclair',
  'Straße',
  'STRASSE',
  '100% a_b',
  'A\\B',
  'ΟΔΟΣ',
  '設計 工事',
  '😀',
  '',
];
const EMAILS = ['ada@shop.example', 'BOB@shop.example', 'x_y@z.example', null];

const METADATA: Record<string, string>[] = [{}, { crm: '1' }, { crm: '2', team: '1' }, { team: '1' }];

const COLUMNS: Record<string, string> = {
  name: 'name_key',
  createdAt: `doc::json ->> 'createdAt'`,
  updatedAt: `doc::json ->> 'updatedAt'`,
};

type Step =
  | { kind: 'put'; id: number; name: string; email: string | null; metadata: Record<string, string> }
  | { kind: 'delete'; id: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      id: fc.nat(80),
      name: fc.constantFrom(...NAMES),
      email: fc.constantFrom(...EMAILS),
      metadata: fc.constantFrom(...METADATA),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), id: fc.nat(80) }) },
);
const piece = fc
  .tuple(
    fc.constantFrom(...NAMES, 'ada@shop.example', 'c1', 'cus_a'),
    fc.nat(20),
    fc.integer({ min: 1, max: 6 }),
  )
  .map(([text, start, length]) =>
    [...text]
      .slice(start % Math.max(1, [...text].length))
      .slice(0, length)
      .join(''),
  );
const question = fc.record({
  search: fc.oneof(
    piece,
    piece.map((text) => text.toUpperCase()),
    fc.constantFrom('', 'zzz', '%', '_', '\\', 'ss', '.example', 'example', 'c1', '\ufdd0', '?', 'shopada'),
  ),
  sort: fc.constantFrom(...CUSTOMER_SORTS),
  email: fc.option(fc.constantFrom('ADA@shop.example', 'bob@shop.example', 'shop'), { nil: undefined }),
  crm: fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined }),
  createdTo: fc.option(fc.constantFrom(NOW - 5000, NOW - 2000), { nil: undefined }),
  updatedFrom: fc.option(fc.constantFrom(NOW, NOW + 3000), { nil: undefined }),
  limit: fc.integer({ min: 1, max: 10 }),
  offset: fc.oneof(fc.nat(4), fc.nat(40)),
});

onEveryEngine('The customer search', (engine) => {
  let db: Database;
  let account: Account;
  beforeEach(async () => {
    db = await engine.open(await engine.newDatabase());
    account = await sampleAccount(db);
    // Rows of another account must never appear in the results.
    const other = await sampleAccount(db);
    for (const [id, name] of NAMES.entries()) await put({ id, name }, other.id);
  });
  afterEach(async () => {
    restoreListLimits();
    await db.close();
  });

  it('returns the same results as LIKE after random changes', () => compareWithLike());

  it('returns the same results for many customers', () => {
    setListLimits(FEW_ROWS);
    return compareWithLike();
  });

  it('filters through indexes', async () => {
    setListLimits(FEW_ROWS);
    for (let id = 0; id < 60; id++) {
      await put({ id, name: 'Ada', email: id % 2 ? 'a@b.example' : null, metadata: { crm: String(id % 3) } });
    }
    const { sql, asked } = hearing(db.read);
    for (const filter of [
      { email: 'a@b.example' },
      { metadata: [{ key: 'crm', value: '1' }] },
      { email: 'a@b.example', metadata: [{ key: 'crm', value: '1' }], search: 'ada' },
    ]) {
      await listCustomers(sql, account.id, { ...filter, limit: 3, offset: 0, after: 'c1020' });
      for (const statement of asked.splice(0)) {
        if (engine.name !== 'sqlite') continue;
        assert.doesNotMatch(await sqlitePlan(db.read, statement), /SCAN (q|m|customers|customer_marks)\b/);
      }
    }
  });

  /** Runs the changes concurrently, so that they share one transaction. */
  async function compareWithLike(): Promise<void> {
    const entries = engine.name === 'sqlite' ? 'customer_grams_docsize' : 'customer_grams';
    await checkAfterChanges(step, question, {
      apply: (part) => Promise.all(part.map((each) => (each.kind === 'put' ? put(each) : remove(each.id)))),
      check,
    });
    const left = await db.read.get<{ customers: number; entries: number }>(
      `SELECT (SELECT count(*) FROM customers) AS customers, (SELECT count(*) FROM ${entries}) AS entries`,
    );
    assert.equal(left?.entries, left?.customers);
  }

  async function check({ crm, ...page }: CustomerPage & { crm?: string | undefined }): Promise<void> {
    await checkSearch(page);
    const { search, sort, limit, offset, email, createdTo, updatedFrom } = page;
    const times = { createdTo, updatedFrom };
    const filter = { email, ...times, ...(crm !== undefined && { metadata: [{ key: 'crm', value: crm }] }) };
    if (![email, crm, createdTo, updatedFrom].some((value) => value !== undefined)) return;
    const { rows: all } = await listCustomers(db.read, account.id, { search, sort, limit: 1000, offset: 0 });
    const wanted = all
      .map(({ doc }) => JSON.parse(doc) as CustomerRecord)
      .filter((each) => email === undefined || each.email?.toLowerCase() === email.toLowerCase())
      .filter((each) => crm === undefined || each.metadata.crm === crm)
      .filter((each) => createdTo === undefined || Date.parse(each.createdAt) <= createdTo)
      .filter((each) => updatedFrom === undefined || Date.parse(each.updatedAt) >= updatedFrom)
      .map(({ id }) => id);
    const after = `c${1000 + offset}`;
    for (const [place, rest] of [
      [{ offset }, wanted.slice(offset)],
      ...(sort === undefined || sort === 'id'
        ? ([[{ offset: 0, after }, wanted.filter((id) => id > after)]] as const)
        : []),
    ] as const) {
      const found = await listCustomers(db.read, account.id, { ...filter, search, sort, limit, ...place });
      assert.deepEqual(
        { ids: found.rows.map(({ id }) => id), total: found.total, hasMore: found.hasMore },
        { ids: rest.slice(0, limit), total: wanted.length, hasMore: rest.length > limit },
        JSON.stringify({ ...filter, search, sort, limit, ...place }),
      );
    }
    const streamed = await Array.fromAsync(streamCustomers(db, account.id, { ...filter, search, sort }));
    assert.deepEqual(
      streamed.flat().map((doc) => JSON.parse(doc).id),
      wanted,
    );
  }

  async function checkSearch({ search = '', limit, offset, sort = 'id' }: CustomerPage): Promise<void> {
    const pattern = `%${toSearchForm(search).replaceAll(/[\\%_]/g, '\\$&')}%`;
    const direction = sort.startsWith('-') ? ' DESC' : '';
    const column = COLUMNS[sort.replace('-', '')]?.replace(
      '::json',
      engine.name === 'sqlite' ? '' : '::json',
    );
    const wanted = await db.read.all<{ id: string }>(
      `SELECT id FROM customers WHERE account_id = ? AND search LIKE ? ESCAPE '\\'
       ORDER BY ${column ? `${column}${direction}, ` : ''} id${direction}`,
      ...[account.id, pattern],
    );
    const { rows, total } = await listCustomers(db.read, account.id, { search, limit, offset, sort });
    assert.deepEqual(
      { ids: rows.map(({ id }) => id), total },
      { ids: wanted.slice(offset, offset + limit).map(({ id }) => id), total: wanted.length },
      JSON.stringify({ search, limit, offset, sort }),
    );
    if (sort !== 'id') return;
    const after = `c${1000 + offset}`;
    const rest = wanted.map(({ id }) => id).filter((id) => id > after);
    const next = await listCustomers(db.read, account.id, { search, limit, offset: 0, after });
    assert.deepEqual(
      { ids: next.rows.map(({ id }) => id), total: next.total, hasMore: next.hasMore },
      { ids: rest.slice(0, limit), total: wanted.length, hasMore: rest.length > limit },
      JSON.stringify({ search, limit, after }),
    );
  }

  async function put(
    {
      id,
      name,
      email = null,
      metadata = {},
    }: Partial<Extract<Step, { kind: 'put' }>> & { id: number; name: string },
    accountId = account.id,
  ): Promise<void> {
    // Several customers have the same times.
    const [createdAt, updatedAt] = [NOW - (id % 7) * 1000, NOW + (name.length % 5) * 1000];
    const customer = {
      ...CUSTOMER,
      id: `c${1000 + id}`,
      name,
      email,
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: new Date(updatedAt).toISOString(),
      metadata,
    };
    const replace = async (tx: Sql) =>
      putCustomer(tx, accountId, customer, await findCustomer(tx, accountId, customer.id));
    await db.write(replace, { account: accountId });
  }

  async function remove(id: number): Promise<void> {
    await db.write((tx) => deleteCustomer(tx, account.id, `c${1000 + id}`), { account: account.id });
  }
});
