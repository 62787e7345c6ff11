import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import PostalMime from 'postal-mime';
import { createQuote } from '../support/api/quotes.ts';
import { signIn } from '../support/console/sign-in.ts';
import { startImapServer } from '../support/mail/imap-server.ts';
import { type MailDesk, startMailDesk } from '../support/mail/mail-desk.ts';
import { readPlace } from '../support/mail/own-mailbox.ts';
import { OWN_HOST, type OwnMailServer, startOwnServer } from '../support/mail/own-server.ts';
import { MINUTE } from '../support/service/clock.ts';
import { isEngineEnabled } from '../support/service/engines.ts';
import { engines, startTestService, type TestService } from '../support/service/service.ts';

const PATH = '/mail-account';

let own: OwnMailServer;
let desk: MailDesk;
/** What happens while the own server takes a message. */
let meanwhile: (() => Promise<void>) | undefined;
before(async () => {
  [own, desk] = await Promise.all([
    startOwnServer({
      async onRcptTo({ address }, _session, done) {
        await meanwhile?.();
        done(
          address.startsWith('nobody')
            ? Object.assign(new Error('No such user'), { responseCode: 550 })
            : null,
        );
      },
    }),
    startMailDesk(),
  ]);
});
after(() => Promise.all([own?.close(), desk?.close()]));

function start(engine: 'sqlite' | 'postgres', env: Record<string, string>): Promise<TestService> {
  const mail = { SMTP_URL: desk.url, MAIL_FROM: 'quotes@proffer.test', MAIL_PRIVATE_HOSTS: OWN_HOST };
  return startTestService({ engine, env: { ...mail, ...env }, smtp: own.smtp });
}

