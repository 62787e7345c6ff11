import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv } from '../../src/domain/account/import/csv.ts';
import { randomFrom } from '../chaos/random.ts';
import { BUYER, SELLER } from '../fixtures/e-invoice-parties.ts';
import { ok } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import { readDatevFile } from '../support/books/datev-file.ts';
import type { Json } from '../support/service/client.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const SEED = Number(process.env.BOOKS_SEED ?? Date.now() % 100_000);
const DOCUMENTS = 12;

type Sums = Record<string, number>;

const cents = (text = '') => Math.round(Number(text) * 100);

function add(sums: Sums, key: string, amount: number): void {
  sums[key] = (sums[key] ?? 0) + amount;
}

/** Sums per tax rate as the XML of a document says them, read without a parser of ours. */
function sumsOfXml(xml: string): Sums {
  const sums: Sums = {};
  const settlement = xml.slice(xml.indexOf('<ram:ApplicableHeaderTradeSettlement>'));
  for (const [, tax = ''] of settlement.matchAll(
    /<ram:ApplicableTradeTax>(.*?)<\/ram:ApplicableTradeTax>/gs,
  )) {
    const value = (name: string) => new RegExp(`<ram:${name}[^>]*>([^<]*)<`).exec(tax)?.[1] ?? '0';
    const rate = Number(value('RateApplicablePercent'));
    add(sums, `${rate} net`, cents(value('BasisAmount')));
    add(sums, `${rate} tax`, cents(value('CalculatedAmount')));
  }
  return sums;
}

describeService((service) => {
  test(`journal, DATEV, statistics and electronic invoices agree to the cent (BOOKS_SEED=${SEED})`, async () => {
    const { clock } = service();
    const random = randomFrom(SEED);
    const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
    const pick = <T>(list: readonly T[]) => list[whole(0, list.length - 1)] as T;
    const api = await service().newAccount();
    ok(await api.patch('/account', { ...SELLER, timeZone: 'Europe/Berlin', zeroTaxCategory: 'exempt' }));
    const revenueAccounts = [
      ...[19, 7].map((rate) => ({ rate, account: `84${String(rate).padStart(2, '0')}` })),
      { rate: 0, category: 'exempt', account: '8100' },
    ];
    const accounting = { revenueAccounts, adviserNumber: 1001, clientNumber: 1, firstDebtorNumber: 10_000 };
    ok(await api.patch('/account', { accounting }));
    for (const id of ['a', 'b', 'c'])
      ok(await api.put(`/customers/${id}`, { ...BUYER, name: `Customer ${id}` }));
    const documents: Json[] = [];
    for (let n = 0; n < DOCUMENTS; n++) documents.push(...(await issueSome(api)));
    const month = new Date(clock()).toISOString().slice(0, 7);

    const byDocument = new Map<string, Sums>();
    const total = { invoiced: 0, credited: 0 };
    for (const row of await readJournal(api, month)) {
      const sign = row.kind === 'CREDIT_NOTE' ? -1 : 1;
      const sums = byDocument.get(row.number ?? '') ?? {};
      byDocument.set(row.number ?? '', sums);
      for (const name of ['net', 'tax'] as const) add(sums, `${row.rate} ${name}`, sign * cents(row[name]));
      assert.equal(cents(row.gross), cents(row.net) + cents(row.tax));
      total[sign < 0 ? 'credited' : 'invoiced'] += sign * cents(row.gross);
    }
    assert.deepEqual([...byDocument.keys()].sort(), documents.map(({ number }) => number).sort());
    for (const { id, number, total: gross } of documents) {
      const sums = byDocument.get(number) ?? {};
      assert.equal(
        Object.values(sums).reduce((all, part) => all + part, 0),
        gross,
        number,
      );
      const xml = await api.get(`/invoices/${id}/xml?format=cii`);
      assert.equal(xml.status, 200, xml.text);
      assert.deepEqual(sums, sumsOfXml(xml.text), number);
    }
    const { invoices } = ok(await api.get('/statistics?months=1'));
    const [of] = invoices.months;
    assert.deepEqual(
      [of.invoiced.totals, of.credited.totals].map(([euros]) => euros?.total ?? 0),
      [total.invoiced, total.credited],
    );
    const reply = await fetch(`${service().url}/api/v1/exports/datev?month=${month}`, {
      headers: { Authorization: `Bearer ${api.key}` },
    });
    const { bookings } = readDatevFile(new Uint8Array(await reply.arrayBuffer()));
    const sumOf = (side: string) =>
      bookings.filter((row) => row.side === side).reduce((sum, { amount }) => sum + amount, 0);
    assert.deepEqual([sumOf('S'), sumOf('H')], [total.invoiced, total.credited]);

    /** Issues the invoices of a random quote, and credits some of them in whole or in part. */
    async function issueSome(of: TestAccount): Promise<Json[]> {
      const items = Array.from({ length: whole(1, 6) }, () => ({
        ...{
          description: 'Work',
          quantity: whole(1, 40_000) / pick([1, 10, 100]),
          unitPrice: whole(1, 99_999),
        },
        ...{
          taxRate: pick([19, 19, 7, 0]),
          ...(random() < 0.3 && { discountType: 'percentage', discountValue: 15 }),
        },
      }));
      const discount = { discountType: 'percentage', discountValue: whole(1, 30) };
      const isStaged = random() < 0.3;
      const quote = await createQuote(of, {
        ...{ items, customerId: pick(['a', 'b', 'c']), pricesIncludeTax: random() < 0.4 },
        ...(random() < 0.4 && discount),
        ...(isStaged && {
          paymentSchedule: [
            { label: 'First', type: 'percentage', value: whole(1, 99), due: { when: 'acceptance' } },
            { label: 'Rest', type: 'rest', due: { when: 'completion' } },
          ],
        }),
      });
      const issued: Json[] = [];
      const stages = isStaged ? [{ stage: 0 }, {}] : [{}];
      if (isStaged) ok(await of.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED' }));
      for (const stage of stages) {
        const draft = ok(await of.post(`/quotes/${quote.id}/convert-to-invoice`, stage));
        clock.advance(1000);
        const { warnings: _, ...invoice } = ok(await of.post(`/invoices/${draft.id}/issue`));
        issued.push(invoice);
        if (invoice.total > 1 && random() < 0.5) {
          const credit = random() < 0.5 ? {} : { amount: whole(1, invoice.total) };
          issued.push(ok(await of.post(`/invoices/${invoice.id}/credit`, credit)));
        }
      }
      return issued;
    }
  });
});

async function readJournal(api: TestAccount, month: string): Promise<Record<string, string>[]> {
  const { text } = await api.get(`/exports/journal?month=${month}`);
  const [heading, ...rows] = [...parseCsv(text)].filter((row) => row !== undefined);
  return rows.map(({ cells }) => Object.fromEntries(cells.map((cell, n) => [heading?.cells[n] ?? '', cell])));
}
