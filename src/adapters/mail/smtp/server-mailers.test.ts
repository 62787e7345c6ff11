import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { selfSigned } from '../../../../test/support/mail/self-signed.ts';
import {
  type RealSmtpServer,
  startFaultySmtpServer,
  startSmtpServer,
} from '../../../../test/support/mail/smtp-servers.ts';
import type { MailMessage, MailOutcome } from '../../../domain/mail/mail.ts';
import { UNUSABLE_HOST } from '../../../domain/mail/mail-host.ts';
import { type MailLogin, type MailServer, SignInNeeded } from '../../../domain/mail/mail-server.ts';
import { createServerMailers, type ServerMailersOptions } from './server-mailers.ts';

const LOGIN = { user: 'rosa@acme.test', pass: 'hunter2-hunter2' };
const PASSWORD = { user: LOGIN.user, password: LOGIN.pass };

describe('the mail server of an account', () => {
  it('gets messages over STARTTLS after a login, and keeps its connection', async () => {
    await using server = disposable(await startSmtpServer({ login: LOGIN }));
    await using mailers = open(server);
    for (let count = 1; count <= 3; count++) {
      const outcome = await mailers.deliver('a', serve(server), message, Infinity);
      assert.equal(outcome.outcome, 'taken', outcome.response);
    }
    assert.equal(server.connections(), 1);
    assert.deepEqual(
      server.received.map(({ secure, user }) => ({ secure, user })),
      Array.from({ length: 3 }, () => ({ secure: true, user: LOGIN.user })),
    );
  });

  it('is reached over TLS from the first byte on the port for it', async () => {
    await using server = disposable(await startSmtpServer({ login: LOGIN, secure: true }));
    await using mailers = open(server, { tlsPort: server.port });
    const outcome = await mailers.deliver('a', serve(server), message, Infinity);
    assert.equal(outcome.outcome, 'taken', outcome.response);
    assert.equal(server.received[0]?.secure, true);
  });

  it('has connections of its own; those that were not used for longest are closed', async () => {
    await using server = disposable(await startSmtpServer({ login: LOGIN }));
    await using mailers = open(server, { maxServers: 2 });
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) {
      assert.equal((await mailers.deliver(key, serve(server), message, Infinity)).outcome, 'taken');
    }
    assert.equal(server.connections(), 4, 'a, b, c, and b again');
  });

  it('is quoted after the login, without the credentials, however they are encoded', async () => {
    const token = 'good-token';
    const plain = encode(`\0${LOGIN.user}\0${LOGIN.pass}`);
    const xoauth2 = encode(`user=${LOGIN.user}\x01auth=Bearer ${token}\x01\x01`);
    for (const [login, secrets] of [
      [PASSWORD, [LOGIN.pass, encode(LOGIN.pass), plain]],
      [{ user: LOGIN.user, accessToken: token }, [token, encode(token), xoauth2]],
    ] as const) {
      for (const secret of secrets) {
        await using server = disposable(
          await startSmtpServer({
            login: LOGIN,
            authMethods: ['PLAIN', 'XOAUTH2'],
            onAuth: (_auth, _session, done) => done(null, { user: LOGIN.user }),
            onRcptTo: (_address, _session, done) =>
              done(Object.assign(new Error(`No ${secret} here`), { responseCode: 550 })),
          }),
        );
        const outcome = await deliver(server, { login: replying(login) });
        assert.deepEqual(outcome, { outcome: 'refused', response: '550 No … here' }, secret);
      }
    }
  });

  it('ends a delivery at its deadline', async () => {
    await using server = disposable(await startSmtpServer({ login: LOGIN, onAuth: () => {} }));
    const outcome = await deliver(server, {}, { timeouts: { connect: 300, total: 400 } });
    assert.equal(outcome.outcome, 'timeout');
  });
});

