import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import fc from 'fast-check';
import type { Account } from '../../src/domain/account/account.ts';
import { newId } from '../../src/domain/ids.ts';
import type { Invoice } from '../../src/domain/invoice/invoice.ts';
import {
  INVOICE_SORTS,
  type InvoiceFilter,
  type InvoiceSort,
} from '../../src/domain/invoice/invoice-filter.ts';
import type { Database, SqlValue } from '../../src/store/database.ts';
import { listInvoiceDocs } from '../../src/store/lists/invoice/invoice-list.ts';
import { streamInvoices } from '../../src/store/lists/streams.ts';
import { toSearchForm } from '../../src/store/lists/text/search-form.ts';
import { putCustomer } from '../../src/store/tables/customers.ts';
import { CUSTOMER } from '../fixtures/customer.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import {
  checkAfterChanges,
  FEW_ROWS,
  restoreListLimits,
  setListLimits,
} from '../support/store/list-limits.ts';
import { insertSampleInvoice, NOW, sampleAccount } from '../support/store/store-samples.ts';

const NUMBERS = [
  'INV-2026-0',
  'inv-',
  'É-',
  'STRASSE ',
  'Straße ',
  '100% ',
  'a_b',
  'A\\B',
  'K',
  'ΣΑΣ',
  '設計',
  '😀-',
];
const NAMES = ['Ada', 'ADA 0', 'Éclair', 'éclair', 'Straße', '100% a_b', 'Inv-2', 'ΟΔΟΣ', '設計 工事', '😀'];
const CUSTOMERS = ['cus_a', 'cus_b', 'cus_c'];

const HOUR_MS = 3_600_000;

/** The columns that lists filter and sort by. */
type Facts = Pick<Invoice, 'status' | 'kind' | 'overdue' | 'issueDate' | 'dueDate'> & Partial<Changing>;
type Changing = Pick<Invoice, 'createdAt' | 'updatedAt' | 'currency' | 'total' | 'reference' | 'metadata'>;

type Step =
  | { kind: 'insert'; number: string; customerId: string; ahead: number; facts: Facts }
  | { kind: 'rename'; customerId: string; name: string };

const DATES = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'];
const date = fc.constantFrom(...DATES);
const time = fc.constantFrom(...DATES.map((day) => `${day}T12:00:00.000Z`));
const ms = time.map((text) => Date.parse(text));
const facts: fc.Arbitrary<Facts> = fc
  .record({
    status: fc.constantFrom('DRAFT', 'ISSUED', 'ISSUED', 'PAID', 'CREDITED'),
    isCredit: fc.boolean(),
    overdue: fc.boolean(),
    issueDate: date,
    dueDate: date,
    changing: fc.record({
      createdAt: time,
      updatedAt: time,
      currency: fc.constantFrom('EUR', 'CHF'),
      total: fc.constantFrom(100, 200, 300),
      reference: fc.constantFrom('PO 1', null),
      metadata: fc.constantFrom({}, { crm: '1' }, { crm: '2', reference: 'PO 1' }),
    }) as fc.Arbitrary<Changing>,
  })
  .map(({ status, isCredit, overdue, issueDate, dueDate, changing }) => {
    const kind = status === 'ISSUED' && isCredit ? 'CREDIT_NOTE' : 'INVOICE';
    const isOpen = status === 'ISSUED' && kind === 'INVOICE';
    return {
      status,
      kind,
      overdue: isOpen && overdue,
      issueDate,
      dueDate: kind === 'INVOICE' ? dueDate : null,
      ...changing,
    };
  });
