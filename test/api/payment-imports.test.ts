import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanUp } from '../../src/actions/clean-up.ts';
import {
  createPaymentReference,
  formatReference,
} from '../../src/domain/invoice/payment/payment-reference.ts';
import { type CamtEntry, camt } from '../fixtures/camt.ts';
import { draftInvoice, errorPaths, issuedInvoice } from '../support/api/quotes.ts';
import type { Client, Json, Reply } from '../support/service/client.ts';
import { DAY } from '../support/service/clock.ts';
import { describeService } from '../support/service/service.ts';

const QR_IBAN = 'CH4431999123000889012';
const IBAN = 'CH5800791123000889012';

function upload(api: Client, raw: string | Uint8Array<ArrayBuffer>, query = ''): Promise<Reply> {
  return api.post(`/payments/imports${query}`, undefined, {
    raw,
    headers: { 'Content-Type': 'application/xml' },
  });
}

async function imported(api: Client, entries: CamtEntry[]): Promise<Json> {
  const reply = await upload(api, camt(entries));
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}

async function confirm(api: Client, id: string, lines: Json[], key?: string): Promise<Json[]> {
  const options = key ? { headers: { 'Idempotency-Key': key } } : {};
  const reply = await api.post(`/payments/imports/${id}/confirm`, { lines }, options);
  assert.equal(reply.status, 200, reply.text);
  return reply.body.data;
}

async function invoiceNow(api: Client, { id }: Json): Promise<Json> {
  return (await api.get(`/invoices/${id}`)).body;
}