describe('a login that the server rejects', () => {
  it('needs a new sign-in; the reply is not shown, and nothing is sent', async () => {
    await using server = disposable(await startSmtpServer({ login: LOGIN }));
    const outcome = await deliver(server, { login: replying({ ...PASSWORD, password: 'wrong-password' }) });
    assert.equal(outcome.outcome, 'sign_in_needed');
    assert.doesNotMatch(outcome.response, /Bad login|wrong-password/);
    assert.equal(server.received.length, 0);
  });

  it('is tried once more with a renewed token', async () => {
    await using server = disposable(await startTokenServer());
    const calls: boolean[] = [];
    const login: MailServer['login'] = async ({ isRefused = false } = {}) => {
      calls.push(isRefused);
      return { user: LOGIN.user, accessToken: isRefused ? 'good-token' : 'old-token' };
    };
    const outcome = await deliver(server, { login });
    assert.equal(outcome.outcome, 'taken', outcome.response);
    assert.equal(server.received[0]?.user, LOGIN.user);
    assert.deepEqual(calls, [false, true]);
  });

  it('needs a new sign-in if the renewed tokens are rejected too', async () => {
    await using server = disposable(await startTokenServer());
    const login = async (): Promise<MailLogin> => ({ user: LOGIN.user, accessToken: 'old-token' });
    assert.equal((await deliver(server, { login })).outcome, 'sign_in_needed');
    assert.equal(server.connections(), 3);
  });

  it('only for now leaves the server unavailable', async () => {
    await using server = disposable(
      await startSmtpServer({
        login: LOGIN,
        onAuth: (_auth, _session, done) => done(Object.assign(new Error('Try later'), { responseCode: 454 })),
      }),
    );
    const outcome = await deliver(server);
    assert.deepEqual([outcome.outcome, 'reason' in outcome && outcome.reason], ['unavailable', 'login']);
    assert.equal(server.connections(), 1);
  });

  it('is required: a server without one gets nothing', async () => {
    await using server = disposable(await startSmtpServer({ disabledCommands: ['AUTH'] }));
    const outcome = await deliver(server);
    assert.deepEqual([outcome.outcome, 'reason' in outcome && outcome.reason], ['unavailable', 'no_login']);
    assert.equal(server.received.length, 0);
  });

  it('of an idle connection is repeated', async () => {
    let isSignedOut = false;
    await using server = disposable(
      await startSmtpServer({
        login: LOGIN,
        onMailFrom(_address, session, done) {
          const isOld = isSignedOut && session.transaction > 1;
          done(isOld ? Object.assign(new Error('Sign in'), { responseCode: 530 }) : null);
        },
      }),
    );
    await using mailers = open(server);
    assert.equal((await mailers.deliver('a', serve(server), message, Infinity)).outcome, 'taken');
    isSignedOut = true;
    const outcome = await mailers.deliver('a', serve(server), message, Infinity);
    assert.equal(outcome.outcome, 'taken', outcome.response);
    assert.equal(server.connections(), 2);
  });

  it('at the sender of a message needs a new sign-in', async () => {
    await using server = disposable(
      await startSmtpServer({
        login: LOGIN,
        onMailFrom: (_address, _session, done) =>
          done(Object.assign(new Error('Authentication required'), { responseCode: 530 })),
      }),
    );
    assert.equal((await deliver(server)).outcome, 'sign_in_needed');
  });
});

describe('a connection that is not secure', () => {
  // A variable that switches off the verification everywhere else has no effect here.
  before(() => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  });
  after(() => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  });

  it('is not used if the server offers no STARTTLS', async () => {
    let logins = 0;
    await using server = disposable(
      await startSmtpServer({
        hideSTARTTLS: true,
        allowInsecureAuth: true,
        disabledCommands: ['STARTTLS'],
        onAuth: (_auth, _session, done) => {
          logins++;
          done(null, { user: 'x' });
        },
      }),
    );
    const outcome = await deliver(server);
    assert.deepEqual(outcome, {
      outcome: 'unavailable',
      reason: 'encryption',
      response: 'No secure connection to the mail server',
    });
    assert.equal(logins + server.received.length, 0);
  });

  const certificates = {
    'signed by nobody known': { certificate: selfSigned(), ca: selfSigned().cert },
    'for another host': { certificate: selfSigned({ host: 'other.test' }) },
    expired: {
      certificate: selfSigned({ until: '20210101000000Z' }),
      expected: { reason: 'expired', response: 'The certificate of the mail server has expired' },
    },
  };
  const untrusted = { reason: 'certificate', response: 'The certificate of the mail server is not trusted' };
  for (const [name, { certificate, ca = certificate.cert, expected = untrusted }] of Object.entries(
    certificates,
  ) as [string, { certificate: { key: string; cert: string }; ca?: string; expected?: object }][]) {
    it(`is not used with a certificate that is ${name}`, async () => {
      await using server = disposable(await startSmtpServer({ login: LOGIN, certificate }));
      const outcome = await deliver(server, {}, { tls: { ca } });
      assert.deepEqual(outcome, { outcome: 'unavailable', ...expected });
      assert.equal(server.received.length, 0);
    });
  }

  it('is reported as what it is: no TLS on this port, no greeting, no sign-in', async () => {
    await using plain = disposable(await startSmtpServer({ login: LOGIN }));
    assert.deepEqual(await deliver(plain, {}, { tlsPort: plain.port }), {
      ...{ outcome: 'unavailable', reason: 'plain' },
      response: 'The mail server does not speak TLS from the start on this port',
    });
    await using hanging = disposable(await startFaultySmtpServer('hangs before the greeting'));
    const port = Number(new URL(hanging.url).port);
    const outcome = await deliver({ port, ca: '' }, {}, { timeouts: { connect: 100 } });
    assert.equal(outcome.outcome, 'timeout');
    assert.match(outcome.response, /took the connection, but said nothing in time/);
    await using open = disposable(await startSmtpServer({ disabledCommands: ['AUTH'] }));
    assert.deepEqual(await deliver(open), {
      ...{ outcome: 'unavailable', reason: 'no_login' },
      response: 'The mail server offers no sign-in',
    });
  });

  it('is not used with TLS 1.1', async () => {
    await using server = disposable(
      await startSmtpServer({ login: LOGIN, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }),
    );
    const outcome = await deliver(server);
    assert.equal(outcome.outcome, 'unavailable');
    assert.equal(server.received.length, 0);
  });

  it('shows nothing that the server says', async () => {
    for (const fault of ['refuses the connection', 'sends garbage'] as const) {
      await using server = disposable(await startFaultySmtpServer(fault));
      const port = Number(new URL(server.url).port);
      const outcome = await deliver({ port, ca: '' });
      assert.deepEqual(outcome, {
        outcome: 'unavailable',
        reason: 'protocol',
        response: 'The mail server sent an invalid reply',
      });
    }
  });
});

