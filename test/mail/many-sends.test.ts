import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createQuote } from '../support/api/quotes.ts';
import {
  RECIPIENT_FAULTS,
  type RecipientFault,
  startFaultByRecipientServer,
  type TakenMessage,
} from '../support/mail/fault-by-recipient.ts';
import {
  type MailProvider,
  mailProviderEnv,
  startMailProvider,
  startOAuthSmtpServer,
} from '../support/mail/oauth-provider.ts';
import { connectMailAccount } from '../support/mail/own-mail-account.ts';
import { send, statusOf } from '../support/mail/sendings.ts';
import { type RealSmtpServer, startSmtpServer } from '../support/mail/smtp-servers.ts';
import type { Reply } from '../support/service/client.ts';
import { engines, startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

const KINDS = ['installation', 'smtp', 'microsoft', 'google'] as const;
type Kind = (typeof KINDS)[number];
type Server = RealSmtpServer & { taken: TakenMessage[] };

const LOGIN = { user: 'rosa@nordlicht.example', pass: 'a password of Rosa' };
/** Sends of each kind of account: each fault twice, and 200 emails in all on the first engine of a whole run. */
const SENDS = 10;
const MANY_SENDS = 50;
const CONCURRENCY = 8;

/** The response to a first send, by what the server does with it. */
const EXPECTED: Record<RecipientFault, [status: number, code?: string]> = {
  taken: [200],
  rejected: [502, 'mail_refused'],
  deferred: [503, 'mail_unavailable'],
  cut: [503, 'mail_unavailable'],
  lost: [504, 'mail_timeout'],
};

interface Sent {
  kind: Kind;
  api: TestAccount;
  id: string;
  to: string;
  key: string;
  fault: RecipientFault;
}

for (const [index, engine] of engines().entries()) {
  const count = index === 0 && process.env.TEST_ALL ? MANY_SENDS : SENDS;
  describe(engine, () => {
    let provider: MailProvider;
    let servers: Record<Kind, Server>;
    let service: TestService;
    before(async () => {
      provider = await startMailProvider();
      const { identity } = provider;
      const oauth = await startFaultByRecipientServer((options) => startOAuthSmtpServer(provider, options));
      servers = {
        installation: await startFaultByRecipientServer((options) =>
          startSmtpServer({ ...identity, ...options }),
        ),
        smtp: await startFaultByRecipientServer((options) =>
          startSmtpServer({ ...identity, login: LOGIN, ...options }),
        ),
        microsoft: oauth,
        google: oauth,
      };
      service = await startTestService({
        engine,
        env: {
          ...mailProviderEnv(provider, oauth),
          PROFFER_SECRET: 's'.repeat(40),
          SMTP_URL: servers.installation.url,
          MAIL_FROM: 'quotes@installation.example',
          SEND_LIMIT_RECIPIENT: '0',
        },
        smtp: { tls: { ca: provider.ca, servername: 'localhost' } },
        mailOAuth: { caCertificates: [provider.ca] },
      });
    });
    after(async () => {
      await service?.close();
      await Promise.all(Object.values(servers ?? {}).map((server) => server.close()));
      await provider?.close();
    });

    async function openAccount(kind: Kind): Promise<TestAccount> {
      const api = await service.newAccount({ kind: 'live' });
      if (kind === 'installation') return api;
      const address = `${kind}@nordlicht.example`;
      const login = kind === 'smtp' ? { password: LOGIN.pass } : provider.grant(address);
      await connectMailAccount(service, api.accountId, {
        ...{ kind, login, port: servers[kind].port },
        address: kind === 'smtp' ? LOGIN.user : address,
      });
      return api;
    }

    /** Runs all sends, a few at a time, in an order that mixes kinds and faults. */
    async function runAll<T>(
      sends: readonly T[],
      run: (one: T, index: number) => Promise<void>,
    ): Promise<void> {
      const queue = [...sends.entries()];
      await Promise.all(
        Array.from({ length: CONCURRENCY }, async () => {
          for (let next = queue.shift(); next; next = queue.shift()) await run(next[1], next[0]);
        }),
      );
    }

    it(`${KINDS.length * count} sends of four kinds of account with faults are SENT exactly if the server said so`, async () => {
      const accounts = new Map<Kind, TestAccount>();
      for (const kind of KINDS) accounts.set(kind, await openAccount(kind));
      const sends: Sent[] = [];
      for (let n = 0; n < count; n++) {
        for (const kind of KINDS) {
          const api = accounts.get(kind) as TestAccount;
          const fault = RECIPIENT_FAULTS[n % RECIPIENT_FAULTS.length] ?? 'taken';
          const { id } = await createQuote(api);
          sends.push({ kind, api, id, fault, to: `${fault}-${n}-${kind}@example.test`, key: `send ${id}` });
        }
      }
      const first = new Map<string, Reply>();
      await runAll(sends, async ({ api, id, key, to }, index) => {
        // Tokens are revoked in mid-send: they are refreshed and the sends go on.
        if (index % 40 === 20) provider.endAccess();
        first.set(id, await send(api, id, key, { email: to }));
      });
      for (const { kind, api, id, fault, to } of sends) {
        const reply = first.get(id);
        const received = servers[kind].taken.filter((message) => message.to === to).length;
        // A connection that is cut before its first reply is replaced at once, and the message is then taken.
        const happened = fault === 'cut' && received === 1 ? 'taken' : fault;
        const [status, code] = EXPECTED[happened];
        assert.deepEqual([reply?.status, reply?.body.code], [status, code], `${kind} ${to} ${reply?.text}`);
        assert.equal(await statusOf(api, id), happened === 'taken' ? 'SENT' : 'DRAFT', `${kind} ${to}`);
        assert.equal(received, happened === 'taken' || happened === 'lost' ? 1 : 0, `${kind} ${to}`);
      }

      await runAll(sends, async ({ api, id, key, to }) => {
        assert.equal((await send(api, id, key, { email: to })).status, 200);
      });
      for (const { kind, api, id, fault, to } of sends) {
        assert.equal(await statusOf(api, id), 'SENT');
        const messages = servers[kind].taken.filter((message) => message.to === to);
        // What may have arrived is sent again as the same message, which the receiver recognizes; all else once.
        assert.equal(messages.length, fault === 'lost' ? 2 : 1, `${kind} ${to}`);
        assert.equal(new Set(messages.map(({ messageId }) => messageId)).size, 1, `${kind} ${to}`);
      }
      assert.ok(provider.countRefreshes() > 0, 'tokens were refreshed');
      for (const kind of KINDS) {
        for (const { from, messageId, to } of servers[kind].taken.filter(({ to }) =>
          to.includes(`-${kind}@`),
        )) {
          const domain = kind === 'installation' ? 'installation.example' : 'nordlicht.example';
          assert.ok(from.endsWith(`@${domain}`), `${to}: the envelope sender is ${from}`);
          assert.ok(messageId.endsWith(`@${domain}>`), `${to}: the Message-ID is ${messageId}`);
        }
        const others = servers[kind].taken.filter(
          ({ to }) => !/-(installation|smtp|microsoft|google)@/.test(to),
        );
        assert.deepEqual(others, []);
      }
      const strangers = servers.installation.taken.filter(
        ({ to }) => !to.endsWith('-installation@example.test'),
      );
      assert.deepEqual(strangers, [], 'no account falls back to the server of the installation');
    });
  });
}