const DRAFT: Facts = {
  ...{ status: 'DRAFT', kind: 'INVOICE', overdue: false, issueDate: '2026-03-01', dueDate: '2026-03-31' },
};
const customerId = fc.constantFrom(...CUSTOMERS);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    // The clock is set back now and then.
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      number: fc.constantFrom(...NUMBERS),
      customerId,
      ahead: fc.constantFrom(0, 0, 0, 5, -900),
      facts,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rename' as const),
      customerId,
      name: fc.constantFrom(...NAMES),
    }),
  },
);
const piece = fc
  .tuple(fc.constantFrom(...NUMBERS, ...NAMES, ...CUSTOMERS), fc.nat(20), fc.integer({ min: 1, max: 6 }))
  .map(([text, start, length]) =>
    [...text]
      .slice(start % [...text].length)
      .slice(0, length)
      .join(''),
  );
const question = fc.record({
  search: fc.oneof(
    fc.constant(undefined),
    piece,
    piece.map((text) => text.toUpperCase()),
    fc.constantFrom('-2026-01', 'zzz', '%', '_', '__', '\\', "'", 'ss', 'é', 'inv-2026-03', '\ufdd0', '?'),
  ),
  customerId: fc.option(fc.constantFrom(...CUSTOMERS, 'cus_nobody'), { nil: undefined, freq: 4 }),
  quoteAt: fc.option(fc.nat(), { nil: undefined, freq: 1 }),
  filter: fc.record(
    {
      statuses: fc.constantFrom(['ISSUED'], ['DRAFT'], ['PAID', 'CREDITED']) as fc.Arbitrary<
        InvoiceFilter['statuses']
      >,
      kind: fc.constantFrom('INVOICE', 'CREDIT_NOTE') as fc.Arbitrary<Invoice['kind']>,
      overdue: fc.boolean(),
      dueFrom: date,
      dueTo: date,
      issuedFrom: date,
      issuedTo: date,
      ...{ createdFrom: ms, createdTo: ms, updatedFrom: ms, updatedTo: ms },
      reference: fc.constantFrom('PO 1', 'PO 2'),
      metadata: fc.constantFrom([{ key: 'crm', value: '1' }], [{ key: 'reference', value: 'PO 1' }]),
    },
    { requiredKeys: [] },
  ),
  amounts: fc.option(
    fc.record({
      currency: fc.constantFrom('EUR', 'USD'),
      totalFrom: fc.constantFrom(undefined, 200),
      totalTo: fc.constantFrom(undefined, 200),
    }),
    { nil: {} },
  ),
  sort: fc.constantFrom(...INVOICE_SORTS),
  limit: fc.integer({ min: 1, max: 10 }),
  offset: fc.oneof(fc.nat(4), fc.nat(40)),
});