describe('the address of a mail server', () => {
  it('is not connected to if it is private, whatever its form', async () => {
    await using server = disposable(await startSmtpServer({ login: LOGIN }));
    const hosts = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '169.254.169.254', 'fd00::1'];
    for (const host of hosts) {
      const outcome = await deliver(server, { host }, { privateHosts: [] });
      assert.equal(outcome.response, UNUSABLE_HOST, host);
      const resolved = await deliver(server, {}, { privateHosts: [], find: async () => ['8.8.8.8', host] });
      assert.equal(resolved.response, UNUSABLE_HOST, host);
    }
    assert.equal(server.connections(), 0);
  });

  it('is looked up once per connection, and checked each time (DNS rebinding)', async () => {
    await using server = disposable(await startSmtpServer({ login: LOGIN }));
    const port = server.port;
    await using inside = disposable(
      await startSmtpServer({ login: LOGIN, at: { host: '127.46.5.2', port } }),
    );
    const answers = [['127.0.0.1'], ['127.46.5.2']];
    let lookups = 0;
    const find = async () => answers[lookups++] ?? [];
    await using mailers = open(server, { privateHosts: ['127.0.0.1'], find });
    assert.equal((await mailers.deliver('a', serve(server), message, Infinity)).outcome, 'taken');
    assert.equal(lookups, 1);
    server.hangUp();
    const outcome = await mailers.deliver('a', serve(server), message, Infinity);
    assert.equal(outcome.response, UNUSABLE_HOST);
    assert.deepEqual([lookups, inside.connections()], [2, 0]);
  });

  it('must exist', async () => {
    const outcome = await deliver({ port: 2525, ca: '' }, {}, { find: async () => [] });
    assert.deepEqual(outcome, { outcome: 'unavailable', reason: 'name', response: UNUSABLE_HOST });
  });
});

function encode(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Accepts the token `good-token` only. It explains a rejection by a challenge, as Google and Microsoft do. */
function startTokenServer(): Promise<RealSmtpServer> {
  return startSmtpServer({
    login: LOGIN,
    authMethods: ['XOAUTH2'],
    onAuth: (auth, _session, done) =>
      auth.accessToken === 'good-token'
        ? done(null, { user: auth.username })
        : done(null, { data: { status: '401', schemes: 'bearer', scope: 'mail' } }),
  });
}

const message: MailMessage = {
  messageId: '<fixed@acme.test>',
  from: { name: 'Acme', address: LOGIN.user },
  replyTo: null,
  to: [{ name: null, address: 'ada@example.test' }],
  cc: [],
  subject: 'Quote',
  text: 'Text',
  html: '<p>Text</p>',
  attachments: [],
  headers: {},
};

interface Listening {
  port: number;
  ca: string;
}

/** The certificates of the tests are for `localhost`. */
function serve({ port }: Pick<Listening, 'port'>, changes: Partial<MailServer> = {}): MailServer {
  return { host: 'localhost', port, login: replying(PASSWORD), ...changes };
}

function replying(login: MailLogin): MailServer['login'] {
  return async ({ isRefused = false } = {}) => {
    if (isRefused) throw new SignInNeeded();
    return login;
  };
}

function open({ ca }: Pick<Listening, 'ca'>, options: Partial<ServerMailersOptions> = {}) {
  return disposable(
    createServerMailers({
      privateHosts: ['localhost'],
      find: async () => ['127.0.0.1'],
      tls: { ca },
      ...options,
    }),
  );
}

async function deliver(
  server: Listening,
  changes: Partial<MailServer> = {},
  options: Partial<ServerMailersOptions> = {},
): Promise<MailOutcome> {
  await using mailers = open(server, options);
  return await mailers.deliver('key', serve(server, changes), message, Infinity);
}

function disposable<T extends { close(): Promise<void> }>(resource: T): T & AsyncDisposable {
  return Object.assign(resource, { [Symbol.asyncDispose]: () => resource.close() });
}
