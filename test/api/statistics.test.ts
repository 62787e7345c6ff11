import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTodos } from '../../src/actions/account/home/todos.ts';
import { toCalendarDate } from '../../src/domain/calendar.ts';
import type { Quote } from '../../src/domain/quote/quote.ts';
import { randomFrom } from '../chaos/random.ts';
import { decline, eventsOf, ok, submit } from '../support/api/customer.ts';
import {
  createQuote,
  draftInvoice,
  issuedInvoice,
  quoteBody,
  quoteIn,
  sentQuote,
} from '../support/api/quotes.ts';
import type { Json } from '../support/service/client.ts';
import { DAY, HOUR, MINUTE } from '../support/service/clock.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const SEED = Number(process.env.STATISTICS_SEED ?? Date.now() % 100_000);

describeService(
  (service) => {
    const statisticsOf = async (api: TestAccount, query = '') => ok(await api.get(`/statistics${query}`));
    const iso = (ms: number) => new Date(ms).toISOString();

    test('invoices count as invoiced, credited, paid, open and overdue, by month and currency', async () => {
      const { clock } = service();
      clock.set(Date.parse('2031-03-10T10:00:00Z'));
      const api = await service().newAccount();
      await draftInvoice(api);
      const first = await issuedInvoice(api);
      const yen = await issuedInvoice(api, { currency: 'JPY' });
      ok(await api.post(`/invoices/${first.id}/payments`, { amount: 3_000, date: '2031-02-28' }));
      const wrong = ok(await api.post(`/invoices/${first.id}/payments`, { amount: 500 }));
      await api.delete(`/invoices/${first.id}/payments/${wrong.id}`);
      clock.set(Date.parse('2031-04-20T10:00:00Z'));
      ok(await api.post(`/invoices/${first.id}/credit`, { amount: 1_000 }));
      ok(await api.post(`/invoices/${yen.id}/payments`, { amount: 10_000 }));
      const { invoices } = await statisticsOf(api, '?months=3');
      const none = { count: 0, totals: [] };
      const euros = (total: number) => ({ count: 1, totals: [{ currency: 'EUR', total }] });
      const totals = ['EUR', 'JPY'].map((currency) => ({ currency, total: 10_000 }));
      const nothing = { invoiced: none, credited: none, paid: none, open: none, overdue: none };
      assert.deepEqual(invoices, {
        open: euros(6_000),
        overdue: euros(6_000),
        months: [
          { month: '2031-02', ...nothing, paid: euros(3_000) },
          {
            ...{ month: '2031-03', ...nothing, invoiced: { count: 2, totals } },
            ...{ open: euros(6_000), overdue: euros(6_000) },
          },
          {
            ...{ month: '2031-04', ...nothing, credited: euros(1_000) },
            paid: { count: 1, totals: [{ currency: 'JPY', total: 10_000 }] },
          },
        ],
      });
      const later = await statisticsOf(api, '?months=1');
      assert.deepEqual(later.invoices.open, euros(6_000), 'of an earlier month');
    });

    test('each quote counts once, with its current status, in the month of its event', async () => {
      const { clock } = service();
      clock.set(Date.parse('2031-05-20T10:00:00Z'));
      const api = await service().newAccount();
      const fresh = await statisticsOf(api, '?months=2');
      assert.deepEqual(
        [fresh.open, fresh.winRate, fresh.medianDaysToAnswer, fresh.months.map((m: Json) => m.month)],
        [{ count: 0, totals: [] }, null, null, ['2031-04', '2031-05']],
      );
      await createQuote(api);
      const accepted = await sentQuote(api, { currency: 'JPY' });
      const declined = await sentQuote(api);
      const revised = await sentQuote(api);
      const untouched = await sentQuote(api, { validUntil: '2031-06-30T23:59:59Z' });
      const open = await sentQuote(api, { validUntil: '2031-08-30T00:00:00Z' });
      assert.deepEqual((await statisticsOf(api)).open, {
        count: 5,
        totals: [
          { currency: 'EUR', total: 40_000 },
          { currency: 'JPY', total: 10_000 },
        ],
      });
      clock.advance(2 * DAY + 12 * HOUR);
      ok(await api.patch(`/quotes/${accepted.id}`, { status: 'ACCEPTED' }));
      clock.advance(DAY);
      await decline(declined.publicUrl, 'Too  expensive ');
      ok(await api.patch(`/quotes/${revised.id}`, { status: 'ACCEPTED' }));
      ok(await api.patch(`/quotes/${revised.id}`, { title: 'Other' }));
      // No request reads it when its validity ends.
      clock.set(Date.parse('2031-07-03T00:00:00Z'));
      const told = await statisticsOf(api, '?months=3');
      const none = { count: 0, totals: [] };
      const sum = (currency: string) => ({ count: 1, totals: [{ currency, total: 10_000 }] });
      assert.deepEqual(
        told.months.map(({ month, won, lost }: Json) => ({ month, won, lost })),
        [
          { month: '2031-05', won: sum('JPY'), lost: { ...sum('EUR'), declined: 1, expired: 0 } },
          { month: '2031-06', won: none, lost: { ...sum('EUR'), declined: 0, expired: 1 } },
          { month: '2031-07', won: none, lost: { ...none, declined: 0, expired: 0 } },
        ],
      );
      assert.deepEqual(
        [told.open, told.winRate, told.medianDaysToAnswer, told.declineReasons],
        [sum('EUR'), 0.3333, 2.75, [{ reason: 'Too  expensive', count: 1 }]],
      );
      assert.equal(ok(await api.get(`/quotes/${untouched.id}`)).status, 'EXPIRED');

      // The last decision counts; a deleted quote does not; a quote converted without a decision is won.
      ok(await api.patch(`/quotes/${declined.id}`, { status: 'ACCEPTED' }));
      ok(await api.delete(`/quotes/${accepted.id}`));
      ok(await api.post(`/quotes/${untouched.id}/convert-to-invoice`));
      ok(await api.post(`/quotes/${open.id}/convert-to-invoice`));
      const after = await statisticsOf(api);
      assert.deepEqual([after.won.count, after.lost.count, after.open.count, after.winRate], [3, 0, 0, 1]);
      assert.deepEqual(after.declineReasons, []);
      assert.equal(after.months.at(-1).won.count, 3, 'in the month of the last decision or conversion');

      // A declined quote that is converted later still counts as declined.
      const stubborn = await quoteIn(api, 'DECLINED');
      ok(await api.post(`/quotes/${stubborn.id}/convert-to-invoice`));
      assert.equal((await statisticsOf(api)).lost.declined, 1);
    });

    test('months follow the time zone of the account, also after it changes', async () => {
      const { clock } = service();
      const api = await service().newAccount();
      const months = async (timeZone: string) => {
        ok(await api.patch('/account', { timeZone }));
        const told = await statisticsOf(api, '?months=2');
        return told.months.map(({ won }: Json) => won.count);
      };
      for (const at of ['2031-08-31T11:59:00Z', '2031-08-31T12:00:00Z', '2031-09-01T08:00:00Z']) {
        clock.set(Date.parse(at));
        ok(await api.patch(`/quotes/${(await createQuote(api)).id}`, { status: 'ACCEPTED' }));
      }
      clock.set(Date.parse('2031-09-15T00:00:00Z'));
      assert.deepEqual(await months('UTC'), [2, 1]);
      assert.deepEqual(await months('Pacific/Auckland'), [1, 2], 'twelve hours ahead');
      assert.deepEqual(await months('Pacific/Pago_Pago'), [3, 0], 'eleven hours behind');
    });

    test('a quote that expires later in this hour is open until then', async () => {
      const { clock } = service();
      clock.set(Date.parse('2032-01-10T10:10:00Z'));
      const api = await service().newAccount();
      await sentQuote(api, { validUntil: '2032-01-10T10:40:00Z' });
      clock.set(Date.parse('2032-01-10T10:39:59Z'));
      assert.equal((await statisticsOf(api)).open.count, 1);
      clock.set(Date.parse('2032-01-10T10:40:00Z'));
      const { open, lost } = await statisticsOf(api);
      assert.deepEqual([open.count, lost.expired], [0, 1]);
    });

    test('invalid parameters are rejected, and sums may exceed the largest safe integer', async () => {
      const api = await service().newAccount();
      for (const query of ['?months=0', '?months=37', '?months=x', '?from=2031-01']) {
        assert.equal((await api.get(`/statistics${query}`)).status, 400, query);
      }
      const large = { items: [{ description: 'All', quantity: 9000, unitPrice: 1_000_000_000_000 }] };
      for (let n = 0; n < 3; n++) {
        ok(await api.patch(`/quotes/${(await createQuote(api, large)).id}`, { status: 'ACCEPTED' }));
      }
      const { text } = await api.get('/statistics');
      assert.ok(text.includes('"won":{"count":3,"totals":[{"currency":"EUR","total":27000000000000000}]}'));
    });

    test(`statistics match the quotes after any sequential or concurrent changes (seed ${SEED})`, async () => {
      const { clock } = service();
      clock.set(Math.max(clock(), Date.parse('2031-12-28T09:00:00Z')));
      const api = await service().newAccount();
      ok(await api.patch('/account', { timeZone: 'Asia/Tokyo' }));
      const random = randomFrom(SEED);
      const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
      const ids: string[] = [];
      for (let n = 0; n < 12; n++) {
        const body = { currency: pick(['EUR', 'USD']), validUntil: iso(clock() + pick([1, 2, 5]) * DAY) };
        ids.push((await createQuote(api, body)).id);
      }
      for (let round = 0; round < 14; round++) {
        await Promise.all(Array.from({ length: 5 }, () => act(pick(ids), pick(ACTS))));
        clock.advance(pick([MINUTE, 5 * HOUR, DAY, 3 * DAY]));
      }
      await Promise.all(ids.slice(0, 2).map((id) => act(id, 'delete')));
      const quotes: Quote[] = ok(await api.get('/quotes?limit=100')).data;
      for (const timeZone of ['Asia/Tokyo', 'America/Los_Angeles']) {
        ok(await api.patch('/account', { timeZone }));
        assert.deepEqual(
          toRecountForm(await statisticsOf(api, '?months=36')),
          await recount(api, quotes, timeZone),
        );
      }
      const { toInvoice } = await findTodos({ db: service().db }, api.accountId, clock());
      const accepted = quotes.filter(({ status }) => status === 'ACCEPTED');
      assert.deepEqual([toInvoice.count, toInvoice.totals], [accepted.length, sumsOf(accepted)]);

      async function act(id: string, what: (typeof ACTS)[number] | 'delete'): Promise<void> {
        const path = `/quotes/${id}`;
        const { publicUrl } = (await api.get(path)).body;
        const title = `Edited ${random()}`;
        const replies = {
          send: () => api.post(`${path}/send`),
          accept: () => api.patch(path, { status: 'ACCEPTED' }),
          decline: () => api.patch(path, { status: 'DECLINED' }),
          'decline on the page': () =>
            publicUrl && decline(publicUrl, pick(['Too dear', 'too DEAR', 'No'])).catch(() => {}),
          'ask on the page': () => publicUrl && submit(publicUrl, 'question', { question: 'Why?' }),
          edit: () => api.patch(path, { title }),
          price: () =>
            api.patch(path, { items: quoteBody().items.map((i: Json) => ({ ...i, unitPrice: 77 })) }),
          extend: () => api.patch(path, { validUntil: iso(clock() + 4 * DAY) }),
          end: () => api.patch(path, { validUntil: iso(clock() - 40 * DAY) }),
          convert: () => random() < 0.3 && api.post(`${path}/convert-to-invoice`),
          delete: () => api.delete(path),
        };
        await replies[what]();
      }
    });

    test('to-dos have what is left to invoice with the next stage, and overdue invoices', async () => {
      const { clock, db } = service();
      const api = await service().newAccount();
      const look = () => findTodos({ db }, api.accountId, clock());
      const due = { when: 'acceptance' };
      const paymentSchedule = [
        { label: 'Deposit', type: 'percentage', value: 30, due },
        { label: 'Completion', type: 'rest', due },
      ];
      const staged = await sentQuote(api, { paymentSchedule });
      const dollars = await sentQuote(api, { currency: 'USD' });
      for (const { id } of [staged, dollars]) ok(await api.patch(`/quotes/${id}`, { status: 'ACCEPTED' }));
      const sums = (...totals: [string, bigint][]) =>
        totals.map(([currency, total]) => ({ currency, total }));
      const before = await look();
      assert.deepEqual(before.toInvoice.totals, sums(['EUR', 10_000n], ['USD', 10_000n]));
      assert.deepEqual(
        before.toInvoice.first.map(({ id, toInvoice, nextStage }) => [id, toInvoice, nextStage?.label]),
        [
          [dollars.id, 10_000, undefined],
          [staged.id, 10_000, 'Deposit'],
        ],
      );
      const { body } = await api.post(`/quotes/${staged.id}/convert-to-invoice`, { stage: 0 });
      ok(await api.post(`/quotes/${dollars.id}/convert-to-invoice`));
      const partly = await look();
      assert.deepEqual([partly.toInvoice.count, partly.toInvoice.totals], [1, sums(['EUR', 7_000n])]);
      assert.deepEqual(partly.toInvoice.first[0]?.nextStage, {
        index: 1,
        label: 'Completion',
        amount: 7_000,
      });
      assert.equal(partly.overdue.count, 0);

      ok(await api.post(`/invoices/${body.id}/issue`));
      ok(await api.post(`/invoices/${body.id}/payments`, { amount: 1_000 }));
      clock.advance(40 * DAY);
      const { overdue } = await look();
      assert.deepEqual([overdue.count, overdue.totals], [1, sums(['EUR', 2_000n])]);
      assert.deepEqual(
        overdue.first.map(({ id, amountDue }) => [id, amountDue]),
        [[body.id, 2_000]],
      );
      ok(await api.post(`/quotes/${staged.id}/convert-to-invoice`));
      assert.deepEqual((await look()).toInvoice, { count: 0, totals: [], first: [] });
    });

    test('to-dos are drafts, quotes that expire soon, questions and failed emails', async () => {
      const { clock, db } = service();
      const api = await service().newAccount();
      const look = () => findTodos({ db }, api.accountId, clock());
      const draft = await createQuote(api, { title: 'Not sent' });
      const [first, second] = [
        await sentQuote(api, { validUntil: iso(clock() + 6 * DAY) }),
        await sentQuote(api, { validUntil: iso(clock() + 2 * DAY), currency: 'USD' }),
      ];
      await sentQuote(api, { validUntil: iso(clock() + 8 * DAY) });
      await submit(first.publicUrl, 'question', { question: 'When?' });
      await submit(second.publicUrl, 'question', { question: 'How?' });
      const found = await look();
      assert.deepEqual([found.drafts.count, found.drafts.first.map(({ id }) => id)], [1, [draft.id]]);
      assert.deepEqual(
        [found.expiring.count, found.expiring.first.map(({ id, customerName }) => [id, customerName !== ''])],
        [
          2,
          [
            [second.id, true],
            [first.id, true],
          ],
        ],
      );
      assert.deepEqual(found.expiring.totals, [
        { currency: 'EUR', total: 10_000n },
        { currency: 'USD', total: 10_000n },
      ]);
      assert.deepEqual(
        [found.questions.count, found.questions.first.map(({ quote, message }) => [quote.id, message.text])],
        [
          2,
          [
            [second.id, 'How?'],
            [first.id, 'When?'],
          ],
        ],
      );
      assert.deepEqual(found.failedMails, { count: 0, isExact: true, first: [] });

      ok(await api.post(`/quotes/${first.id}/messages`, { text: 'On Monday' }));
      ok(await api.post(`/quotes/${second.id}/messages/read`, { upTo: iso(clock()) }));
      assert.equal((await look()).questions.count, 0, 'answered, and read');
      await submit(first.publicUrl, 'question', { question: 'Really?' });
      assert.deepEqual(
        (await look()).questions.first.map(({ message }) => message.text),
        ['Really?'],
      );
      clock.advance(3 * DAY);
      assert.deepEqual((await look()).expiring.count, 2, 'one has expired, another expires soon');
    });
  },
  { env: { SEND_LIMIT_QUOTE: '0', SEND_LIMIT_RECIPIENT: '0', RATE_LIMIT_WRITES: '0' } },
);