onEveryEngine('The invoice search', (engine) => {
  let db: Database;
  let account: Account;
  let quoteIds: string[];
  beforeEach(async () => {
    db = await engine.open(await engine.newDatabase());
    account = await sampleAccount(db);
    quoteIds = [];
    // Rows of another account must never appear in the results.
    const other = await sampleAccount(db);
    for (const [index, number] of NUMBERS.entries()) {
      await insert(other.id, { number: `${number}${index}`, customerId: 'cus_a', ahead: 0, facts: DRAFT });
    }
  });
  afterEach(async () => {
    restoreListLimits();
    await db.close();
  });

  it('returns the same results as LIKE after random changes', () => compareWithLike());

  it('returns the same results for many invoices', () => {
    setListLimits(FEW_ROWS);
    return compareWithLike();
  });

  it('finds the invoices of a customer by the current name', async () => {
    setListLimits(FEW_ROWS);
    for (let index = 0; index < 40; index++) {
      await insertNext({ number: 'R', customerId: index % 4 === 0 ? 'cus_b' : 'cus_a' });
    }
    const totals = async () => {
      const pages = ['eclair', 'ada'].map((search) =>
        listInvoiceDocs(db.read, account.id, { search, limit: 5, offset: 0 }),
      );
      return (await Promise.all(pages)).map(({ total }) => total);
    };
    await rename('cus_a', 'Ada');
    await rename('cus_b', 'Bob');
    assert.deepEqual(await totals(), [0, 30]);
    await rename('cus_b', 'Eclair');
    assert.deepEqual(await totals(), [10, 30]);
    await rename('cus_a', 'Eclair');
    assert.deepEqual(await totals(), [40, 0]);
  });

  it('lists invoices of some dates among those of other times of creation', async () => {
    setListLimits({ ...FEW_ROWS, counted: 8 });
    for (let index = 0; index < 60; index++) {
      const day = index < 12 ? '2026-01-10' : '2026-02-10';
      const facts = { ...DRAFT, status: 'ISSUED', issueDate: day, dueDate: day } as const;
      await insertNext({ number: 'INV-', ahead: index * 10 * HOUR_MS, facts });
    }
    for (const [filter, sort] of [
      [{ issuedTo: '2026-01-31' }, '-createdAt'],
      [{ dueTo: '2026-01-31' }, '-createdAt'],
      [{ issuedFrom: '2026-02-01' }, 'createdAt'],
    ] as const) {
      const { docs } = await listInvoiceDocs(db.read, account.id, { ...filter, sort, limit: 5, offset: 0 });
      const numbers = docs.map((doc) => JSON.parse(doc).number);
      const first = sort === 'createdAt' ? [12, 13, 14, 15, 16] : [11, 10, 9, 8, 7];
      assert.deepEqual(
        numbers,
        first.map((index) => `INV-${index}`),
      );
    }
  });

  function compareWithLike(): Promise<void> {
    return checkAfterChanges(step, question, {
      async apply(part) {
        for (const each of part) {
          if (each.kind === 'insert') await insertNext(each);
          else await rename(each.customerId, each.name);
        }
      },
      check: ({ quoteAt, filter, amounts, sort, ...asked }) =>
        check({
          ...asked,
          ...filter,
          ...amounts,
          // Amounts are sorted within a currency.
          sort: sort.endsWith('total') && !('currency' in amounts) ? 'createdAt' : sort,
          quoteId: quoteAt === undefined ? undefined : quoteIds[quoteAt % quoteIds.length],
        }),
    });
  }

  async function check({
    limit = 7,
    offset = 0,
    sort = '-createdAt',
    ...filter
  }: InvoiceFilter & { limit?: number; offset?: number; sort?: InvoiceSort }) {
    const wanted = await like(filter, sort);
    const { docs, total } = await listInvoiceDocs(db.read, account.id, { ...filter, sort, limit, offset });
    const streamed = (await Array.fromAsync(streamInvoices(db, account.id, filter, sort))).flat();
    assert.deepEqual(
      { ids: docs.map(idOf), total, streamed: streamed.map(idOf) },
      { ids: wanted.slice(offset, offset + limit), total: wanted.length, streamed: wanted },
      JSON.stringify({ limit, offset, sort, ...filter }),
    );
    const [after] = wanted.slice(offset % (wanted.length || 1));
    if (after === undefined || !sort.endsWith('createdAt')) return;
    const next = await listInvoiceDocs(db.read, account.id, { ...filter, sort, limit, offset: 0, after });
    const rest = wanted.slice(wanted.indexOf(after) + 1);
    assert.deepEqual(
      { ids: next.docs.map(idOf), total: next.total, hasMore: next.hasMore },
      { ids: rest.slice(0, limit), total: wanted.length, hasMore: rest.length > limit },
      JSON.stringify({ limit, after, sort, ...filter }),
    );
  }

  /** Returns all matches in order. */
  async function like(filter: InvoiceFilter, sort: InvoiceSort): Promise<string[]> {
    const { search = '', customerId: ofCustomer, quoteId } = filter;
    const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
    const more: [string, SqlValue | undefined][] = [
      ['quote_id', quoteId],
      ['customer_id', ofCustomer],
    ];
    const named = more.filter(([, value]) => value !== undefined);
    const rows = await db.read.all<{ id: string; doc: string }>(
      `SELECT id, doc FROM invoices WHERE account_id = ? AND (lower(number) LIKE ? ESCAPE '\\' OR customer_id IN (
         SELECT id FROM customers WHERE account_id = ? AND search LIKE ? ESCAPE '\\'))
       ${named.map(([column]) => `AND ${column} = ?`).join(' ')}`,
      ...[account.id, containing(search.toLowerCase()), account.id, containing(toSearchForm(search))],
      ...named.map(([, value]) => value as SqlValue),
    );
    const sign = sort.startsWith('-') ? -1 : 1;
    const place = ({ id, issueDate, dueDate, updatedAt, total }: Invoice) =>
      ({ createdAt: '', issueDate, dueDate: dueDate ?? '9999', updatedAt, total: String(total) })[
        sort.replace('-', '')
      ] + id;
    return rows
      .map(({ doc }) => JSON.parse(doc) as Invoice)
      .filter((invoice) => isMatch(invoice, filter) && hasChangeAndAmount(invoice, filter))
      .sort((a, b) => sign * (place(a) < place(b) ? -1 : 1))
      .map(({ id }) => id);
  }

  async function insertNext(wanted: {
    number: string;
    customerId?: string;
    ahead?: number;
    facts?: Facts;
  }): Promise<void> {
    const number = `${wanted.number}${quoteIds.length}`;
    quoteIds.push(
      await insert(account.id, { customerId: 'cus_a', ahead: 0, facts: DRAFT, ...wanted, number }),
    );
  }

  function insert(
    accountId: string,
    {
      number,
      customerId: of,
      ahead,
      facts: more,
    }: { number: string; customerId: string; ahead: number; facts: Facts },
  ): Promise<string> {
    // Unlike invoice identifiers, these go back with the clock.
    const id = newId('quo', NOW + ahead).replace('quo', 'inv');
    return db.write((tx) => insertSampleInvoice(tx, accountId, number, { id, customerId: of, ...more }));
  }

  async function rename(id: string, name: string): Promise<void> {
    const at = new Date(NOW).toISOString();
    const customer = {
      ...CUSTOMER,
      id,
      name,
      email: 'x@y.example',
      createdAt: at,
      updatedAt: at,
      metadata: {},
    };
    await db.write((tx) => putCustomer(tx, account.id, customer));
  }
});

