import type { Invoice } from '../../src/domain/invoice/invoice.ts';
import type { Quote } from '../../src/domain/quote/quote.ts';
import { computeToInvoice } from '../../src/domain/quote/schedule/invoicing.ts';
import { classifyOutcome, computeBucket, type Outcome } from '../../src/domain/quote/statistics/outcome.ts';
import { classifyReceivable } from '../../src/domain/quote/statistics/receivables.ts';
import type { Database, SearchIndex, Sql } from '../../src/store/database.ts';
import { toNumberForm } from '../../src/store/lists/invoice/invoice-text.ts';
import { BOUNDARY, toSearchForm } from '../../src/store/lists/text/search-form.ts';
import { listReceivableSums } from '../../src/store/tables/invoice/receivable-sums.ts';
import { buildSearchText } from '../../src/store/tables/quote/search-texts.ts';
import { listToInvoice } from '../../src/store/tables/statistics/to-invoice-sums.ts';
import { parseDoc } from '../../src/store/tables/stored-docs.ts';
import type { FinalState } from './check/final-state.ts';

interface QuoteRow {
  id: string;
  number: string;
  status: string;
  customer_id: string;
  version: number;
  invoice_id: string | null;
}

/** Checks that derived rows match the quotes, and that the tables match the API if its data are given. */
export async function checkRows(db: Database, states?: readonly FinalState[]): Promise<string[]> {
  const found: string[] = [];
  const accounts = await db.read.all<{ account_id: string; has_history: number }>(
    `SELECT DISTINCT q.account_id, CASE WHEN a.kind = 'live' AND m.account_id IS NULL THEN 1 ELSE 0 END AS has_history
     FROM quotes AS q JOIN accounts AS a ON a.id = q.account_id
     LEFT JOIN mail_accounts AS m ON m.account_id = q.account_id`,
  );
  const rowsOf = new Map<string, QuoteRow[]>();
  for (const { account_id, has_history } of accounts) {
    const rows = await db.read.all<QuoteRow>(
      'SELECT id, number, status, customer_id, version, invoice_id FROM quotes WHERE account_id = ? ORDER BY id',
      account_id,
    );
    // The accounts of actors have no history to compare with: they are test accounts, or have a mail server.
    if (has_history === 1) rowsOf.set(account_id, rows);
    found.push(...(await checkCounts(db, account_id, rows)));
    found.push(...(await checkInvoiceCounts(db, account_id)));
    found.push(...(await checkInvoiceFacts(db, account_id)));
    found.push(...(await checkBalances(db, account_id)));
    found.push(...(await checkReceivables(db, account_id)));
    found.push(...(await checkCustomers(db, account_id)));
    found.push(...(await checkFacts(db, account_id)));
    found.push(...(await checkOutcomes(db, account_id)));
    found.push(...(await checkToInvoice(db, account_id)));
    found.push(...(await checkSequences(db, account_id, rows)));
  }
  if (states) found.push(...checkAgainstApi([...rowsOf.values()].flat(), states));
  if (db.engine === 'sqlite') found.push(...(await checkFile(db)));
  return found;
}

function* checkAgainstApi(rows: readonly QuoteRow[], states: readonly FinalState[]): Generator<string> {
  const told = new Map(states.flatMap(({ quotes }) => [...quotes]));
  for (const row of rows) {
    const final = told.get(row.id);
    const { quote, version } = final ?? {};
    const isSame =
      quote?.number === row.number &&
      quote.status === row.status &&
      quote.customerId === row.customer_id &&
      quote.invoiceId === row.invoice_id &&
      version === row.version;
    if (!isSame) yield `the row of ${row.id} differs from the API: ${JSON.stringify(row)}`;
  }
  if (rows.length !== told.size) yield `${rows.length} rows of quotes, but the API returns ${told.size}`;
}