describeService((service) => {
  const today = () => new Date(service().clock()).toISOString().slice(0, 10);

  /** An invoice over 100.00 and the entry that pays it. */
  async function invoiced(api: Client) {
    const invoice = await issuedInvoice(api);
    const { text: reference } = createPaymentReference(IBAN, invoice.id);
    const currency = invoice.currency;
    const entry: CamtEntry = {
      ...{ amount: '100.00', currency, date: today(), bankReference: `B-${invoice.id}` },
      transactions: [{ reference, payer: 'Ada Lovelace' }],
    };
    return { invoice, entry, reference };
  }

  test('lines are matched by reference, number and amount, and recorded when they are confirmed', async () => {
    const api = await service().newAccount();
    const [first, second, third] = [await invoiced(api), await invoiced(api), await invoiced(api)];
    const { currency } = first.invoice;
    const qr = formatReference(createPaymentReference(QR_IBAN, second.invoice.id));
    const report = await imported(api, [
      first.entry,
      { amount: '40.00', currency, date: today(), transactions: [{ text: `Ref ${qr} thanks` }] },
      {
        amount: '250.00',
        currency,
        date: '2999-01-01',
        transactions: [{ text: `pays (${third.invoice.number}).` }],
      },
      { amount: '100.00', currency, transactions: [{ text: 'no idea' }] },
      { amount: '7.77', currency, transactions: [{ text: 'private', payer: 'Somebody' }] },
      {
        amount: '100.00',
        currency: currency === 'CHF' ? 'EUR' : 'CHF',
        transactions: [{ reference: first.reference }],
      },
      { amount: '5.00', currency, indicator: 'DBIT' },
    ]);
    assert.deepEqual([report.format, report.ignored, report.unmatched], ['camt', 1, 2]);
    const proposed = report.lines.map(({ proposals }: Json) =>
      proposals.map(({ number, reason, amount, exact }: Json) => [number, reason, amount, exact]),
    );
    const numbers = [first, second, third].map(({ invoice }) => invoice.number);
    assert.deepEqual(proposed.slice(0, 3), [
      [[numbers[0], 'reference', 10_000, true]],
      [[numbers[1], 'reference', 4_000, false]],
      [[numbers[2], 'number', 10_000, false]],
    ]);
    assert.deepEqual(
      proposed[3].map(([number, reason, , exact]: Json) => [number, reason, exact]),
      numbers.map((number) => [number, 'amount', false]),
    );
    assert.deepEqual(proposed.slice(4), [[], []]);
    assert.equal(report.lines[0].payer, 'Ada Lovelace');

    const stored = (await api.get(`/payments/imports/${report.id}`)).body;
    assert.deepEqual(
      stored.lines.map(({ id }: Json) => id),
      report.lines.slice(0, 4).map(({ id }: Json) => id),
    );
    assert.doesNotMatch(JSON.stringify(stored), /private|Somebody|Ada Lovelace/);

    const file = camt([first.entry]);
    const keyed = () =>
      api.post('/payments/imports', undefined, { raw: file, headers: { 'Idempotency-Key': 'file' } });
    const [once, twice] = [await keyed(), await keyed()];
    assert.equal(twice.body.id, once.body.id);
    assert.deepEqual([once.body.lines[0].payer, twice.body.lines[0].payer], ['Ada Lovelace', null]);

    const [a, b, c] = report.lines;
    const outcomes = await confirm(api, report.id, [
      { lineId: c.id, invoiceId: third.invoice.id, amount: 25_000 },
      { lineId: a.id, invoiceId: first.invoice.id },
      { lineId: b.id, invoiceId: second.invoice.id, amount: 4_001 },
      { lineId: report.lines[4].id, invoiceId: second.invoice.id },
    ]);
    assert.deepEqual(
      outcomes.map(({ outcome, problem }: Json) => [outcome, problem?.code ?? null]),
      [
        ['rejected', 'more_than_due'],
        ['recorded', null],
        ['rejected', 'validation_failed'],
        ['rejected', 'not_found'],
      ],
    );
    const { data } = (await api.get(`/invoices/${first.invoice.id}/payments`)).body;
    assert.deepEqual(
      data.map(({ id, amount, date, method, reference }: Json) => [id, amount, date, method, reference]),
      [[outcomes[1].paymentId, 10_000, today(), 'BANK_TRANSFER', first.reference]],
    );
    const rest = await confirm(api, report.id, [
      { lineId: b.id, invoiceId: second.invoice.id },
      { lineId: c.id, invoiceId: third.invoice.id },
    ]);
    assert.deepEqual(
      rest.map(({ outcome }: Json) => outcome),
      ['recorded', 'recorded'],
    );
    assert.deepEqual(
      await Promise.all(
        [first, second, third].map(async ({ invoice }) => (await invoiceNow(api, invoice)).amountDue),
      ),
      [0, 6_000, 0],
    );
  });

  test('a line that names a number is not matched with another invoice of that amount', async () => {
    const api = await service().newAccount();
    const [first, other] = [await invoiced(api), await invoiced(api)];
    const { currency, number } = first.invoice;
    const broken = `${number.slice(0, -3)} ${number.slice(-3)}`;
    const texts = [`EREF+1 SVWZ+${number}ABWA`, broken, `${number}0`, 'INV-1999-00001'];
    const read = async () => {
      const entries = texts.map((text) => ({ amount: '100.00', currency, transactions: [{ text }] }));
      const { lines } = await imported(api, entries);
      return lines.map(({ proposals }: Json) => proposals.map((each: Json) => [each.number, each.exact]));
    };
    assert.deepEqual(await read(), [[[number, true]], [[number, true]], [], []]);
    await api.post(`/invoices/${first.invoice.id}/payments`, { amount: 10_000, method: 'CASH' });
    assert.deepEqual(await read(), [[], [], [], []], `not ${other.invoice.number}`);
  });

  test('the same file, an overlapping one and a repeated confirmation change nothing', async () => {
    const api = await service().newAccount();
    const [first, second] = [await invoiced(api), await invoiced(api)];
    const { bankReference: _, ...plain } = second.entry;
    // Two equal lines without a reference of the bank are two payments.
    const half = { ...plain, amount: '50.00' };
    const one = await imported(api, [first.entry, half, half]);
    assert.equal(new Set(one.lines.map(({ id }: Json) => id)).size, 3);
    const choices = [
      { lineId: one.lines[0].id, invoiceId: first.invoice.id },
      { lineId: one.lines[1].id, invoiceId: second.invoice.id },
    ];
    const confirmed = await confirm(api, one.id, choices, 'once');
    assert.deepEqual(await confirm(api, one.id, choices, 'once'), confirmed);
    const again = await confirm(api, one.id, choices);
    assert.deepEqual(
      again.map(({ outcome, paymentId }: Json) => [outcome, paymentId]),
      confirmed.map(({ paymentId }: Json) => ['already_recorded', paymentId]),
    );
    const two = await imported(api, [half, first.entry, half, { ...half, amount: '1.00' }]);
    assert.deepEqual(
      two.lines.map(({ status, seenBefore }: Json) => [status, seenBefore]),
      [
        ['recorded', true],
        ['recorded', true],
        ['new', true],
        ['new', false],
      ],
    );
    assert.equal(two.lines[1].paymentId, confirmed[0].paymentId);
    assert.equal((await invoiceNow(api, second.invoice)).amountPaid, 5_000);
    // A payment that was removed frees its line.
    const path = `/invoices/${first.invoice.id}/payments/${confirmed[0].paymentId}`;
    assert.equal((await api.delete(path)).status, 204);
    const third = await imported(api, [first.entry]);
    assert.deepEqual([third.lines[0].status, third.lines[0].proposals[0].exact], ['new', true]);
    const [outcome] = await confirm(api, third.id, [choices[0]]);
    assert.equal(outcome.outcome, 'recorded');
    assert.equal((await invoiceNow(api, first.invoice)).amountPaid, 10_000);
  });

  test('payments without a unique reference of the bank are all shown, and recorded once', async () => {
    const api = await service().newAccount();
    const { invoice } = await invoiced(api);
    const [date, currency] = [today(), invoice.currency];
    const of = (payer: string, text = invoice.number, bankReference = 'NONREF') => ({
      ...{ amount: '10.00', date, currency, bankReference },
      transactions: [{ payer, text, bankReference }],
    });
    const batch = (bankReference: string, payers: string[]) => ({
      ...{ amount: `${payers.length * 10}.00`, date, currency, bankReference },
      transactions: payers.map((payer) => ({ amount: '10.00', payer, text: invoice.number, bankReference })),
    });
    const entries = [of('Ada'), of('Bea'), of('Bea'), batch('B-1', ['Cem', 'Dan', 'Dan'])];
    const report = await imported(api, entries);
    assert.equal(report.lines.length, 6);
    assert.ok(
      report.lines.every(({ status, perhapsRecorded }: Json) => status === 'new' && !perhapsRecorded),
    );
    const choices = report.lines.map(({ id }: Json) => ({ lineId: id, invoiceId: invoice.id }));
    await confirm(api, report.id, choices);
    assert.equal((await invoiceNow(api, invoice)).amountPaid, 6_000);
    const findStatuses = async (file: CamtEntry[], version?: string) => {
      const { body } = await upload(api, camt(file, version ? { version } : {}));
      return body.lines.map(({ status, perhapsRecorded }: Json) => (perhapsRecorded ? 'perhaps' : status));
    };
    // The report within the day beside the statement, in any order.
    assert.deepEqual(
      await findStatuses(entries.toReversed(), '052.001.08'),
      entries.flatMap(({ transactions }) => transactions.map(() => 'recorded')),
    );
    const checks: [what: string, entry: CamtEntry, status: string][] = [
      ['one of two equal ones', of('Bea'), 'recorded'],
      ['the text differs', of('Ada', `part of ${invoice.number}`), 'perhaps'],
      ['the reference of the bank is known only here', of('Ada', invoice.number, 'R-9'), 'recorded'],
      ['the reference of the bank differs', of('Cem', invoice.number, 'B-2'), 'perhaps'],
      ['only the reference of the bank agrees', of('Zoe', `x ${invoice.number}`, 'B-1'), 'perhaps'],
      ['reference of the bank and payer agree', of('Cem', `x ${invoice.number}`, 'B-1'), 'recorded'],
      ['nothing agrees', of('Zoe', `y ${invoice.number}`, 'B-7'), 'new'],
      ['another amount', { ...of('Ada'), amount: '11.00' }, 'new'],
    ];
    for (const [what, entry, status] of checks) assert.deepEqual(await findStatuses([entry]), [status], what);
    // Two were recorded, and the text of the third is that of others.
    assert.deepEqual(await findStatuses([of('Bea'), of('Bea'), of('Bea')]), [
      'recorded',
      'recorded',
      'perhaps',
    ]);
    // The same booking twice in a file, with a reference that the bank gave.
    const twice = of('Eve', `z ${invoice.number}`, 'B-5');
    assert.deepEqual(await findStatuses([twice, twice]), ['new', 'perhaps']);
  });

  test('one line pays several invoices, never more than its amount', async () => {
    const api = await service().newAccount();
    const [first, second, third] = [await invoiced(api), await invoiced(api), await invoiced(api)];
    const { currency } = first.invoice;
    const numbers = [first, second, third].map(({ invoice }) => invoice.number);
    const entry = { amount: '150.00', currency, date: today(), transactions: [{ text: numbers.join(' ') }] };
    const report = await imported(api, [entry]);
    const [{ id: lineId, proposals }] = report.lines;
    assert.deepEqual(
      proposals.map(({ number, exact }: Json) => [number, exact]),
      numbers.map((number) => [number, false]),
    );
    const choose = ({ invoice }: { invoice: Json }) => ({ lineId, invoiceId: invoice.id });
    assert.deepEqual(
      (await confirm(api, report.id, [choose(second), choose(first), choose(third)])).map(
        ({ outcome, problem }) => [outcome, problem?.code ?? null],
      ),
      [
        ['recorded', null],
        ['recorded', null],
        ['rejected', 'validation_failed'],
      ],
    );
    const due = async () =>
      Promise.all(
        [first, second, third].map(async ({ invoice }) => (await invoiceNow(api, invoice)).amountDue),
      );
    assert.deepEqual(await due(), [0, 5_000, 10_000]);
    const [again, more] = await confirm(api, report.id, [choose(second), choose(third)]);
    assert.deepEqual([again?.outcome, again?.invoiceId], ['already_recorded', second.invoice.id]);
    assert.equal(more?.outcome, 'already_recorded');
    const [line] = (await api.get(`/payments/imports/${report.id}`)).body.lines;
    assert.deepEqual(
      [line.status, line.amountLeft, line.payments.map(({ amount }: Json) => amount)],
      ['recorded', 0, [10_000, 5_000]],
    );
    // A payment that is removed leaves its part of the line, also for the next file.
    const path = `/invoices/${second.invoice.id}/payments/${again?.paymentId}`;
    assert.equal((await api.delete(path)).status, 204);
    const [rest] = (await imported(api, [entry])).lines;
    assert.deepEqual([rest.id, rest.status, rest.amountLeft], [lineId, 'recorded', 5_000]);
    assert.deepEqual(
      rest.proposals.map(({ number, amount }: Json) => [number, amount]),
      numbers.slice(1).map((number) => [number, 5_000]),
    );
    const [last] = await confirm(api, report.id, [{ ...choose(third), amount: 5_001 }]);
    assert.equal(last?.problem.code, 'validation_failed');
  });

  test('confirmations at once share the amount of a line', async () => {
    const api = await service().newAccount();
    const all = [await invoiced(api), await invoiced(api), await invoiced(api)];
    const { currency } = all[0]?.invoice ?? {};
    const text = all.map(({ invoice }) => invoice.number).join(' ');
    const report = await imported(api, [
      { amount: '150.00', currency, date: today(), transactions: [{ text }] },
    ]);
    const [{ id: lineId }] = report.lines;
    await Promise.all(all.map(({ invoice }) => confirm(api, report.id, [{ lineId, invoiceId: invoice.id }])));
    const paid = await Promise.all(
      all.map(async ({ invoice }) => (await invoiceNow(api, invoice)).amountPaid),
    );
    assert.deepEqual(
      paid.sort((a, b) => a - b),
      [0, 5_000, 10_000],
    );
  });

  test('no proposal is exact if more invoices fit than are shown', async () => {
    const api = await service().newAccount();
    const all = [];
    for (let n = 0; n < 7; n++) all.push(await invoiced(api));
    const [first] = all;
    const part = { amount: 1_000, method: 'CASH' };
    // Only the first and the last are still due in full.
    for (const { invoice } of all.slice(1, -1)) await api.post(`/invoices/${invoice.id}/payments`, part);
    const text = all.map(({ invoice }) => invoice.number).join(' ');
    const entry = { ...first?.entry, amount: '100.00', transactions: [{ text }] };
    const [{ proposals }] = (await imported(api, [entry])).lines;
    assert.deepEqual([proposals.length, proposals.filter(({ exact }: Json) => exact).length], [5, 0]);
  });

  test('of confirmations at once one records each line', async () => {
    const api = await service().newAccount();
    const [first, second] = [await invoiced(api), await invoiced(api)];
    const half = [first, second].map(({ entry }) => ({ ...entry, amount: '50.00' }));
    const imports = await Promise.all([imported(api, half), imported(api, half)]);
    const outcomes = await Promise.all(
      imports.map(({ id, lines }, index) => {
        const choices = [first, second].map(({ invoice }, at) => ({
          lineId: lines[at].id,
          invoiceId: invoice.id,
        }));
        return confirm(api, id, index === 0 ? choices : choices.toReversed());
      }),
    );
    const all = outcomes.flat();
    assert.deepEqual(all.map(({ outcome }) => outcome).sort(), [
      ...['already_recorded', 'already_recorded', 'recorded', 'recorded'],
    ]);
    assert.equal(new Set(all.map(({ paymentId }) => paymentId)).size, 2);
    for (const { invoice } of [first, second]) {
      assert.equal((await invoiceNow(api, invoice)).amountPaid, 5_000);
      assert.equal((await api.get(`/invoices/${invoice.id}/payments`)).body.data.length, 1);
    }
  });

  test('CSV is read with guessed or named columns', async () => {
    const api = await service().newAccount();
    const { invoice } = await invoiced(api);
    const file = `Wann;Text;Betrag;Währung\n${today()};${invoice.number};100,00;${invoice.currency}`;
    const fields = (body: Json) =>
      body.columns.map(({ column, heading, field }: Json) => [column, heading, field]);
    assert.deepEqual(fields((await upload(api, file)).body), [
      ...[
        [1, 'Wann', 'date'],
        [2, 'Text', 'text'],
        [3, 'Betrag', 'amount'],
        [4, 'Währung', 'currency'],
      ],
    ]);
    const { status, body } = await upload(api, file, '?date=Wann');
    assert.equal(status, 201);
    assert.equal(body.lines[0].proposals[0].exact, true);
    assert.deepEqual(errorPaths(await upload(api, file, '?date=Wann&payer=Name')), ['/payer']);
    assert.deepEqual(errorPaths(await upload(api, file, '?dates=Wann')), ['/dates']);
    const dinars = 'Date;Amount (KWD)\n2026-11-16;5,000\nx;5,000\n2026-11-16;-1,000';
    assert.deepEqual(errorPaths(await upload(api, dinars)), ['/decimal']);
    const read = (await upload(api, dinars, '?decimal=comma')).body;
    assert.equal(read.lines[0].amount, 5_000);
    assert.deepEqual(read.ignoredEntries, [
      { line: 3, reason: 'date' },
      { line: 4, reason: 'debit' },
    ]);
    const dates = `Date;Amount (USD)\n03/04/2026;1.00`;
    assert.deepEqual(errorPaths(await upload(api, dates)), ['/dateOrder']);
    assert.equal((await upload(api, dates, '?dateOrder=mdy')).body.lines[0].date, '2026-03-04');
    assert.deepEqual(errorPaths(await upload(api, dates, '?dateOrder=ymd&decimal=x')), [
      '/dateOrder',
      '/decimal',
    ]);
  });

  test('what a file leaves open is asked for, and what an answer says is read', async () => {
    const api = await service().newAccount();
    const rows = (words: string[], amount: string) =>
      [
        'Date;Description;Zxq;Amount',
        ...words.map((word, at) => `2026-11-1${at};x${at};${word};${amount}`),
      ].join('\n');
    const sided = rows(['Telun', 'Morpa', 'Telun'], '1.00');
    const asked = await upload(api, sided);
    assert.deepEqual([asked.status, errorPaths(asked)], [400, ['/moneyIn']]);
    assert.match(asked.text, /Telun.*Morpa/);
    assert.deepEqual(errorPaths(await upload(api, sided, '?moneyIn=Telun')), ['/moneyIn']);
    const { body } = await upload(api, sided, '?moneyIn=telun&moneyOut=Morpa');
    assert.deepEqual([body.lines.length, body.ignoredEntries], [2, [{ line: 3, reason: 'debit' }]]);
    // Words of other languages are known, and texts are no question.
    const known = await upload(api, rows(['Eingang', 'Ausgang', 'Eingang'], '1.00'));
    assert.deepEqual([known.body.lines.length, known.body.ignored], [2, 1]);
    assert.equal((await upload(api, rows(['Telun', 'Morpa', 'Hagun'], '1.00'))).body.lines.length, 3);
    const dollars = rows(['', '', ''], '$ 1.00');
    assert.equal((await api.patch('/account', { country: 'DE', currency: 'EUR' })).status, 200);
    assert.deepEqual(errorPaths(await upload(api, dollars)), ['/currency']);
    const read = await upload(api, dollars, '?currency=USD');
    assert.deepEqual(
      read.body.lines.map(({ currency }: Json) => currency),
      ['USD', 'USD', 'USD'],
    );
    const mt940 = await upload(api, ':20:STARTUMS\n:25:12030000/1234567\n:28C:1/1\n:61:261117C100,00NTRF');
    assert.deepEqual([mt940.status, mt940.body.code], [400, 'statement_unreadable']);
    assert.match(mt940.body.detail, /MT940.*CAMT\.053/);
  });

  test('what is no statement, too large or of another account is rejected', async () => {
    const api = await service().newAccount();
    const draft = await draftInvoice(api);
    const { entry } = await invoiced(api);
    const report = await imported(api, [entry]);
    const codeOf = async (raw: string | Uint8Array<ArrayBuffer>) => (await upload(api, raw)).body.code;
    assert.equal(await codeOf('<a/>'), 'statement_unreadable');
    assert.equal(
      await codeOf(camt([entry]).replace('<Document', '<!DOCTYPE a [<!ENTITY b "c">]><Document')),
      'statement_unreadable',
    );
    assert.equal(await codeOf(''), 'statement_unreadable');
    const since = performance.now();
    assert.equal(await codeOf(new Uint8Array(50_000_000).fill(0x20)), 'body_too_large');
    assert.ok(performance.now() - since < 10_000);
    const path = `/payments/imports/${report.id}`;
    const line = { lineId: report.lines[0].id, invoiceId: draft.id };
    assert.deepEqual((await confirm(api, report.id, [line]))[0].problem.code, 'invoice_not_issued');
    const other = await service().newAccount();
    assert.equal((await other.get(path)).status, 404);
    assert.equal((await other.post(`${path}/confirm`, { lines: [line] })).status, 404);
    const stranger = await invoiced(other);
    assert.equal(
      (await confirm(api, report.id, [{ ...line, invoiceId: stranger.invoice.id }]))[0].problem.code,
      'not_found',
    );
    assert.deepEqual(errorPaths(await api.post(`${path}/confirm`, { lines: [line, line] })), [
      '/lines/1/lineId',
    ]);
    assert.deepEqual(errorPaths(await api.post(`${path}/confirm`, { lines: [] })), ['/lines']);
    assert.deepEqual(errorPaths(await api.post(`${path}/confirm`, { lines: 'x' })), ['/lines']);
  });

  test('an import is deleted after seven days, what was recorded stays known', async () => {
    const api = await service().newAccount();
    const { invoice, entry } = await invoiced(api);
    const report = await imported(api, [entry]);
    await confirm(api, report.id, [{ lineId: report.lines[0].id, invoiceId: invoice.id }]);
    service().clock.advance(8 * DAY);
    const { db, clock, config } = service();
    await cleanUp({ db, clock, config });
    assert.equal((await api.get(`/payments/imports/${report.id}`)).status, 404);
    const again = await imported(api, [entry]);
    assert.equal(again.lines[0].status, 'recorded');
  });
});
