import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readConfig } from '../../src/app/config/config.ts';
import { type Service, startService } from '../../src/app/service.ts';
import { SEND_LEASE_MS } from '../../src/domain/mail/send-timeouts.ts';
import { decline } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import { type HeldMail, type MailDesk, startMailDesk } from '../support/mail/mail-desk.ts';
import { historyOf, linkIn, mailsSince, send, startSlowSend, statusOf } from '../support/mail/sendings.ts';
import { readMail } from '../support/mail/smtp-servers.ts';
import { blankRenderer } from '../support/pdf/blank-renderer.ts';
import { type Client, createClient } from '../support/service/client.ts';
import { createClock, type TestClock } from '../support/service/clock.ts';
import { type Engine, engines, makeDatabase } from '../support/service/service.ts';
import { type SpawnedService, spawnTestService } from '../support/service/spawn-service.ts';

const KEY = 'prf_live_0123456789abcdefghijklmnopqrstuv';
const OUTBOX_LEASE = 120_000;

for (const engine of engines()) {
  describe(`kill -9, on ${engine}`, () => {
    let scene: Scene;
    before(async () => {
      scene = await playScene(engine);
    });
    after(() => scene?.close());

    it('an email that was delivered but not committed is unknown, and its repeat is the same message', async () => {
      const { api, desk, clock, service, single } = scene;
      const { id, mail } = single;
      if (engine === 'postgres') {
        // Another process cannot know yet that this one has died.
        assert.equal((await send(api, id, 'k')).body.code, 'idempotency_in_progress');
        assert.equal((await send(api, id, 'other')).body.code, 'send_in_progress');
        clock.advance(SEND_LEASE_MS);
        await service.runJob('sendings');
      }
      assert.equal(await statusOf(api, id), 'DRAFT');
      assert.deepEqual(await historyOf(api, id), ['created', 'send_failed unknown']);
      const [, failed] = (await api.get(`/quotes/${id}/events`)).body.data;
      const first = await readMail(mail.source);
      assert.equal(failed.data.messageId, first.messageId);
      const count = desk.mails.length;
      const repeated = await send(api, id, 'k');
      assert.equal(repeated.status, 200, repeated.text);
      assert.equal((await send(api, id, 'k')).text, repeated.text);
      const [second, ...more] = await deliveredSince(desk, count);
      assert.ok(second);
      assert.equal(more.length, 0);
      assert.equal(second.messageId, first.messageId);
      assert.equal(new URL(linkIn(second)).pathname, new URL(linkIn(first)).pathname);
      assert.equal(await statusOf(api, id), 'SENT');
    });

    it('an invoice whose email was interrupted stays issued, and its repeat is the same message', async () => {
      const { api, desk, invoice } = scene;
      const { body } = await api.get(`/invoices/${invoice.id}`);
      assert.deepEqual([body.status, body.sentAt], ['ISSUED', null]);
      assert.deepEqual(await historyOf(api, invoice.id), ['created', 'issued', 'send_failed unknown']);
      const count = desk.mails.length;
      const repeated = await send(api, invoice.id, 'invoice');
      assert.equal(repeated.status, 200, repeated.text);
      const [second, ...more] = await deliveredSince(desk, count);
      const first = await readMail(invoice.mail.source);
      assert.ok(second && more.length === 0);
      assert.equal(second.messageId, first.messageId);
      assert.equal(new URL(linkIn(second)).pathname, new URL(linkIn(first)).pathname);
      assert.deepEqual([repeated.body.number, repeated.body.status], [body.number, 'ISSUED']);
      assert.notEqual(repeated.body.sentAt, null);
    });

    it('no acknowledged send is lost, and no quote is SENT without an email', async () => {
      const { api, desk, many, answered } = scene;
      for (const id of many) {
        const history = await historyOf(api, id);
        const status = await statusOf(api, id);
        assert.equal(status === 'SENT', history.includes('sent taken'), `${status}: ${history}`);
        if (answered.has(id)) assert.equal(status, 'SENT');
        if (status === 'SENT') assert.equal((await mailsAbout(desk, api, id)).length, 1);
        const repeated = await send(api, id, id);
        assert.equal(repeated.body.status, 'SENT', repeated.text);
        const mails = await mailsAbout(desk, api, id);
        assert.equal(new Set(mails).size, 1, 'one message, however often it came');
        assert.ok(mails.length <= (status === 'SENT' ? 1 : 2));
      }
    });

    it('a notice whose delivery was interrupted is delivered after the restart', async () => {
      const { desk, clock, service, notice } = scene;
      clock.advance(OUTBOX_LEASE);
      const count = desk.mails.length;
      await service.runJob('outbox');
      const [delivered, ...more] = await deliveredSince(desk, count);
      assert.equal(more.length, 0);
      assert.equal(delivered?.messageId, (await readMail(notice.source)).messageId);
    });

    it('the log contains no email text and no secret', () => {
      const { stdout, stderr } = scene.output;
      assert.match(stdout, /\/quotes\/:id\/send/, 'there is a log');
      for (const secret of [KEY, 'secret', 'hunter2', 'northwind', 'nordlicht', 'Q-20']) {
        const isIn = (text: string) => text.toLowerCase().includes(secret.toLowerCase());
        assert.ok(!isIn(stdout) && !isIn(stderr), `${secret} was written`);
      }
      assert.doesNotMatch(stdout + stderr, /\/[qi]\/[\w-]{43}/, 'a link was written');
    });
  });
}