const ACTS = [
  'send',
  'send',
  'accept',
  'decline',
  'decline on the page',
  'ask on the page',
  'edit',
  'price',
  'extend',
  'end',
  'convert',
] as const;

/** Sums what the quotes have left to invoice, per currency. */
function sumsOf(quotes: readonly Quote[]): { currency: string; total: bigint }[] {
  const byCurrency = Map.groupBy(quotes, ({ currency }) => currency);
  return [...byCurrency].sort().map(([currency, own]) => ({
    currency,
    total: own.reduce((sum, { total }) => sum + BigInt(total), 0n),
  }));
}

/** Computes the statistics from the quotes and their histories. */
async function recount(api: TestAccount, quotes: readonly Quote[], timeZone: string): Promise<Json> {
  const open: Quote[] = [];
  const events: { kind: string; at: string; quote: Quote; days: number | null }[] = [];
  for (const quote of quotes) {
    const { status, acceptedAt, declinedAt, convertedAt, sentAt } = quote;
    const answeredAt = acceptedAt ?? declinedAt;
    const tenths =
      sentAt && answeredAt ? Math.floor(((Date.parse(answeredAt) - Date.parse(sentAt)) * 10) / DAY) : null;
    const days = tenths === null || tenths < 30 ? tenths : Math.floor(tenths / 10) * 10;
    if (status === 'SENT') open.push(quote);
    else if (status === 'EXPIRED') {
      const at = (await eventsOf(api, quote.id)).findLast(({ type }) => type === 'expired').at;
      events.push({ kind: 'expired', at, quote, days: null });
    } else if (acceptedAt) events.push({ kind: 'won', at: acceptedAt, quote, days });
    else if (declinedAt) events.push({ kind: 'declined', at: declinedAt, quote, days });
    else if (convertedAt) events.push({ kind: 'won', at: convertedAt, quote, days: null });
  }
  const byMonth = Map.groupBy(events, ({ at }) => toCalendarDate(Date.parse(at), timeZone).slice(0, 7));
  const reasons = events.flatMap(({ kind, quote }) =>
    kind === 'declined' && quote.declineReason ? [quote.declineReason.toLowerCase()] : [],
  );
  return {
    open: tally(open),
    all: results(events),
    months: [...byMonth].sort().map(([month, own]) => ({ month, ...results(own) })),
    reasons: [...Map.groupBy(reasons, (reason) => reason)]
      .map(([reason, { length }]) => [reason, length])
      .sort(),
  };
}

