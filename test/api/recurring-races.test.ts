import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ok } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import type { Client, Json } from '../support/service/client.ts';
import { DAY } from '../support/service/clock.ts';
import { everyEngine, makeDatabase, startTestService, type TestService } from '../support/service/service.ts';

const item = (interval: string, periods: number | null = null) => ({
  ...{ description: 'Care', quantity: 1, unitPrice: 1000, recurring: { interval, periods } },
});

async function begin(api: Client, ...intervals: string[]): Promise<Json> {
  const quote = await createQuote(api, { items: intervals.map((interval) => item(interval)) });
  ok(await api.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED' }));
  const { status, body, text } = await api.post(`/quotes/${quote.id}/convert-to-invoice`);
  assert.equal(status, 201, text);
  return body.quote;
}

async function listPeriods(api: Client, { series }: Json): Promise<number[][]> {
  const lists: number[][] = [];
  for (const { id } of series) {
    const { data } = ok(await api.get(`/invoices?seriesId=${id}&sort=createdAt&limit=100`));
    lists.push(data.map((invoice: Json) => invoice.series.period));
  }
  return lists;
}

for (const engine of everyEngine()) {
  describe(`Recurring invoices on ${engine}`, () => {
    it('are made once by several processes, in order after a stand-still, and are drafts if late', async () => {
      const place = await makeDatabase(engine, { withTables: true });
      const services: TestService[] = [];
      try {
        const first = await startTestService({ engine, place });
        services.push(first);
        const accounts = await Promise.all([1, 2, 3].map(() => first.newAccount({ kind: 'live' })));
        for (const api of accounts) ok(await api.patch('/account', { recurringInvoices: 'issue' }));
        const quotes = await Promise.all(accounts.map((api) => begin(api, 'week', 'month', 'quarter')));
        // SQLite has one process: there the runs of its job compete with requests.
        if (engine === 'postgres')
          services.push(await startTestService({ engine, place, now: first.clock() }));
        for (const service of services) service.clock.advance(95 * DAY);
        const ends = accounts.map((api, index) => api.post(`/quotes/${quotes[index].id}/end-recurring`));
        await Promise.all([...services.map((service) => service.runJob('recurring')), ...ends]);
        await Promise.all(services.map((service) => service.runJob('recurring')));
        for (const [index, api] of accounts.entries()) {
          const { series } = ok(await api.get(`/quotes/${quotes[index].id}`));
          const made = await listPeriods(api, { series });
          for (const [at, periods] of made.entries()) {
            assert.deepEqual(
              periods,
              periods.map((_, place) => place + 2),
              'each once and in order',
            );
            assert.equal(series[at].invoiced, periods.length + 1);
            assert.equal(series[at].state, 'ended');
          }
          assert.deepEqual(
            made.map(({ length }) => length),
            [13, 3, 1],
            'what began before the end is invoiced',
          );
          const { data } = ok(await api.get('/invoices?limit=100'));
          const numbers = data.map(({ number }: Json) => number);
          assert.equal(new Set(numbers).size, numbers.length);
          const now = first.clock();
          const late = data.filter(({ series: own }: Json) => own && Date.parse(own.from) < now - 4 * DAY);
          assert.ok(late.length > 0 && late.every(({ status }: Json) => status === 'DRAFT'));
        }
      } finally {
        for (const service of services.reverse()) await service.close();
        await place.remove();
      }
    });

    it('follow the time zone of the account, and the database has one invoice per period', async () => {
      const service = await startTestService({ engine });
      try {
        const api = await service.newAccount({ kind: 'live' });
        const quote = await begin(api, 'week');
        const { nextDate, id } = quote.series[0];
        const due = async () => {
          const [row] = await service.db.read.all<{ due_at: number }>(
            'SELECT due_at FROM recurring_series WHERE account_id = ?',
            api.accountId,
          );
          return row?.due_at;
        };
        assert.equal(await due(), Date.parse(`${nextDate}T00:00:00Z`));
        ok(await api.patch('/account', { timeZone: 'Pacific/Auckland' }));
        const inAuckland = (await due()) ?? 0;
        assert.ok([12, 13].includes((Date.parse(`${nextDate}T00:00:00Z`) - inAuckland) / 3_600_000));
        service.clock.set(inAuckland - 1);
        await service.runJob('recurring');
        assert.deepEqual(await listPeriods(api, quote), [[]]);
        service.clock.set(inAuckland);
        await service.runJob('recurring');
        assert.deepEqual(await listPeriods(api, quote), [[2]]);
        // A clock that is set back makes nothing again.
        service.clock.set(inAuckland - DAY);
        await service.runJob('recurring');
        assert.deepEqual(await listPeriods(api, quote), [[2]]);
        const again = service.db.write((tx) =>
          tx.run(
            `UPDATE invoices SET recurring_series_id = ?, recurring_period = 2
             WHERE account_id = ? AND recurring_series_id IS NULL`,
            ...[id, api.accountId],
          ),
        );
        await assert.rejects(again, /unique/i);
      } finally {
        await service.close();
      }
    });
  });
}