for (const engine of engines()) {
  describe(engine, () => {
    let service: TestService;
    before(async () => {
      service = await start(engine, { PROFFER_SECRET: 's'.repeat(40) });
    });
    after(() => service?.close());

    async function newOwner(kind: 'test' | 'live' = 'live') {
      const account = await service.newAccount({ kind, name: 'Nordlicht' });
      return { account, owner: await signIn(service, { accountId: account.accountId, name: 'Rosa' }) };
    }
    async function subjectsTo(email: string): Promise<string[]> {
      await service.runJob('user mails');
      const got = desk.mails.filter(({ to }) => to.includes(email));
      return Promise.all(got.map(async ({ source }) => (await PostalMime.parse(source)).subject ?? ''));
    }
    const receivedBy = (email: string) => own.received.filter(({ to }) => to.includes(email));

    it('an owner connects a mail server after a test email, replaces and disconnects it', async () => {
      const { account, owner } = await newOwner();
      const other = await signIn(service, { accountId: owner.accountId });
      const member = await signIn(service, { accountId: owner.accountId, role: 'member' });
      assert.deepEqual([(await owner.get(PATH)).body.kind, (await owner.delete(PATH)).status], [null, 404]);
      const connected = await owner.put(PATH, own.input);
      assert.equal(connected.status, 200, connected.text);
      const now = new Date(service.clock()).toISOString();
      assert.deepEqual(connected.body, {
        ...{ kind: 'smtp', state: 'connected', from: own.input.from, user: own.input.user },
        ...{ host: OWN_HOST, port: 2525, imap: null, plusAddressing: false, authservId: null, moveTo: null },
        ...{ connectedAt: now, connectedBy: 'Rosa', lastSentAt: now, signInNeededSince: null, waiting: 0 },
      });
      assert.deepEqual((await owner.get(PATH)).body, connected.body);
      const [test] = receivedBy(owner.email);
      assert.deepEqual([test?.from, test?.secure, test?.user], [own.input.from, true, own.input.user]);

      const quote = await createQuote(account);
      const sent = await account.post(`/quotes/${quote.id}/send`, { email: `ada-${engine}@customer.test` });
      assert.equal(sent.status, 200, sent.text);
      assert.equal(receivedBy(`ada-${engine}@customer.test`).length, 1);
      assert.equal(desk.mails.filter(({ to }) => to.includes(`ada-${engine}@customer.test`)).length, 0);

      assert.equal((await owner.put(PATH, { ...own.input, from: 'sales@acme.test' })).status, 200);
      assert.equal((await owner.delete(PATH)).status, 204);
      assert.equal((await owner.get(PATH)).body.state, 'not_connected');
      for (const email of [owner.email, other.email]) {
        assert.deepEqual(await subjectsTo(email), [
          'A mail account was connected to Nordlicht',
          'The mail account of Nordlicht was replaced',
          'The mail account of Nordlicht was disconnected',
        ]);
      }
      assert.deepEqual(await subjectsTo(member.email), []);
    });

    it('the password is in no response, event or table', async () => {
      const { owner, account } = await newOwner();
      const { text } = await owner.put(PATH, own.input);
      const refused = await account.post('/mail/test', { email: 'nobody@customer.test' });
      assert.match(refused.text, /It said: 550 No such user/);
      const wrong = await owner.put(PATH, { ...own.input, password: 'wrong-horse-battery' });
      const pages = await owner.page(`/${owner.accountId}/settings/mail`);
      const tables = ['mail_accounts', 'user_mails', 'events', 'feed', 'idempotency', 'settings', 'sendings'];
      const rows = await Promise.all(tables.map((table) => service.db.read.all(`SELECT * FROM ${table}`)));
      for (const shown of [text, refused.text, wrong.text, pages.text, JSON.stringify(rows)]) {
        assert.doesNotMatch(shown, /(correct|wrong)-horse-battery/);
      }
    });

    it('only an owner with a recent sign-in may do it, and no API key', async () => {
      const { owner, account } = await newOwner();
      const member = await signIn(service, { accountId: owner.accountId, role: 'member' });
      for (const caller of [member, account]) {
        const replies = [
          await caller.get(PATH),
          await caller.put(PATH, own.input),
          await caller.delete(PATH),
        ];
        assert.deepEqual(
          replies.map(({ status, body }) => [status, body.code]),
          Array(3).fill([403, 'forbidden']),
        );
      }
      service.clock.advance(15 * MINUTE);
      for (const reply of [await owner.put(PATH, own.input), await owner.delete(PATH)]) {
        assert.deepEqual([reply.status, reply.body.code], [403, 'sign_in_again']);
      }
      assert.equal((await owner.get(PATH)).body.state, 'not_connected');
    });

    it('nothing is stored if the owner lost the right while the test email went out', async () => {
      for (const loss of ['removed', 'member', 'signed out']) {
        const { owner } = await newOwner();
        const other = await signIn(service, { accountId: owner.accountId });
        const statuses: number[] = [];
        meanwhile = async () => {
          meanwhile = undefined;
          const { data } = (await other.get('/sessions')).body;
          const session = data.find(({ userId }: { userId: string }) => userId === owner.userId);
          const path = loss === 'signed out' ? `/sessions/${session.id}` : `/users/${owner.userId}`;
          const reply = await (loss === 'member'
            ? other.patch(path, { role: 'member' })
            : other.delete(path));
          statuses.push(reply.status);
        };
        const { status, body } = await owner.put(PATH, own.input);
        assert.deepEqual([status, body.code], [403, 'forbidden'], loss);
        assert.deepEqual(statuses, [loss === 'member' ? 200 : 204], loss);
        assert.match(body.detail, /Nothing was stored/);
        assert.equal((await other.get(PATH)).body.state, 'not_connected', loss);
        assert.deepEqual(await subjectsTo(other.email), [], loss);
      }
    });

    it('a test account has none', async () => {
      const { owner } = await newOwner('test');
      const { status, body } = await owner.put(PATH, own.input);
      assert.deepEqual([status, body.code], [409, 'mail_account_live_only']);
      assert.equal(receivedBy(owner.email).length, 0);
    });

    it('nothing is stored if the test email does not go out, and the response says why', async () => {
      const { owner, account } = await newOwner();
      const nobody = await signIn(service, { accountId: account.accountId, email: 'nobody@acme.test' });
      const details = new Set<string>();
      for (const [change, status, code, path] of [
        [{ password: 'wrong-horse-battery' }, 400, 'validation_failed', '/password'],
        [{ host: 'unknown.acme.test' }, 400, 'validation_failed', '/host'],
        [{ host: '127.0.0.1' }, 400, 'validation_failed', '/host'],
        [{ host: '[::ffff:169.254.169.254]' }, 400, 'validation_failed', '/host'],
        [{ host: 'https://mail.acme.test' }, 400, 'validation_failed', '/host'],
        [{ host: 'mail.acme.test:25' }, 400, 'validation_failed', '/host'],
        [{ port: 25 }, 400, 'validation_failed', '/port'],
        [{ port: 993 }, 400, 'validation_failed', '/port'],
        [{ imapHost: OWN_HOST, imapPort: 143 }, 400, 'validation_failed', '/imapPort'],
        [{ from: 'rosa' }, 400, 'validation_failed', '/from'],
        [{ kind: 'microsoft' }, 400, 'validation_failed', '/kind'],
        [{ user: 'rosa\r\nQUIT' }, 400, 'validation_failed', '/user'],
        [{ port: 587 }, 503, 'mail_unavailable', undefined],
      ] as const) {
        const reply = await owner.put(PATH, { ...own.input, ...change });
        const { body, text } = reply;
        assert.deepEqual([reply.status, body.code, body.errors?.[0]?.path], [status, code, path], text);
        assert.doesNotMatch(text, /SMTP_URL/);
        if (/MAIL_PRIVATE_HOSTS/.test(body.detail)) details.add(body.detail);
      }
      assert.equal(details.size, 1, 'an unknown host and a private one get the same words');
      const refused = await nobody.put(PATH, own.input);
      assert.deepEqual([refused.status, refused.body.code], [502, 'mail_refused'], refused.text);
      assert.equal((await owner.get(PATH)).body.state, 'not_connected');
      assert.equal(receivedBy(owner.email).length, 0);
    });

    it('belongs to one account, and the others keep the mail server of the service', async () => {
      const [first, second] = [await newOwner(), await newOwner()];
      await first.owner.put(PATH, own.input);
      assert.equal((await second.owner.get(PATH)).body.kind, null);
      const email = `of-second-${engine}@customer.test`;
      await second.account.post('/mail/test', { email });
      assert.equal(receivedBy(email).length, 0);
      assert.equal(desk.mails.filter(({ to }) => to.includes(email)).length, 1);
    });

    it('the time of the last email is recorded once a minute', async () => {
      const { owner, account } = await newOwner();
      const first = (await owner.put(PATH, own.input)).body.lastSentAt;
      const sendTest = () => account.post('/mail/test', { email: `ada-${engine}@customer.test` });
      service.clock.advance(MINUTE / 2);
      await sendTest();
      assert.equal((await owner.get(PATH)).body.lastSentAt, first);
      service.clock.advance(MINUTE);
      await sendTest();
      assert.equal((await owner.get(PATH)).body.lastSentAt, new Date(service.clock()).toISOString());
    });

    it('the mail server of the service never gets the emails, even if the own one is down', async () => {
      const server = await startOwnServer();
      const alone = await startTestService({
        engine,
        env: { SMTP_URL: desk.url, MAIL_PRIVATE_HOSTS: OWN_HOST, PROFFER_SECRET: 's'.repeat(40) },
        smtp: server.smtp,
      });
      try {
        const account = await alone.newAccount({ kind: 'live' });
        const owner = await signIn(alone, { accountId: account.accountId });
        assert.equal((await owner.put(PATH, server.input)).status, 200);
        await server.close();
        const { id } = await createQuote(account);
        const email = `never-${engine}@customer.test`;
        const { status, body } = await account.post(`/quotes/${id}/send`, { email });
        assert.deepEqual([status, body.code], [503, 'mail_unavailable']);
        assert.equal((await account.get(`/quotes/${id}`)).body.status, 'DRAFT');
        assert.deepEqual(
          desk.mails.filter(({ to }) => to.includes(email)),
          [],
        );
      } finally {
        await alone.close();
        await server.close();
      }
    });
  });
}

