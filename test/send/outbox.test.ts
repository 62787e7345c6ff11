import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findTodos } from '../../src/actions/account/home/todos.ts';
import type { Sql } from '../../src/store/database.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import {
  claimDue,
  countHeldOutbox,
  enqueue,
  failHeldOutbox,
  finishOutbox,
  holdOutbox,
  type OutboxRow,
  postponeOutbox,
  releaseOutbox,
} from '../../src/store/tables/mail/outbox.ts';
import { decline } from '../support/api/customer.ts';
import { createQuote, sentQuote } from '../support/api/quotes.ts';
import { describeSending, type HeldMail } from '../support/mail/mail-desk.ts';
import { CUSTOMER_ADDRESS, liveAccount, mailsSince, send, startSlowSend } from '../support/mail/sendings.ts';
import type { Json } from '../support/service/client.ts';
import { DAY, HOUR } from '../support/service/clock.ts';
import type { TestAccount } from '../support/service/service.ts';

interface Row {
  account_id: string;
  id: string;
  state: string;
  attempts: number;
  next_at: number;
  last_error: string | null;
  created_at: number;
}

const LEASE = 120_000;

function claimAll(tx: Sql, now: number, limit: number, busy: string[] = []): Promise<OutboxRow[]> {
  return claimDue(tx, { now, leaseUntil: now + LEASE, limit, perAccount: 100, busy });
}