function isMatch(
  { status, kind, overdue, issueDate, dueDate }: Invoice,
  { statuses, kind: wanted, overdue: late, dueFrom, dueTo, issuedFrom, issuedTo }: InvoiceFilter,
): boolean {
  const isIssued = issuedFrom !== undefined || issuedTo !== undefined;
  return (
    (statuses?.includes(status) ?? true) &&
    (wanted ?? kind) === kind &&
    (late ?? overdue) === overdue &&
    (dueTo === undefined || (dueDate !== null && dueDate <= dueTo)) &&
    (dueFrom === undefined || (dueDate !== null && dueDate >= dueFrom)) &&
    (!isIssued || status !== 'DRAFT') &&
    issueDate >= (issuedFrom ?? '') &&
    issueDate <= (issuedTo ?? '9999')
  );
}

function hasChangeAndAmount(
  { createdAt, updatedAt, currency, total, reference, metadata }: Invoice,
  filter: InvoiceFilter,
): boolean {
  const isWithin = (value: number, from = -Infinity, to = Infinity) => value >= from && value <= to;
  return (
    isWithin(Date.parse(createdAt), filter.createdFrom, filter.createdTo) &&
    isWithin(Date.parse(updatedAt), filter.updatedFrom, filter.updatedTo) &&
    isWithin(total, filter.totalFrom, filter.totalTo) &&
    (filter.currency ?? currency) === currency &&
    (filter.reference ?? reference) === reference &&
    (filter.metadata ?? []).every(({ key, value }) => metadata[key] === value)
  );
}

function idOf(doc: string): string {
  return (JSON.parse(doc) as Invoice).id;
}