async function checkCounts(db: Database, accountId: string, rows: readonly QuoteRow[]): Promise<string[]> {
  const kept = await db.read.all<{ customer_id: string; status: string; n: number }>(
    'SELECT customer_id, status, n FROM quote_counts WHERE account_id = ? AND n > 0',
    accountId,
  );
  const real = Map.groupBy(
    rows.flatMap(({ customer_id, status }) => [`${status} `, `${status} ${customer_id}`]),
    (key) => key,
  );
  const storedByKey = new Map(kept.map(({ customer_id, status, n }) => [`${status} ${customer_id}`, n]));
  return [...new Set([...real.keys(), ...storedByKey.keys()])]
    .filter((key) => (real.get(key)?.length ?? 0) !== (storedByKey.get(key) ?? 0))
    .map(
      (key) =>
        `${accountId}: ${storedByKey.get(key) ?? 0} counted of ${key}, there are ${real.get(key)?.length ?? 0}`,
    );
}

/** Checks that each invoice has the customer of its quote, and is counted by customer and status, and in total. */
async function checkInvoiceCounts(db: Database, accountId: string): Promise<string[]> {
  const rows = await db.read.all<{ id: string; own: string; customer_id: string; status: string }>(
    `SELECT invoices.id, invoices.customer_id AS own, quotes.customer_id, invoices.status FROM invoices
     JOIN quotes ON quotes.account_id = invoices.account_id AND quotes.id = invoices.quote_id
     WHERE invoices.account_id = ?`,
    accountId,
  );
  const kept = await db.read.all<{ customer_id: string; status: string; n: number }>(
    'SELECT customer_id, status, n FROM invoice_counts WHERE account_id = ? AND n > 0',
    accountId,
  );
  const counts = (of: readonly { customer_id: string; status: string; n?: number }[]) => {
    const byKey = Map.groupBy(of, ({ customer_id, status }) => `${status} ${customer_id}`);
    return JSON.stringify([...byKey].map(([key, own]) => [key, own[0]?.n ?? own.length]).sort());
  };
  const wanted = counts(rows.flatMap((row) => [row, { ...row, customer_id: '' }]));
  return [
    ...(counts(kept) === wanted ? [] : [`${accountId}: ${counts(kept)} invoices counted, not ${wanted}`]),
    ...rows
      .filter(({ own, customer_id }) => own !== customer_id)
      .map(({ id }) => `${id} has another customer than its quote`),
  ];
}

/** Checks that the columns of invoices match their content, and that each invoice is indexed. */
async function checkInvoiceFacts(db: Database, accountId: string): Promise<string[]> {
  const rows = await db.read.all<{ id: string; doc: string; shape: number }>(
    'SELECT id, doc, shape FROM invoices WHERE account_id = ? ORDER BY id',
    accountId,
  );
  const wanted = rows.map((row) => {
    const invoice = parseDoc('invoice', row);
    const { id, customerId, number, kind, status, overdue, issueDate, dueDate } = invoice;
    return {
      ...{ id, customer_id: customerId, search: toNumberForm(number), kind, status },
      ...{ overdue: Number(overdue), issue_date: issueDate, due_date: dueDate ?? '9999-12-31' },
    };
  });
  const facts = await db.read.all<object>(
    `SELECT id, customer_id, search, kind, status, overdue, issue_date, due_date FROM invoice_facts
     WHERE account_id = ? ORDER BY id`,
    accountId,
  );
  const isSame = JSON.stringify(facts) === JSON.stringify(wanted);
  const wrong = isSame ? [] : [`${accountId}: the facts are not those of the invoices`];
  return [...wrong, ...(await checkIndex(db.read, accountId, db.read.invoiceSearch, wanted))];
}