interface Scene {
  desk: MailDesk;
  /** Output of the killed process. */
  output: { stdout: string; stderr: string };
  /** A service on the same data, in this process and with a test clock. */
  service: Service;
  api: Client;
  clock: TestClock;
  /** The send whose email was received completely when the service was killed, like the notice. */
  single: { id: string; mail: HeldMail };
  notice: HeldMail;
  /** A draft invoice that was being sent. */
  invoice: { id: string; mail: HeldMail };
  /**
   * Sends that were in progress when the service was killed, each with its quote's id as the key; some had a response.
   */
  many: string[];
  answered: Set<string>;
  close(): Promise<void>;
}

/** Starts a service as a separate process, kills it while it sends emails, and starts it again. */
async function playScene(engine: Engine): Promise<Scene> {
  const parts: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const part of parts.reverse()) await part();
  };
  try {
    const place = await makeDatabase(engine, { withTables: true });
    parts.push(place.remove);
    const desk = await startMailDesk();
    parts.push(desk.close);
    const SMTP_URL = desk.url.replace('//', '//acme:hunter2@');
    const env = { ...place.env, SMTP_URL, PROFFER_API_KEY: KEY, LOG_LEVEL: 'trace', PDF_WORKERS: '1' };
    const spawned = await spawnTestService(env, { documents: 'blank' });
    parts.push(() => spawned.stop('SIGKILL'));
    const played = await playUntilKilled(spawned, desk);

    const clock = createClock();
    clock.set(Date.now());
    const config = readConfig({ ...env, PORT: '0', LOG_LEVEL: 'silent' });
    const service = await startService(config, { clock, renderer: blankRenderer() });
    parts.push(service.close);
    return {
      ...played,
      desk,
      output: spawned.output(),
      service,
      clock,
      api: createClientFor(service.url),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function playUntilKilled(
  spawned: SpawnedService,
  desk: MailDesk,
): Promise<Pick<Scene, 'single' | 'notice' | 'invoice' | 'many' | 'answered'>> {
  const api = createClientFor(spawned.url);
  await api.patch('/account', { email: 'owner@nordlicht.test' });
  await api.put('/customers/cus_demo', { name: 'Northwind', email: 'accounts@northwind.example.com' });
  const newQuote = () => createQuote(api, { customerId: 'cus_demo', title: 'Secret shed' });
  const first = await newQuote();
  for (const answer of ['refuse', 'drop'] as const) {
    const { reply, mail } = await startSlowSend(desk, api, first.id);
    if (answer === 'refuse') mail.refuse(550, 'No user ada@secret.test');
    else mail.drop();
    assert.ok((await reply).status >= 500);
  }
  const wishes = { email: 'ada@secret.test', message: 'Secret message', subject: 'Secret subject' };
  const { body } = await send(api, first.id, 'secret-key', wishes);
  const noticeCame = desk.holdNext();
  assert.equal((await decline(body.publicUrl, 'Secret reason')).status, 303);
  const notice = await noticeCame;
  assert.deepEqual(notice.to, ['owner@nordlicht.test']);

  const { id } = await newQuote();
  const { reply, mail } = await startSlowSend(desk, api, id, 'k');
  const draft = (await api.post(`/quotes/${(await newQuote()).id}/convert-to-invoice`)).body;
  const slow = await startSlowSend(desk, api, draft.id, 'invoice');
  const many: string[] = [];
  for (let n = 0; n < 6; n++) many.push((await newQuote()).id);
  const answered = new Set<string>();
  const held = [desk.holdNext(), desk.holdNext()];
  const sends = many.map(async (one) => {
    if ((await send(api, one, one)).status === 200) answered.add(one);
  });
  await Promise.race([held[1], Promise.allSettled(sends)]);
  await spawned.stop('SIGKILL');
  mail.accept();
  slow.mail.accept();
  await assert.rejects(reply);
  await assert.rejects(slow.reply);
  await Promise.allSettled(sends);
  return { single: { id, mail }, notice, invoice: { id: draft.id, mail: slow.mail }, many, answered };
}

function createClientFor(url: string): Client {
  return createClient({ url, key: KEY });
}

/** Returns the emails that arrived since, except those that notify the business of the interrupted sends. */
async function deliveredSince(desk: MailDesk, count: number) {
  const mails = await mailsSince(desk, count);
  return mails.filter(({ subject }) => !subject?.startsWith('Email not delivered'));
}

/** Returns the Message-IDs of the emails that arrived about a quote. */
async function mailsAbout(desk: MailDesk, api: Client, id: string): Promise<(string | undefined)[]> {
  const { number } = (await api.get(`/quotes/${id}`)).body;
  const mails = await deliveredSince(desk, 0);
  return mails.filter(({ subject }) => subject?.includes(number)).map(({ messageId }) => messageId);
}
