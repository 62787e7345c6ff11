import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { ok } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import type { Client, Json } from '../support/service/client.ts';
import { DAY } from '../support/service/clock.ts';
import { everyEngine, makeDatabase, startTestService } from '../support/service/service.ts';
import { spawnerOfServices } from '../support/service/spawn-service.ts';
import { until } from '../support/until.ts';

const spawnService = spawnerOfServices();
const QUOTES = 8;
const PERIODS = 40;
const KILLS = 3;

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Converts a quote whose item recurs every week from that day on. */
async function begin(api: Client, recurringFrom: string, periods: number | null = null): Promise<Json> {
  const recurring = { interval: 'week', periods };
  const items = [{ description: 'Care', quantity: 1, unitPrice: 1000, recurring }];
  const { id } = await createQuote(api, { items, recurringFrom });
  const { status, body, text } = await api.post(`/quotes/${id}/convert-to-invoice`, { confirm: true });
  assert.equal(status, 201, text);
  return body.quote;
}

for (const engine of everyEngine()) {
  describe(`Recurring invoices on ${engine}`, () => {
    it('are made once each, whenever the process is killed', { timeout: 300_000 }, async () => {
      const place = await makeDatabase(engine, { withTables: true });
      const url = place.env.DATABASE_URL;
      try {
        const first = await startTestService({ engine, place, now: Date.now() });
        const api = await first.newAccount({ kind: 'live' });
        const from = toDay(Date.now() - (PERIODS + 2) * 7 * DAY);
        for (let n = 0; n < QUOTES; n++) await begin(api, from, PERIODS);
        await first.close();

        const db = url ? await openPostgres(url) : await openSqlite(place.dataDir);
        const all = QUOTES * (PERIODS - 1);
        const count = async () => {
          const row = await db.read.get<{ n: number }>(
            'SELECT count(*) AS n FROM invoices WHERE recurring_period IS NOT NULL',
          );
          return Number(row?.n);
        };
        try {
          for (let kill = 1; kill <= KILLS; kill++) {
            const service = await spawnService({ ...place.env, LOG_LEVEL: 'error' }, { documents: 'blank' });
            await until(async () => (await count()) >= Math.floor((all * kill) / (KILLS + 1)), { pollMs: 1 });
            await service.stop('SIGKILL');
          }
          const service = await spawnService({ ...place.env, LOG_LEVEL: 'error' }, { documents: 'blank' });
          await until(async () => (await count()) === all);
          await service.stop();
          const rows = await db.read.all<{
            id: string;
            n: number;
            least: number;
            most: number;
            invoiced: number;
          }>(
            `SELECT s.id, count(DISTINCT i.recurring_period) AS n, min(i.recurring_period) AS least,
               max(i.recurring_period) AS most, s.invoiced FROM recurring_series AS s
             JOIN invoices AS i ON i.account_id = s.account_id AND i.recurring_series_id = s.id
             GROUP BY s.id, s.invoiced`,
          );
          const found = rows.map(({ n, least, most, invoiced }) => [n, least, most, invoiced].map(Number));
          assert.deepEqual(found, Array(QUOTES).fill([PERIODS - 1, 2, PERIODS, PERIODS]));
          assert.equal(await count(), all, 'nothing is made again');
        } finally {
          await db.close();
        }
      } finally {
        await place.remove();
      }
    });

    it('begin with the first moment of the day, also where the clock skips midnight', async () => {
      for (const [timeZone, from, ...moments] of [
        // The first day begins before the change of the clock, the second one after it.
        ['Europe/Berlin', '2027-03-15', '2027-03-21T23:00:00Z', '2027-03-28T22:00:00Z'],
        ['America/New_York', '2027-10-27', '2027-11-03T04:00:00Z', '2027-11-10T05:00:00Z'],
        // There is no 00:00 on 5 September in Chile.
        ['America/Santiago', '2027-08-22', '2027-08-29T04:00:00Z', '2027-09-05T04:00:00Z'],
      ] as const) {
        const service = await startTestService({ engine, now: Date.parse(`${from}T12:00:00Z`) });
        try {
          const api = await service.newAccount({ kind: 'live' });
          ok(await api.patch('/account', { timeZone }));
          const { series } = await begin(api, from);
          const list = async () => {
            await service.runJob('recurring');
            return ok(await api.get(`/invoices?seriesId=${series[0].id}`)).data.length;
          };
          for (const [index, moment] of moments.entries()) {
            service.clock.set(Date.parse(moment) - 1);
            assert.equal(await list(), index, `${timeZone} before ${moment}`);
            service.clock.set(Date.parse(moment));
            assert.equal(await list(), index + 1, `${timeZone} at ${moment}`);
            service.clock.set(Date.parse(moment) - 3 * DAY);
            assert.equal(await list(), index + 1, 'a clock that is set back makes nothing again');
          }
        } finally {
          await service.close();
        }
      }
    });
  });
}
