import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type pg from 'pg';
import { readConfig } from '../../src/app/config/config.ts';
import { type Service, startService } from '../../src/app/service.ts';
import { createQuote } from '../support/api/quotes.ts';
import { type HeldMail, type MailDesk, startMailDesk } from '../support/mail/mail-desk.ts';
import { CUSTOMER_ADDRESS, historyOf, mailsSince, send } from '../support/mail/sendings.ts';
import { readMail } from '../support/mail/smtp-servers.ts';
import { blankRenderer } from '../support/pdf/blank-renderer.ts';
import { lockTable, untilBlocked } from '../support/postgres/lock-table.ts';
import { type Client, createClient } from '../support/service/client.ts';
import { createClock, type TestClock } from '../support/service/clock.ts';
import { engines, makeDatabase } from '../support/service/service.ts';
import { type SpawnedService, spawnTestService } from '../support/service/spawn-service.ts';

const KEY = 'prf_live_0123456789abcdefghijklmnopqrstuv';
const OUTBOX_LEASE = 120_000;

type Place = Awaited<ReturnType<typeof makeDatabase>>;

for (const engine of engines()) {
  describe(`A reminder whose process is killed between the mail server and the record, on ${engine}`, () => {
    let place: Place;
    let desk: MailDesk;
    let id: string;
    let accepted: HeldMail;
    let later: { service: Service; api: Client; clock: TestClock };

    before(async () => {
      place = await makeDatabase(engine, { withTables: true });
      desk = await startMailDesk();
      const env = { ...place.env, SMTP_URL: desk.url, PROFFER_API_KEY: KEY, LOG_LEVEL: 'silent' };
      const killed = await spawnTestService(env, { documents: 'blank' });
      const api = createClient({ url: killed.url, key: KEY });
      await api.put('/customers/cus_demo', { name: 'Northwind', email: CUSTOMER_ADDRESS });
      ({ id } = await createQuote(api, { customerId: 'cus_demo' }));
      assert.equal((await send(api, id, 'k')).status, 200);
      const held = desk.holdNext();
      const response = assert.rejects(api.post(`/quotes/${id}/remind`));
      accepted = await held;
      await (engine === 'postgres' ? killBeforeRecord : killBeforeReply)(place, killed, accepted);
      await response;
      later = await startAgain(env);
    });
    after(async () => {
      await later?.service.close();
      await desk?.close();
      await place?.remove();
    });

    it('is not recorded as sent, and is not sent again while its process may live', async () => {
      const { service, api } = later;
      const count = desk.mails.length;
      await service.runJob('outbox');
      assert.equal(desk.mails.length, count);
      assert.deepEqual(await historyOf(api, id), ['created', 'sent taken']);
      assert.deepEqual(await deliveriesOf(api, id), [['quote', 'sent']]);
    });

    it('is sent once more as the same message, and recorded once', async () => {
      const { service, api, clock } = later;
      const count = desk.mails.length;
      clock.advance(OUTBOX_LEASE);
      await service.runJob('outbox');
      await service.runJob('outbox');
      const [repeat, ...more] = await mailsSince(desk, count);
      assert.equal(repeat?.messageId, (await readMail(accepted.source)).messageId);
      assert.equal(more.length, 0);
      assert.deepEqual(await historyOf(api, id), ['created', 'sent taken', 'reminded']);
      assert.deepEqual(await deliveriesOf(api, id), [
        ['quote', 'sent'],
        ['reminder', 'sent'],
      ]);
    });
  });
}

/** The mail server has accepted the email, and the reply comes too late. */
async function killBeforeReply(_: Place, service: SpawnedService, mail: HeldMail): Promise<void> {
  await service.stop('SIGKILL');
  mail.accept();
}

/** The process has read the reply, and waits for the table in which it records it. */
async function killBeforeRecord({ env }: Place, service: SpawnedService, mail: HeldMail): Promise<void> {
  const lock: pg.Client = await lockTable(env.DATABASE_URL ?? '', 'outbox');
  mail.accept();
  await untilBlocked(lock);
  await service.stop('SIGKILL');
  await lock.end();
}

async function startAgain(env: Record<string, string>) {
  const clock = createClock();
  clock.set(Date.now());
  const service = await startService(readConfig({ ...env, PORT: '0' }), { clock, renderer: blankRenderer() });
  return { service, clock, api: createClient({ url: service.url, key: KEY }) };
}

async function deliveriesOf(api: Client, id: string): Promise<string[][]> {
  const { data } = (await api.get(`/quotes/${id}/deliveries`)).body;
  return data.map(({ kind, state }: Record<string, string>) => [kind, state]);
}
