import assert from 'node:assert/strict';
import { request } from 'node:https';
import { after, before, beforeEach, describe, it } from 'node:test';
import { findMailAccountRow } from '../../src/store/tables/mail/mail-accounts.ts';
import { createQuote } from '../support/api/quotes.ts';
import { type PageAnswer, signIn, type TestPerson } from '../support/console/sign-in.ts';
import type { WrittenImapServer } from '../support/mail/imap-server.ts';
import {
  type MailProvider,
  mailProviderEnv,
  startMailProvider,
  startOAuthImapServer,
  startOAuthSmtpServer,
} from '../support/mail/oauth-provider.ts';
import { type RealSmtpServer, readMail } from '../support/mail/smtp-servers.ts';
import { HOUR, MINUTE } from '../support/service/clock.ts';
import { exchange } from '../support/service/exchange.ts';
import { engines, startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

const ROSA = { sub: 'rosa', email: 'rosa@nordlicht.example' };
const SETTINGS = '/settings/mail';

for (const engine of engines()) {
  describe(engine, () => {
    let service: TestService;
    let provider: MailProvider;
    let smtp: RealSmtpServer;
    let imap: WrittenImapServer;
    let refused: string | undefined;
    let meanwhile: (() => Promise<unknown>) | undefined;
    before(async () => {
      provider = await startMailProvider();
      imap = await startOAuthImapServer(provider, ROSA.email);
      smtp = await startOAuthSmtpServer(provider, {
        async onRcptTo(_address, _session, done) {
          await meanwhile?.();
          done(refused === undefined ? null : Object.assign(new Error(refused), { responseCode: 550 }));
        },
      });
      service = await startTestService({
        engine,
        env: { PROFFER_SECRET: 's'.repeat(40), ...mailProviderEnv(provider, smtp, imap.port) },
        smtp: { tls: { ca: provider.ca } },
        imap: { ca: provider.ca },
        mailOAuth: { caCertificates: [provider.ca], timeoutMs: 2_000 },
      });
    });
    after(async () => {
      await service?.close();
      await Promise.all([smtp?.close(), imap?.close(), provider?.close()]);
    });
    beforeEach(() => {
      refused = undefined;
      meanwhile = undefined;
      provider.fail();
      Object.assign(provider, { mailbox: ROSA, lies: {}, tokenFields: {}, refreshError: undefined });
      smtp.received.length = 0;
    });

    async function newOwner(kind: 'live' | 'test' = 'live'): Promise<Owner> {
      const account = await service.newAccount({ kind, name: 'Nordlicht' });
      return { account, owner: await signIn(service, { accountId: account.accountId }) };
    }
    interface Owner {
      account: TestAccount;
      owner: TestPerson;
    }

    /** Presses the button, and follows the page to the provider and back to the address that it names. */
    async function visitProvider(owner: TestPerson, kind = 'microsoft'): Promise<string> {
      const page = await owner.page(`/${owner.accountId}${SETTINGS}/connect`, { kind });
      assert.equal(page.status, 200, page.text);
      const url = /^1; url=(https:.*)$/.exec(page.headers.get('Refresh') ?? '')?.[1] ?? '';
      assert.ok(page.text.includes('Continue to'));
      const back = new URL((await follow(url, provider.ca)) ?? '');
      assert.equal(back.origin + back.pathname, `${service.url}/oauth/mail`);
      return back.pathname + back.search;
    }
    const connect = async (owner: TestPerson, kind?: string): Promise<PageAnswer> =>
      owner.page(await visitProvider(owner, kind));
    const read = ({ accountId }: { accountId: string }) => findMailAccountRow(service.db.read, accountId);
    async function assertNotConnected(owner: TestPerson, answer: PageAnswer, text: RegExp, status = 400) {
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.text, text);
      assert.match(answer.text, /Nothing was changed/);
      assert.equal(await read(owner), undefined);
    }

    it('an owner connects a mailbox with a code, PKCE, state and nonce, after a test message went out', async () => {
      const { owner } = await newOwner();
      const done = await connect(owner, 'google');
      assert.deepEqual(
        [done.status, done.location],
        [303, `/${owner.accountId}${SETTINGS}?notice=connected`],
      );
      const { asked } = provider;
      assert.equal(asked.get('scope'), 'https://mail.google.com/ openid email');
      assert.deepEqual([asked.get('access_type'), asked.get('prompt')], ['offline', 'consent']);
      assert.deepEqual([asked.get('response_type'), asked.get('code_challenge_method')], ['code', 'S256']);
      for (const name of ['state', 'nonce', 'code_challenge']) assert.ok(asked.get(name), name);
      const [mail, ...more] = smtp.received;
      assert.deepEqual([mail?.user, mail?.from, mail?.to], [ROSA.email, ROSA.email, [owner.email]]);
      assert.equal(mail?.secure, true);
      assert.equal(more.length, 0);
      const google = await read(owner);
      assert.deepEqual(
        [google?.kind, google?.from_address, google?.username, google?.authserv_id, google?.password],
        ['google', ROSA.email, ROSA.email, 'mx.google.com', null],
      );
      // Nothing in the database opens the mailbox without the secret of the service.
      const rows = ['mail_accounts', 'mail_sign_ins', 'events', 'feed', 'user_mails', 'idempotency'];
      const stored = JSON.stringify(
        await Promise.all(rows.map((table) => service.db.read.all(`SELECT * FROM ${table}`))),
      );
      const form = provider.tokenRequests.at(-1);
      const secrets = [
        form?.get('code'),
        form?.get('code_verifier'),
        asked.get('state'),
        'refresh-',
        'access-',
      ];
      for (const secret of secrets) assert.ok(secret && !stored.includes(secret), secret ?? 'missing');

      provider.mailbox = { sub: 'r', email: 'office@nordlicht.example', preferred_username: ROSA.email };
      assert.equal((await connect(owner, 'microsoft')).status, 303);
      assert.match(
        provider.asked.get('scope') ?? '',
        /^https:\/\/outlook\.office\.com\/SMTP\.Send .*offline_access/,
      );
      const microsoft = await read(owner);
      assert.deepEqual(
        [microsoft?.kind, microsoft?.from_address, microsoft?.username],
        ['microsoft', 'office@nordlicht.example', ROSA.email],
      );
      assert.notEqual(microsoft?.id, google?.id);
    });

    it('a quote goes out by the mailbox; a rejected token is renewed, and an ended one asks for a sign-in', async () => {
      const { owner, account } = await newOwner();
      await connect(owner);
      smtp.received.length = 0;
      const send = async () => {
        const quote = await createQuote(account);
        return account.post(`/quotes/${quote.id}/send`, {});
      };
      assert.equal((await send()).status, 200);
      assert.equal(smtp.received[0]?.user, ROSA.email);
      assert.equal((await readMail(smtp.received[0]?.source ?? Buffer.alloc(0))).from?.address, ROSA.email);
      // Afterwards no mailbox is due, whose reader would ask for a token too.
      await service.runJob('mailboxes');
      const refreshes = provider.countRefreshes();
      provider.endAccess();
      smtp.hangUp();
      assert.equal((await send()).status, 200, 'the token is refused in the middle of a send');
      assert.equal(smtp.received.length, 2);
      assert.equal(provider.countRefreshes(), refreshes + 1);

      service.clock.advance(HOUR);
      smtp.hangUp();
      provider.fail('down');
      const unreachable = await send();
      assert.deepEqual([unreachable.status, unreachable.body.code], [503, 'mail_unavailable']);
      assert.match(unreachable.body.detail, /Microsoft 365 did not respond as expected/);
      provider.fail();
      provider.refreshError = 'invalid_grant';
      const ended = await send();
      assert.deepEqual([ended.status, ended.body.code], [502, 'mail_sign_in_needed']);
      assert.equal(smtp.received.length, 2);
      assert.equal((await read(owner))?.sign_in_needed_at, service.clock());
      provider.refreshError = undefined;
      const again = await signIn(service, { accountId: owner.accountId });
      assert.equal((await connect(again)).status, 303);
      assert.equal((await read(owner))?.sign_in_needed_at, null);
      assert.equal((await send()).status, 200);
    });

    it('a state works once, for ten minutes, in the session that began, and for its account', async () => {
      const { owner, account } = await newOwner();
      const expired = /no longer valid/;
      await assertNotConnected(owner, await owner.page('/oauth/mail'), expired);
      await assertNotConnected(owner, await owner.page('/oauth/mail?code=x&state=y'), expired);
      const back = await visitProvider(owner);
      const other = await signIn(service, { accountId: account.accountId });
      await assertNotConnected(owner, await other.page(back), expired);
      await assertNotConnected(owner, await owner.page(back, undefined, { Cookie: '' }), expired);
      const elsewhere = await newOwner();
      await assertNotConnected(elsewhere.owner, await elsewhere.owner.page(back), expired);
      const moved = back.replace(owner.accountId, elsewhere.account.accountId);
      assert.notEqual(moved, back);
      await assertNotConnected(elsewhere.owner, await elsewhere.owner.page(moved), expired);
      const codeOfOther = new URLSearchParams((await visitProvider(elsewhere.owner)).split('?')[1]).get(
        'code',
      );
      const swapped = back.replace(/code=[^&]*/, `code=${codeOfOther}`);
      // The code was issued for the PKCE challenge of the other session.
      await assertNotConnected(owner, await owner.page(swapped), /did not confirm/, 502);
      await assertNotConnected(owner, await owner.page(back), expired);
      assert.equal(smtp.received.length, 0);

      const late = await visitProvider(owner);
      service.clock.advance(10 * MINUTE);
      await assertNotConnected(owner, await owner.page(late), expired);
      const first = await visitProvider(owner);
      const second = await visitProvider(owner, 'google');
      await assertNotConnected(owner, await owner.page(first), expired);
      const headers = { Cookie: owner.cookie };
      assert.equal((await exchange(service.url + second, { method: 'HEAD', headers })).status, 405);
      assert.equal((await owner.page(second)).status, 303);
      const connected = await read(owner);
      assert.equal((await owner.page(second)).status, 400, 'a repeat');
      assert.deepEqual(await read(owner), connected);
      await service.runJob('clean-up');
      service.clock.advance(10 * MINUTE);
      await service.runJob('clean-up');
      assert.deepEqual(await service.db.read.all('SELECT * FROM mail_sign_ins'), []);
    });

    it('an owner who does not allow access, a lying provider or a failed test message changes nothing', async () => {
      const { owner } = await newOwner();
      provider.nextError = 'access_denied';
      await assertNotConnected(owner, await connect(owner), /Access was not allowed at Microsoft 365/, 403);
      provider.tokenFields = { scope: 'openid email' };
      await assertNotConnected(
        owner,
        await connect(owner, 'google'),
        /Access was not allowed at Google/,
        403,
      );
      provider.tokenFields = { refresh_token: undefined };
      await assertNotConnected(owner, await connect(owner, 'google'), /administrator has to check/, 502);
      provider.tokenFields = {};
      for (const lies of [{ aud: 'another' }, { iss: 'https://evil.example' }, { nonce: 'x' }, { exp: 1 }]) {
        provider.lies = lies;
        await assertNotConnected(owner, await connect(owner), /not valid/, 502);
      }
      provider.lies = { email: 'nobody' };
      await assertNotConnected(owner, await connect(owner), /administrator has to check/, 502);
      provider.lies = {};
      const back = await visitProvider(owner);
      provider.fail('error');
      await assertNotConnected(owner, await owner.page(back), /did not respond/, 502);
      provider.fail();
      const refusedLater = await visitProvider(owner);
      refused = 'no such user';
      await assertNotConnected(owner, await owner.page(refusedLater), /rejected the test email/, 502);
      refused = undefined;
      imap.setFault((command) => (/EXAMINE/.test(command) ? 'cut' : undefined));
      await assertNotConnected(owner, await connect(owner), /mailbox cannot be read at Microsoft 365/, 503);
      imap.setFault(undefined);
      const signedOut = await visitProvider(owner);
      provider.tokenFields = { access_token: 'of nobody' };
      await assertNotConnected(owner, await owner.page(signedOut), /rejected the sign-in/, 502);
      assert.equal(smtp.received.length, 0);
    });

    it('an owner who is removed before the test message went out connects nothing', async () => {
      const { owner, account } = await newOwner();
      const other = await signIn(service, { accountId: account.accountId });
      const back = await visitProvider(owner);
      meanwhile = () => other.delete(`/users/${owner.userId}`);
      await assertNotConnected(owner, await owner.page(back), /no longer valid/, 403);
    });

    it('only an owner of a live account who signed in recently begins, and from a page of the console', async () => {
      const { owner, account } = await newOwner();
      const path = `/${account.accountId}${SETTINGS}/connect`;
      const form = { kind: 'microsoft' };
      for (const headers of [
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { 'Sec-Fetch-Site': 'cross-site' },
      ]) {
        assert.equal((await owner.page(path, form, headers as never)).status, 403);
      }
      const member = await signIn(service, { accountId: account.accountId, role: 'member' });
      assert.equal((await member.page(path, form)).status, 403);
      assert.equal((await owner.page(path, { kind: 'smtp' })).status, 404);
      const tested = await newOwner('test');
      const refusal = await tested.owner.page(`/${tested.account.accountId}${SETTINGS}/connect`, form);
      await assertNotConnected(tested.owner, refusal, /This is a test account/, 409);
      service.clock.advance(15 * MINUTE);
      const late = await owner.page(path, form);
      assert.match(late.location ?? late.text, /\/sign-in\?again=1/);
      assert.deepEqual(await service.db.read.all('SELECT * FROM mail_sign_ins'), []);
    });
  });
}

/** Requests a page of the provider, and returns where it redirects to. */
function follow(url: string, ca: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { ca }, (response) => {
      response.resume();
      resolve(response.headers.location);
    });
    outgoing.on('error', reject).end();
  });
}