/** Checks that what was paid and credited is the sum of the payments and of the credit notes. */
async function checkBalances(db: Database, accountId: string): Promise<string[]> {
  const wrong = await db.read.all<{ id: string }>(
    `SELECT i.id FROM invoices AS i WHERE i.account_id = ? AND (
       i.amount_paid <> (SELECT coalesce(sum(p.amount), 0) FROM payments AS p
         WHERE p.account_id = i.account_id AND p.invoice_id = i.id AND p.removed_at IS NULL)
       OR i.amount_credited <> (SELECT coalesce(sum(c.total), 0) FROM invoices AS c
         WHERE c.account_id = i.account_id AND c.credited_invoice_id = i.id))`,
    accountId,
  );
  return wrong.map(({ id }) => `${id}: payments or credit notes do not add up`);
}

/** Checks that what is due and what was invoiced is counted by customer, and that nothing is counted that is not there. */
export async function checkReceivables(db: Database, accountId: string): Promise<string[]> {
  const rows = await db.read.all<{ doc: string; shape: number }>(
    'SELECT doc, shape FROM invoices WHERE account_id = ? ORDER BY id',
    accountId,
  );
  const wanted = rows
    .map((row): Invoice => parseDoc('invoice', row))
    .flatMap((invoice) =>
      classifyReceivable(invoice).flatMap((one) => {
        const own = { ...one, customerId: invoice.customerId };
        return one.kind === 'due' ? [own, { ...own, customerId: '' }] : [own];
      }),
    );
  const real = Map.groupBy(wanted, ({ customerId, kind, period, currency }) =>
    [customerId, kind, period, currency].join(' '),
  );
  const sums = [...real].map(([key, own]) => {
    return `${key}: ${own.length}, ${own.reduce((sum, { amount }) => sum + BigInt(amount), 0n)}`;
  });
  const customers = await db.read.all<{ id: string }>(
    'SELECT DISTINCT customer_id AS id FROM receivable_sums WHERE account_id = ?',
    accountId,
  );
  const kept: string[] = [];
  for (const { id } of customers) {
    for (const { kind, period, currency, n, total } of await listReceivableSums(db.read, accountId, id)) {
      kept.push(`${[id, kind, period, currency].join(' ')}: ${n}, ${total}`);
    }
  }
  const isSame = JSON.stringify(kept.sort()) === JSON.stringify(sums.sort());
  return isSame ? [] : [`${accountId}: receivables ${kept.join('; ')} are not ${sums.join('; ')}`];
}

/** Checks that each customer is counted and indexed. */
async function checkCustomers(db: Database, accountId: string): Promise<string[]> {
  const customers = await db.read.all<{
    id: string;
    search: string;
    price_list_id: string | null;
    list: string | null;
  }>(
    `SELECT id, search, price_list_id, ${db.read.field('doc', 'priceListId')} AS list FROM customers WHERE account_id = ?`,
    accountId,
  );
  const kept = await db.read.get<{ n: number }>(
    'SELECT n FROM customer_counts WHERE account_id = ?',
    accountId,
  );
  const wrong = await checkIndex(db.read, accountId, db.read.customerSearch, customers);
  const moved = customers.filter(({ price_list_id, list }) => price_list_id !== (list || null));
  wrong.push(...moved.map(({ id }) => `${accountId}: ${id} has another price list in its row`));
  if (kept?.n === customers.length) return wrong;
  return [...wrong, `${accountId}: ${kept?.n} customers counted, there are ${customers.length}`];
}

async function checkIndex(
  sql: Sql,
  accountId: string,
  index: SearchIndex,
  rows: readonly { id: string; search: string }[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id, search } of rows) {
    const { from, on } = index.candidates(accountId, search, 'q');
    const row = await sql.get(`SELECT q.id FROM ${from} WHERE ${on.sql} AND q.id = ?`, ...on.values, id);
    if (!row) wrong.push(`${accountId}: ${id} is not found by ${search}`);
  }
  return wrong;
}