describeSending((service, desk) => {
  /** The customer declines, and the mail server holds the notice to the owner. */
  async function noticeUnderWay(): Promise<{ api: TestAccount; notice: HeldMail }> {
    const api = await liveAccount(service());
    await api.patch('/account', { email: 'owner@nordlicht.test' });
    const { publicUrl } = await sentQuote(api, { validUntil: '2030-01-01T00:00:00Z' });
    const held = desk().holdNext();
    assert.equal((await decline(publicUrl, 'Too dear')).status, 303);
    void service().runJob('outbox');
    return { api, notice: await held };
  }

  async function findRow({ accountId }: TestAccount): Promise<Row> {
    const rows = await service().db.read.all<Row>('SELECT * FROM outbox WHERE account_id = ?', accountId);
    assert.equal(rows.length, 1);
    return rows[0] as Row;
  }

  it('an automatic email goes out once and is marked as automatic', async () => {
    const { api, notice } = await noticeUnderWay();
    const count = desk().mails.length;
    notice.accept();
    await service().runJob('outbox');
    assert.equal((await findRow(api)).state, 'done');
    assert.equal(desk().mails.length, count);
    const [mail] = await mailsSince(desk(), count - 1);
    assert.equal(mail?.to?.[0]?.address, 'owner@nordlicht.test');
    assert.equal(mail?.replyTo?.[0]?.address, CUSTOMER_ADDRESS);
    assert.match(mail?.text ?? '', /Too dear/);
    assert.equal(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated');
  });

  it('the notice of a decision goes out with its PDF although the quote was deleted meanwhile', async () => {
    const api = await liveAccount(service());
    await api.patch('/account', { email: 'owner@nordlicht.test' });
    const { id, publicUrl } = await sentQuote(api, { validUntil: '2030-01-01T00:00:00Z' });
    assert.equal((await decline(publicUrl, 'Too dear')).status, 303);
    assert.equal((await api.delete(`/quotes/${id}`)).status, 204);
    const count = desk().mails.length;
    await service().runJob('outbox');
    const [mail, ...more] = await mailsSince(desk(), count);
    assert.deepEqual([mail?.to?.[0]?.address, more], ['owner@nordlicht.test', []]);
    assert.ok(mail?.attachments.some(({ mimeType }) => mimeType === 'application/pdf'));
    assert.equal((await findRow(api)).state, 'done');
  });

  it('a permanently rejected email is not retried', async () => {
    const { api, notice } = await noticeUnderWay();
    const count = desk().mails.length;
    notice.refuse(550, 'No such user');
    await service().runJob('outbox');
    const row = await findRow(api);
    assert.equal(row.state, 'failed');
    assert.match(row.last_error ?? '', /550 No such user/);
    const { failedMails } = await findTodos(service(), api.accountId, service().clock());
    const [failed] = failedMails.first;
    assert.deepEqual(
      [failedMails.count, failed?.kind, failed?.to, failed?.response],
      [1, 'decision_notice', 'owner@nordlicht.test', '550 No such user'],
    );
    service().clock.advance(DAY);
    await service().runJob('outbox');
    assert.equal(desk().mails.length, count);
  });

  it('the business is notified once of a reminder that was rejected, with a link to the quote', async () => {
    const api = await liveAccount(service());
    await api.patch('/account', { email: 'owner@nordlicht.test' });
    const { id, number } = await sentQuote(api, { validUntil: '2030-01-01T00:00:00Z' });
    const held = desk().holdNext();
    const asked = api.post(`/quotes/${id}/remind`);
    (await held).refuse(550, 'No such user');
    assert.equal((await asked).status, 200);
    const count = desk().mails.length;
    await service().runJob('outbox');
    const [mail, ...more] = await mailsSince(desk(), count);
    assert.deepEqual([mail?.to?.[0]?.address, more], ['owner@nordlicht.test', []]);
    assert.equal(mail?.subject, `Email not delivered: ${number}`);
    assert.ok(
      mail?.text?.includes(`An email about ${number} to ${CUSTOMER_ADDRESS} could not be delivered.`),
    );
    assert.match(mail?.text ?? '', /550 No such user/);
    assert.ok(mail?.text?.includes(`/${api.accountId}/quotes/${id}`));
    service().clock.advance(DAY);
    await service().runJob('outbox');
    assert.equal(desk().mails.length, count + 1, 'once');
  });

  for (const [last, code] of [
    ['refused', 550],
    ['deferred until it is given up', 451],
  ] as const) {
    it(`a reminder whose reply was lost may have arrived, although its retry is ${last}`, async () => {
      const api = await liveAccount(service());
      await api.patch('/account', { email: 'owner@nordlicht.test' });
      const { id } = await sentQuote(api, { validUntil: '2031-01-01T00:00:00Z' });
      const held = desk().holdNext();
      const asked = api.post(`/quotes/${id}/remind`);
      (await held).drop();
      assert.equal((await asked).status, 200);
      const look = async () => {
        const { body } = await api.get(`/quotes/${id}/deliveries`);
        return body.data.find((delivery: Json) => delivery.kind === 'reminder')?.state;
      };
      assert.equal(await look(), 'unknown');
      const retry = desk().holdNext();
      service().clock.advance(4 * DAY);
      void service().runJob('outbox');
      const count = desk().mails.length + 1;
      (await retry).refuse(code, 'No');
      await service().runJob('outbox');
      assert.equal(await look(), 'unknown');
      const [notice, ...more] = await mailsSince(desk(), count);
      assert.match(notice?.text ?? '', /not known whether an email about/);
      assert.equal(more.length, 0);
    });
  }

  it('a quote whose email was rejected is the only to-do until it is sent', async () => {
    const api = await liveAccount(service());
    const { id } = await createQuote(api);
    const deleted = await createQuote(api);
    for (const quoteId of [id, deleted.id]) {
      const { reply, mail } = await startSlowSend(desk(), api, quoteId);
      mail.refuse(550, 'Who?');
      assert.equal((await reply).status, 502);
    }
    await api.delete(`/quotes/${deleted.id}`);
    const look = async () => (await findTodos(service(), api.accountId, service().clock())).failedMails;
    const [failed] = (await look()).first;
    assert.deepEqual(
      [(await look()).count, failed?.kind, failed?.document.id, failed?.to, failed?.response],
      [1, 'quote', id, CUSTOMER_ADDRESS, '550 Who?'],
    );
    assert.equal((await send(api, id)).status, 200);
    assert.equal((await look()).count, 0);
  });

  it('an email whose delivery failed is sent again as the same message', async () => {
    const { api, notice } = await noticeUnderWay();
    const count = desk().mails.length;
    notice.drop();
    await service().runJob('outbox');
    assert.equal((await findRow(api)).state, 'waiting');
    service().clock.advance(30_000);
    await service().runJob('outbox');
    assert.equal((await findRow(api)).state, 'done');
    const [first, second, ...more] = await mailsSince(desk(), count - 1);
    assert.equal(more.length, 0);
    assert.equal(first?.messageId, second?.messageId);
  });

  it('an email that was queued and tried while the clock was ahead goes out once it is set back', async () => {
    const right = service().clock();
    service().clock.advance(60 * DAY);
    const { api, notice } = await noticeUnderWay();
    notice.drop();
    await service().runJob('outbox');
    service().clock.set(right);
    await service().runJob('outbox');
    assert.equal((await findRow(api)).state, 'waiting');
    await service().runJob('due times');
    await service().runJob('outbox');
    assert.equal((await findRow(api)).state, 'done');
  });

  it('a send that was left in progress while the clock was ahead is given up once it is set back', async () => {
    const right = service().clock();
    service().clock.advance(60 * DAY);
    const api = await liveAccount(service());
    await api.patch('/account', { email: 'owner@nordlicht.test' });
    const { id } = await createQuote(api);
    const { reply, mail } = await startSlowSend(desk(), api, id);
    service().clock.set(right);
    await service().runJob('sendings');
    const { body } = await api.get(`/quotes/${id}/events`);
    assert.ok(body.data.some(({ type, data }: Json) => type === 'send_failed' && data.outcome === 'unknown'));
    const count = desk().mails.length;
    await service().runJob('outbox');
    const [notice] = await mailsSince(desk(), count);
    assert.match(notice?.text ?? '', /not known whether an email about/);
    mail.accept();
    assert.equal((await reply).status, 200);
  });

  it('the delays between retries grow, and retries end after three days', async () => {
    const { api, notice } = await noticeUnderWay();
    const { created_at: begun } = await findRow(api);
    notice.refuse(451, 'Later');
    const waits: number[] = [];
    // Three days at six hours each plus the shorter delays before need fewer attempts than this.
    for (let tries = 0; tries < 50; tries++) {
      await service().runJob('outbox');
      const row = await findRow(api);
      assert.match(row.last_error ?? '', /451 Later/);
      if (row.state === 'failed') break;
      const wait = row.next_at - service().clock();
      waits.push(wait);
      const count = desk().mails.length;
      service().clock.advance(wait - 1);
      await service().runJob('outbox');
      assert.equal(desk().mails.length, count, 'not before its time');
      const held = desk().holdNext();
      service().clock.advance(1);
      void service().runJob('outbox');
      (await held).refuse(451, 'Later');
    }
    assert.deepEqual(
      waits,
      waits.map((_, index) => Math.min(6 * HOUR, 30_000 * 2 ** index)),
    );
    const lasted = service().clock() - begun;
    assert.ok(lasted <= 3 * DAY && lasted > 2 * DAY, `${lasted / DAY} days`);
    const count = desk().mails.length;
    service().clock.advance(DAY);
    await service().runJob('outbox');
    assert.equal(desk().mails.length, count);
  });

  it('an email claimed by a process that died is due again when its lease ends', async () => {
    const { api, notice } = await noticeUnderWay();
    const count = desk().mails.length;
    notice.refuse(451, 'Later');
    await service().runJob('outbox');
    service().clock.advance(30_000);
    // Another process claims the email and then dies.
    const now = service().clock();
    const taken = await service().db.write((tx) => claimAll(tx, now, 5));
    const ours = taken.length === 1;
    await service().runJob('outbox');
    if (ours) {
      assert.equal(desk().mails.length, count);
      service().clock.advance(LEASE);
      await service().runJob('outbox');
    }
    assert.equal(desk().mails.length, count + 1);
    assert.equal((await findRow(api)).state, 'done');
  });

  it('accounts take turns, and one with emails under way waits for these', async () => {
    const [many, few] = [await liveAccount(service()), await liveAccount(service())];
    const now = service().clock() + 2 * HOUR;
    await service().db.write(async (tx) => {
      const mail = { kind: 'question', documentId: 'quo_1', dedupe: null, doc: '{}' };
      for (let n = 0; n < 30; n++)
        await enqueue(tx, many.accountId, { ...mail, id: `mail_${n}`, now: now - HOUR + n });
      await enqueue(tx, few.accountId, { ...mail, id: 'mail_few', now });
    });
    const claim = (busy: string[]) =>
      service().db.write((tx) =>
        claimDue(tx, { now, leaseUntil: now + LEASE, limit: 20, perAccount: 5, busy }),
      );
    const first = await claim([]);
    const ofMany = first.filter(({ account_id }) => account_id === many.accountId);
    assert.equal(ofMany.length, 5);
    assert.equal(first.filter(({ account_id }) => account_id === few.accountId).length, 1);
    const meanwhile = await claim([many.accountId]);
    assert.deepEqual(
      meanwhile.filter(({ account_id }) => account_id === many.accountId),
      [],
    );
    await service().db.write(async (tx) => {
      for (const { accountId } of [many, few])
        await tx.run('DELETE FROM outbox WHERE account_id = ?', accountId);
    });
  });

  it('an email that waits for a sign-in is not tried, that time does not count, and it ends after 14 days', async () => {
    const { accountId } = await liveAccount(service());
    const now = service().clock() + 2 * HOUR;
    const db = service().db;
    await db.write((tx) =>
      enqueue(tx, accountId, {
        id: 'mail_held',
        kind: 'question',
        documentId: 'quo_1',
        dedupe: null,
        doc: '{}',
        now,
      }),
    );
    const claimOwn = async (at: number) =>
      (await db.write((tx) => claimAll(tx, at, 100))).find((row) => row.account_id === accountId);
    const row = await claimOwn(now);
    assert.ok(row);
    const hold = (held: OutboxRow) => db.write((tx) => holdOutbox(tx, held, service().clock()));
    assert.equal(await hold(row), false, 'nobody needs to sign in');
    await db.write((tx) =>
      tx.run(
        `INSERT INTO mail_accounts (account_id, id, kind, from_address, username, host, port, plus_addressing, password,
           sign_in_needed_at, connected_by, connected_at)
         VALUES (?, 'mac_1', 'smtp', 'rosa@nordlicht.example', 'rosa', 'localhost', 587, 0, 'sealed', 1, 'usr_1', 1)`,
        accountId,
      ),
    );
    assert.equal(await hold(row), true);
    assert.equal(await countHeldOutbox(db.read, accountId), 1);
    assert.equal(await claimOwn(now + 30 * DAY), undefined, 'not tried');

    service().clock.advance(5 * DAY);
    await db.write((tx) => releaseOutbox(tx, accountId));
    assert.equal(await countHeldOutbox(db.read, accountId), 0);
    const released = await claimOwn(service().clock() + HOUR);
    assert.equal(released?.held_ms, 5 * DAY);

    assert.ok(released);
    assert.equal(await hold(released), true);
    service().clock.advance(14 * DAY);
    await db.write((tx) => failHeldOutbox(tx, service().clock() - 14 * DAY));
    assert.equal(await countHeldOutbox(db.read, accountId), 1, 'not before 14 days are over');
    service().clock.advance(1);
    await service().runJob('clean-up');
    assert.equal(
      (await db.read.get<Row>('SELECT state FROM outbox WHERE account_id = ?', accountId))?.state,
      'failed',
    );
  });

  it('no two processes claim the same email, and none undoes the work of another', async () => {
    const { accountId } = await liveAccount(service());
    // The emails are due later than now, so that the service itself ignores them.
    const now = service().clock() + HOUR;
    const others = await Promise.all(Array.from({ length: 3 }, () => openDatabase(service().config)));
    const [first] = others;
    assert.ok(first);
    await first.write(async (tx) => {
      for (let n = 0; n < 30; n++) {
        await enqueue(tx, accountId, {
          id: `mail_${n}`,
          kind: 'question',
          documentId: 'quo_1',
          dedupe: null,
          doc: '{}',
          now,
        });
      }
    });
    const takes = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (others[n % 3] ?? first).write((tx) => claimAll(tx, now, 3))),
    );
    const taken = takes.flat();
    assert.equal(new Set(taken.map(({ id }) => id)).size, taken.length, 'none twice');
    const rest = await first.write((tx) => claimAll(tx, now, 100));
    assert.equal(taken.length + rest.length, 30, 'none lost');

    const [late] = taken;
    assert.ok(late);
    const [again] = (await first.write((tx) => claimAll(tx, now + LEASE, 100))).filter(
      ({ id }) => id === late.id,
    );
    assert.equal(again?.attempts, 2);
    const failure = { state: 'failed', error: 'too late', nextAt: 0 } as const;
    await first.write((tx) => postponeOutbox(tx, late, failure));
    const state = () =>
      first.read.get<{ state: string }>(
        'SELECT state FROM outbox WHERE account_id = ? AND id = ?',
        accountId,
        late.id,
      );
    assert.equal((await state())?.state, 'waiting');
    assert.equal(await first.write((tx) => finishOutbox(tx, again ?? late)), true);
    assert.equal(await first.write((tx) => finishOutbox(tx, late)), false);
    assert.equal((await state())?.state, 'done');
    await first.write((tx) => tx.run('DELETE FROM outbox WHERE account_id = ?', accountId));
    for (const db of others) await db.close();
  });
});