function results(events: readonly { kind: string; quote: Quote; days: number | null }[]): Json {
  const of = (...kinds: string[]) =>
    events.filter(({ kind }) => kinds.includes(kind)).map(({ quote }) => quote);
  const days = events.flatMap(({ days }) => (days === null ? [] : [days])).sort((a, b) => a - b);
  const middle =
    ((days[Math.floor((days.length - 1) / 2)] ?? 0) + (days[Math.floor(days.length / 2)] ?? 0)) / 20;
  return {
    won: tally(of('won')),
    lost: {
      ...tally(of('declined', 'expired')),
      declined: of('declined').length,
      expired: of('expired').length,
    },
    medianDaysToAnswer: days.length === 0 ? null : middle,
  };
}

function tally(quotes: readonly Quote[]): Json {
  const byCurrency = Map.groupBy(quotes, ({ currency }) => currency);
  const totals = [...byCurrency]
    .sort()
    .map(([currency, own]) => ({ currency, total: own.reduce((sum, { total }) => sum + total, 0) }));
  return { count: quotes.length, totals };
}

/** Reduces to the form of the recount: without derived fields and empty months. */
function toRecountForm({ open, won, lost, medianDaysToAnswer, months, declineReasons }: Json): Json {
  return {
    open,
    all: { won, lost, medianDaysToAnswer },
    months: months
      .filter((month: Json) => month.won.count + month.lost.count > 0)
      .map(({ winRate: _, ...month }: Json) => month),
    reasons: declineReasons.map(({ reason, count }: Json) => [reason.toLowerCase(), count]).sort(),
  };
}