/** Checks that the counters of the statistics match the quotes and their outcomes. */
async function checkOutcomes(db: Database, accountId: string): Promise<string[]> {
  const rows = await db.read.all<{ id: string; doc: string; counted: string | null }>(
    'SELECT id, doc, counted FROM quotes WHERE account_id = ?',
    accountId,
  );
  const counted = rows.flatMap((row) => (row.counted === null ? [] : [JSON.parse(row.counted) as Outcome]));
  const stale = rows.filter(({ doc, counted: text }) => {
    const known = text === null ? undefined : (JSON.parse(text) as Outcome);
    return (
      JSON.stringify(classifyOutcome(JSON.parse(doc) as Quote, known?.at ?? 0)) !== JSON.stringify(known)
    );
  });
  const real = Map.groupBy(
    counted,
    (outcome) => `${outcome.kind} ${computeBucket(outcome)} ${outcome.currency}`,
  );
  const kept = await db.read.all<{ kind: string; bucket: number; currency: string; n: number }>(
    'SELECT kind, bucket, currency, n FROM quote_outcomes WHERE account_id = ?',
    accountId,
  );
  const storedByKey = new Map(
    kept.map(({ kind, bucket, currency, n }) => [`${kind} ${bucket} ${currency}`, n]),
  );
  return [
    ...stale.map(({ id, counted: text }) => `${id} is counted as ${text}`),
    ...[...new Set([...real.keys(), ...storedByKey.keys()])]
      .filter((key) => (real.get(key)?.length ?? 0) !== (storedByKey.get(key) ?? 0))
      .map(
        (key) => `${accountId}: ${storedByKey.get(key) ?? 0} of ${key}, not ${real.get(key)?.length ?? 0}`,
      ),
  ];
}

/** Checks that the sums that are left to invoice match the accepted quotes. */
async function checkToInvoice(db: Database, accountId: string): Promise<string[]> {
  const rows = await db.read.all<{ doc: string }>(
    `SELECT doc FROM quotes WHERE account_id = ? AND status = 'ACCEPTED'`,
    accountId,
  );
  const quotes = rows.map(({ doc }) => JSON.parse(doc) as Quote);
  const real = Map.groupBy(quotes, ({ currency }) => currency);
  const kept = new Map((await listToInvoice(db.read, accountId)).map((sum) => [sum.currency, sum]));
  return [...new Set([...real.keys(), ...kept.keys()])].flatMap((currency) => {
    const own = real.get(currency) ?? [];
    const total = own.reduce((sum, quote) => sum + BigInt(computeToInvoice(quote)), 0n);
    const isSame = kept.get(currency)?.total === total && kept.get(currency)?.n === own.length;
    return isSame
      ? []
      : [`${accountId}: not ${total} ${currency} of ${own.length} quotes are left to invoice`];
  });
}

/** Checks that the columns used by list filters match the quotes. */
export async function checkFacts(db: Database, accountId: string): Promise<string[]> {
  const quotes = await db.read.all<{ doc: string }>(
    'SELECT doc FROM quotes WHERE account_id = ? ORDER BY id',
    accountId,
  );
  const facts = await db.read.all<object>(
    `SELECT id, search, status, customer_id, created_at, updated_at, valid_until, currency, total
     FROM quote_facts WHERE account_id = ? ORDER BY id`,
    accountId,
  );
  const texts = await db.read.all<object>(
    'SELECT quote_id, text FROM quote_search WHERE account_id = ?',
    accountId,
  );
  const late = await db.read.all<{ id: string; at: number; doc: string }>(
    `SELECT f.id, f.last_event_at AS at, coalesce((
       SELECT e.doc FROM events AS e WHERE e.account_id = f.account_id AND e.document_id = f.id ORDER BY e.id DESC LIMIT 1
     ), q.creation) AS doc
     FROM quote_facts AS f JOIN quotes AS q ON q.account_id = f.account_id AND q.id = f.id WHERE f.account_id = ?`,
    accountId,
  );
  const marks = await db.read.all<object>(
    'SELECT quote_id, name, value FROM quote_marks WHERE account_id = ?',
    accountId,
  );
  const told = quotes.map(({ doc }) => JSON.parse(doc) as Quote);
  const same = (kept: readonly unknown[], real: readonly unknown[]) =>
    JSON.stringify(kept.map((entry) => JSON.stringify(entry)).sort()) ===
    JSON.stringify(real.map((entry) => JSON.stringify(entry)).sort());
  const wrong = [
    ...(same(facts, told.map(factsOf)) ? [] : ['the facts are not those of the quotes']),
    ...(same(marks, told.flatMap(toMarkRows)) ? [] : ['references and metadata are not those of the quotes']),
    ...(same(texts, told.map(toTextRow)) ? [] : ['the searched texts are not those of the quotes']),
    ...late
      .filter(({ at, doc }) => at !== Date.parse((JSON.parse(doc) as { at: string }).at))
      .map(({ id, at }) => `the last event of ${id} is not at ${at}`),
  ];
  return wrong.map((what) => `${accountId}: ${what}`);
}

