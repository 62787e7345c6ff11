import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findTodos } from '../../src/actions/account/home/todos.ts';
import { saveMailAccount } from '../../src/store/tables/mail/mail-accounts.ts';
import { createQuote, sentQuote } from '../support/api/quotes.ts';
import { signIn } from '../support/console/sign-in.ts';
import {
  type MailProvider,
  mailProviderEnv,
  startMailProvider,
  startOAuthSmtpServer,
} from '../support/mail/oauth-provider.ts';
import { connectMailAccount } from '../support/mail/own-mail-account.ts';
import { historyOf, send, statusOf } from '../support/mail/sendings.ts';
import { type RealSmtpServer, readMail, startSmtpServer } from '../support/mail/smtp-servers.ts';
import { DAY, HOUR } from '../support/service/clock.ts';
import { engines, startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

const ADDRESS = 'rosa@nordlicht.example';

for (const engine of engines()) {
  describe(engine, () => {
    let provider: MailProvider;
    let server: RealSmtpServer;
    let installation: RealSmtpServer;
    let service: TestService;
    before(async () => {
      provider = await startMailProvider();
      server = await startOAuthSmtpServer(provider);
      installation = await startSmtpServer(provider.identity);
      service = await startTestService({
        engine,
        env: {
          ...mailProviderEnv(provider, server),
          PROFFER_SECRET: 's'.repeat(40),
          SMTP_URL: installation.url,
        },
        smtp: { tls: { ca: provider.ca, servername: 'localhost' } },
        mailOAuth: { caCertificates: [provider.ca] },
      });
    });
    after(async () => {
      await service?.close();
      await Promise.all([server?.close(), installation?.close(), provider?.close()]);
    });

    async function openAccount(): Promise<TestAccount> {
      const api = await service.newAccount({ kind: 'live' });
      await connect(api);
      return api;
    }

    function connect({ accountId }: TestAccount) {
      provider.refreshError = undefined;
      const login = provider.grant(ADDRESS);
      return connectMailAccount(service, accountId, {
        ...{ kind: 'microsoft', address: ADDRESS, login, port: server.port },
      });
    }

    /** The provider ends the access, and accepts no refresh. */
    function endSignIn(): void {
      provider.endAccess();
      provider.refreshError = 'invalid_grant';
      server.hangUp();
    }

    it('nothing is sent or SENT, and the next send is not tried at the provider', async () => {
      const api = await openAccount();
      const { id } = await createQuote(api);
      endSignIn();
      const count = server.received.length;
      for (let times = 0; times < 2; times++) {
        const reply = await send(api, id);
        assert.deepEqual([reply.status, reply.body.code], [502, 'mail_sign_in_needed'], reply.text);
        assert.match(reply.body.detail, /sign in again/i);
        assert.doesNotMatch(reply.text, /access-|refresh-|invalid_grant/);
      }
      assert.equal(await statusOf(api, id), 'DRAFT');
      assert.equal(server.received.length, count);
      assert.equal(installation.received.filter(({ to }) => to.includes('ada@example.test')).length, 0);
      assert.deepEqual((await historyOf(api, id)).slice(1, 3), [
        'send_failed sign_in_needed',
        'send_failed sign_in_needed',
      ]);
      const requests = provider.tokenRequests.length;
      await send(api, id);
      assert.equal(provider.tokenRequests.length, requests);
    });

    it('owners are told once by the mail server of the installation', async () => {
      const api = await openAccount();
      const owner = `owner-${api.accountId}@example.test`;
      await signIn(service, { accountId: api.accountId, email: owner });
      const { id } = await createQuote(api);
      endSignIn();
      for (let times = 0; times < 3; times++) await send(api, id);
      await service.runJob('user mails');
      const notices = installation.received.filter(({ to }) => to.includes(owner));
      assert.equal(notices.length, 1);
      const { subject, text } = await readMail(notices[0]?.source ?? Buffer.alloc(0));
      assert.match(subject ?? '', /can no longer send email/);
      assert.match(text ?? '', new RegExp(ADDRESS));
      assert.match(text ?? '', new RegExp(`/${api.accountId}/settings/mail`));
    });

    it('reading the mailbox finds a rejected token as well: owners are told, and sending waits', async () => {
      const api = await service.newAccount({ kind: 'live' });
      const row = await connect(api);
      await service.db.write((tx) => saveMailAccount(tx, { ...row, imap_host: 'localhost', imap_port: 993 }));
      const owner = await signIn(service, { accountId: api.accountId });
      endSignIn();
      service.clock.advance(HOUR);
      await service.runJob('mailboxes');
      const { state, imap } = (await owner.get('/mail-account')).body;
      assert.equal(state, 'sign_in_needed');
      assert.match(imap.lastError, /rejects the sign-in/);
      await service.runJob('user mails');
      assert.equal(installation.received.filter(({ to }) => to.includes(owner.email)).length, 1);
    });

    it('the outbox waits, tries nothing, and goes on by itself after the sign-in', async () => {
      const api = await openAccount();
      const { id } = await sentQuote(api, { validUntil: '2030-01-01T00:00:00Z' });
      endSignIn();
      const count = server.received.length;
      assert.equal((await api.post(`/quotes/${id}/messages`, { text: 'Shall we begin?' })).status, 201);
      await service.runJob('outbox');
      const find = () =>
        service.db.read.get<{ state: string; held_at: number | null; attempts: number }>(
          'SELECT state, held_at, attempts FROM outbox WHERE account_id = ?',
          api.accountId,
        );
      const held = await find();
      assert.equal(held?.state, 'waiting');
      assert.ok(held?.held_at);
      const requests = provider.tokenRequests.length;
      for (let days = 0; days < 5; days++) {
        service.clock.advance(DAY);
        await service.runJob('outbox');
      }
      assert.equal((await find())?.attempts, held.attempts);
      assert.equal(provider.tokenRequests.length, requests);
      assert.equal(server.received.length, count);

      await connect(api);
      await service.runJob('outbox');
      assert.equal((await find())?.state, 'done');
      assert.equal(server.received.length, count + 1);
    });

    it('an email that has waited for 14 days is given up, and Home shows it', async () => {
      const api = await openAccount();
      const { id } = await sentQuote(api, { validUntil: '2030-01-01T00:00:00Z' });
      endSignIn();
      await api.post(`/quotes/${id}/messages`, { text: 'Shall we begin?' });
      await service.runJob('outbox');
      service.clock.advance(14 * DAY + HOUR);
      await service.runJob('clean-up');
      const count = server.received.length;
      await connect(api);
      await service.runJob('outbox');
      assert.equal(server.received.length, count);
      const { failedMails } = await findTodos(service, api.accountId, service.clock());
      assert.deepEqual([failedMails.count, failedMails.first[0]?.kind], [1, 'message']);
    });

    it('a reminder that waits is judged again before it goes', async () => {
      const api = await openAccount();
      const { id } = await sentQuote(api, { validUntil: '2030-01-01T00:00:00Z' });
      endSignIn();
      const count = server.received.length;
      assert.ok([200, 202].includes((await api.post(`/quotes/${id}/remind`)).status));
      await service.runJob('outbox');
      assert.equal((await api.patch(`/quotes/${id}`, { status: 'DECLINED' })).status, 200);
      await connect(api);
      await service.runJob('outbox');
      assert.equal(server.received.length, count, 'the customer has declined meanwhile');
    });
  });
}