const itOnPostgres = isEngineEnabled('postgres') ? it : () => {};
itOnPostgres('PostgreSQL without PROFFER_SECRET stores no password', async () => {
  const service = await start('postgres', {});
  try {
    const { accountId } = await service.newAccount({ kind: 'live' });
    const owner = await signIn(service, { accountId });
    const { status, body } = await owner.put(PATH, {});
    assert.deepEqual([status, body.code], [409, 'secret_needed']);
  } finally {
    await service.close();
  }
});

// Mailboxes are read at port 993 only, where only root may listen on most systems.
const itAsRoot = process.getuid?.() === 0 ? it : () => {};
itAsRoot('the mailbox for replies is opened before anything is stored', async () => {
  const { user, password } = own.input;
  const at = { host: own.address, port: 993 };
  const { certificate } = own;
  const inbox = await startImapServer({ user, password, at, certificate });
  const service = await startTestService({
    env: { MAIL_PRIVATE_HOSTS: OWN_HOST },
    smtp: own.smtp,
    imap: { ca: certificate.cert, find: own.smtp.find },
  });
  try {
    const { accountId } = await service.newAccount({ kind: 'live' });
    const owner = await signIn(service, { accountId });
    const input = { ...own.input, imapHost: OWN_HOST };
    const received = own.received.length;
    const wrong = await owner.put(PATH, { ...input, password: 'wrong-horse-battery' });
    assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.path], [400, '/password'], wrong.text);
    inbox.setFault(() => 'cut');
    const cut = await owner.put(PATH, input);
    assert.deepEqual([cut.status, cut.body.code], [503, 'mail_unavailable'], cut.text);
    assert.match(cut.text, /The mailbox \(IMAP\) cannot be read/);
    assert.equal(own.received.length, received, 'no test email was sent');
    inbox.setFault(undefined);
    await inbox.deliver('Subject: Before\r\n\r\nHello\r\n', service.clock());
    const connected = await owner.put(PATH, { ...input, moveTo: 'Quotes', plusAddressing: true });
    assert.equal(connected.status, 200, connected.text);
    const { imap, moveTo, plusAddressing } = connected.body;
    const now = new Date(service.clock()).toISOString();
    assert.deepEqual(
      [imap, moveTo, plusAddressing],
      [
        {
          ...{ host: OWN_HOST, port: 993, lastCheckedAt: now, lastError: null, failingSince: null },
          ...{ skipped: 0, lastSkippedAt: null },
        },
        'Quotes',
        true,
      ],
    );
    // What arrives before the first visit is not left out.
    const { uid_validity, last_uid, since } = await readPlace(service, accountId);
    assert.deepEqual([uid_validity, last_uid], ['7', 1]);
    assert.ok(since > service.clock() - MINUTE);
  } finally {
    await service.close();
    await inbox.close();
  }
});