function factsOf({
  id,
  number,
  title,
  status,
  customerId,
  createdAt,
  updatedAt,
  validUntil,
  currency,
  total,
}: Quote): object {
  const times = [createdAt, updatedAt, validUntil].map((time) => Date.parse(time));
  const [created_at, updated_at, valid_until] = times;
  const search = toSearchForm(number) + BOUNDARY + toSearchForm(title);
  return {
    id,
    search,
    status,
    customer_id: customerId,
    created_at,
    updated_at,
    valid_until,
    currency,
    total,
  };
}

function toTextRow(quote: Quote): object {
  return { quote_id: quote.id, text: buildSearchText(quote) };
}

function toMarkRows({ id: quote_id, reference, metadata, recurring }: Quote): object[] {
  return [
    ...(recurring ? [{ quote_id, name: 'recurring', value: 'true' }] : []),
    ...(reference === null ? [] : [{ quote_id, name: 'reference', value: reference }]),
    ...Object.entries(metadata).map(([key, value]) => ({ quote_id, name: `metadata.${key}`, value })),
  ];
}

/** Checks that no number is reused: each sequence is at or above the highest number of its series. */
async function checkSequences(db: Database, accountId: string, rows: readonly QuoteRow[]): Promise<string[]> {
  const invoices = await db.read.all<{ series: string; top: number }>(
    'SELECT series, max(series_n) AS top FROM invoices WHERE account_id = ? GROUP BY series',
    accountId,
  );
  const sequences = await db.read.all<{ name: string; value: number }>(
    'SELECT name, value FROM sequences WHERE account_id = ?',
    accountId,
  );
  const reached = (kind: string) =>
    Math.max(0, ...sequences.filter(({ name }) => name.startsWith(kind)).map(({ value }) => value));
  const numbers = rows.map(({ number }) => Number(number.slice(number.lastIndexOf('-') + 1)));
  return [
    { kind: 'quote:', top: Math.max(0, ...numbers) },
    ...invoices.map(({ series, top }) => ({ kind: `invoice:${series}`, top })),
  ]
    .filter(({ kind, top }) => reached(kind) < top)
    .map(
      ({ kind, top }) => `${accountId}: the sequence of ${kind} stands at ${reached(kind)}, ${top} is there`,
    );
}

async function checkFile(db: Database): Promise<string[]> {
  const integrity = await db.read.all<{ integrity_check: string }>('PRAGMA integrity_check');
  const orphans = await db.read.all<{ table: string }>('PRAGMA foreign_key_check');
  const [entries] = await db.read.all<{ n: number }>('SELECT count(*) AS n FROM quote_grams_docsize');
  const [quotes] = await db.read.all<{ n: number }>('SELECT count(*) AS n FROM quote_facts');
  return [
    ...integrity
      .filter((row) => row.integrity_check !== 'ok')
      .map((row) => `the file: ${row.integrity_check}`),
    ...orphans.map(({ table }) => `a row of ${table} refers to nothing`),
    ...(entries?.n === quotes?.n
      ? []
      : [`${entries?.n} entries of the search for ${quotes?.n} quotes that do not wait`]),
  ];
}
