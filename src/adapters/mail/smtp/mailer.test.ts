import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  absentSmtpServer,
  readMail,
  type SmtpFault,
  startFaultySmtpServer,
  startSmtpServer,
} from '../../../../test/support/mail/smtp-servers.ts';
import type { MailMessage, MailOutcome } from '../../../domain/mail/mail.ts';
import { MAIL_SERVER_TIMEOUT_MS } from '../../../domain/mail/send-timeouts.ts';
import { createSmtpMailer, type SmtpMailerOptions } from './mailer.ts';

/** Short limits for servers that hang. */
const SHORT = { connect: 300, total: 400 };

describe('a mail server that works', () => {
  it('accepts the message, and the mailer reports it', async () => {
    await using server = disposable(await startSmtpServer());
    const outcome = await deliver({ url: server.url, tls: { ca: server.ca, servername: 'localhost' } });
    assert.equal(outcome.outcome, 'taken');
    assert.match(outcome.response, /^250 /);
    assert.equal(server.received.length, 1);
    const [mail] = server.received;
    assert.ok(mail);
    assert.equal(mail.secure, true, 'STARTTLS is used where it is offered');
    assert.equal(mail.from, 'quotes@example.test');
    assert.deepEqual(mail.to, ['ada@example.test', 'bob@example.test']);
    const parsed = await readMail(mail.source);
    assert.equal(parsed.messageId, '<fixed@example.test>');
    assert.equal(parsed.subject, message.subject);
    assert.equal(parsed.from?.name, message.from.name);
    assert.equal(parsed.to?.[0]?.name, message.to[0]?.name);
    assert.equal(parsed.text?.trim(), message.text);
    assert.equal(parsed.attachments[0]?.filename, message.attachments[0]?.filename);
    assert.deepEqual(
      new Uint8Array(parsed.attachments[0]?.content as ArrayBuffer),
      message.attachments[0]?.content,
    );
  });

  it('is reached over TLS from the first byte with smtps:', async () => {
    await using server = disposable(await startSmtpServer({ secure: true }));
    const outcome = await deliver({ url: server.url, tls: { ca: server.ca, servername: 'localhost' } });
    assert.equal(outcome.outcome, 'taken');
    assert.equal(server.received[0]?.secure, true);
  });

  for (const method of ['PLAIN', 'LOGIN']) {
    it(`accepts the login with ${method}`, async () => {
      const login = { user: 'acme@example.test', pass: 'p@ss:wörd/1' };
      await using server = disposable(await startSmtpServer({ login, authMethods: [method] }));
      const url = `smtp://${encodeURIComponent(login.user)}:${encodeURIComponent(login.pass)}@127.0.0.1:${server.port}`;
      const outcome = await deliver({ url, tls: { ca: server.ca, servername: 'localhost' } });
      assert.equal(outcome.outcome, 'taken');
      assert.equal(server.received[0]?.user, login.user);
    });
  }

  it('keeps its connection for the next message; a closed connection is replaced', async () => {
    await using server = disposable(await startSmtpServer({ hideSTARTTLS: true }));
    await using mailer = disposable(createSmtpMailer({ url: server.url }));
    for (let count = 1; count <= 3; count++)
      assert.equal((await mailer.deliver(message, Infinity)).outcome, 'taken');
    assert.equal(server.connections(), 1);
    server.hangUp();
    assert.equal((await mailer.deliver(message, Infinity)).outcome, 'taken');
    assert.equal(server.connections(), 2);
    assert.equal(server.received.length, 4);
  });

  it('gets all messages on no more connections than allowed', async () => {
    await using server = disposable(await startSmtpServer({ hideSTARTTLS: true }));
    await using mailer = disposable(createSmtpMailer({ url: server.url, connections: 3 }));
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => mailer.deliver(message, Infinity)));
    assert.ok(outcomes.every(({ outcome }) => outcome === 'taken'));
    assert.equal(server.received.length, 30);
    assert.equal(server.connections(), 3);
  });

  it('is not sent a message above its size limit', async () => {
    await using server = disposable(await startSmtpServer({ size: 500, hideSTARTTLS: true }));
    const outcome = await deliver({ url: server.url });
    assert.deepEqual(outcome, { outcome: 'refused', response: 'Message size larger than allowed 500' });
  });

  it('gets a non-ASCII address only if it supports SMTPUTF8', async () => {
    const to = [{ name: null, address: 'अदा@उदाहरण.test' }];
    await using server = disposable(await startSmtpServer({ hideSTARTTLS: true }));
    assert.equal((await deliver({ url: server.url }, { ...message, to })).outcome, 'taken');
    assert.equal(server.received[0]?.to[0], 'अदा@उदाहरण.test');
    await using old = disposable(await startSmtpServer({ hideSTARTTLS: true, hideSMTPUTF8: true }));
    const outcome = await deliver({ url: old.url }, { ...message, to });
    assert.equal(outcome.outcome, 'refused');
    assert.match(outcome.response, /SMTPUTF8/);
    assert.equal(old.received.length, 0);
  });

  it('gets a large message completely over TLS', async () => {
    await using server = disposable(await startSmtpServer());
    const content = new Uint8Array(8 * 1024 * 1024).fill(7);
    const attachments = [{ filename: 'large.bin', contentType: 'application/octet-stream', content }];
    const outcome = await deliver(
      { url: server.url, tls: { ca: server.ca, servername: 'localhost' } },
      { ...message, attachments },
    );
    assert.equal(outcome.outcome, 'taken');
    const parsed = await readMail(server.received[0]?.source ?? Buffer.alloc(0));
    assert.deepEqual(new Uint8Array(parsed.attachments[0]?.content as ArrayBuffer), content);
  });
});

describe('a failing mail server', () => {
  const expected: Record<SmtpFault, [MailOutcome['outcome'], RegExp]> = {
    'refuses the sender': ['refused', /^550 5\.7\.1 Sender not allowed$/],
    'refuses the recipient': ['refused', /^550 5\.1\.1 No such user$/],
    'refuses one recipient': ['refused', /^550 5\.1\.1 No such user$/],
    'defers one recipient': ['unavailable', /^450 4\.2\.1 Mailbox busy$/],
    'refuses the data': ['refused', /^554 5\.7\.0 No mail today$/],
    'refuses the message': ['refused', /^554-5\.7\.1 Looks like spam 554 5\.7\.1 to us$/],
    'answers 4xx': ['unavailable', /^451 4\.7\.1 Greylisted/],
    'answers 4xx to the message': ['unavailable', /^452 4\.3\.1/],
    'says goodbye to the message': ['unavailable', /^421 4\.4\.2/],
    'refuses the connection': ['unavailable', /554 5\.3\.2 Not here/],
    'hangs before the greeting': ['timeout', /in time/],
    'hangs after the greeting': ['timeout', /in time/],
    'hangs after DATA': ['timeout', /in time/],
    'hangs amid the message': ['timeout', /in time/],
    'hangs after the dot': ['unknown', /reply was lost/],
    'drops after DATA': ['unavailable', /transmission failed/],
    'drops amid the message': ['unavailable', /transmission failed/],
    'drops after the dot': ['unknown', /reply was lost/],
    'sends garbage': ['unavailable', /sent an invalid reply/],
    'sends garbage to the sender': ['unavailable', /transmission failed/],
    'sends garbage to the message': ['unknown', /sent an invalid reply/],
    'answers before the message came': ['unknown', /sent an invalid reply/],
    'has a bad certificate': ['unavailable', /certificate of the mail server is not trusted/],
  };
  const wholeAnyway = /^(hangs|drops) after the dot|to the message$|the message$|before the message came/;

  for (const [fault, [outcome, response]] of Object.entries(expected)) {
    const timeouts = fault.startsWith('hangs') ? SHORT : undefined;
    for (const pipelining of fault.includes('amid') ? [true] : [true, false]) {
      it(`${fault} ${pipelining ? 'with' : 'without'} pipelining: ${outcome}`, async () => {
        await using server = disposable(await startFaultySmtpServer(fault as SmtpFault, pipelining));
        const mail = fault.includes('amid') ? large : fault.includes('one recipient') ? withRefused : message;
        const started = performance.now();
        const result = await deliver({ url: server.url, timeouts }, mail);
        assert.equal(result.outcome, outcome, result.response);
        assert.match(result.response, response);
        // The limits of the service, which a busy machine stays below.
        const limitMs = fault === 'hangs before the greeting' ? 5_000 : MAIL_SERVER_TIMEOUT_MS;
        if (timeouts) assert.ok(performance.now() - started < limitMs);
        if (!wholeAnyway.test(fault)) assert.equal(server.received.length, 0, 'nothing was handed over');
      });
    }
  }

  it('cannot be reached: unavailable', async () => {
    const outcome = await deliver({ url: await absentSmtpServer() });
    assert.equal(outcome.outcome, 'unavailable');
    assert.match(outcome.response, /^No connection to the mail server: .*ECONNREFUSED/);
  });

  it('has a name that does not resolve: unavailable', async () => {
    const outcome = await deliver({ url: 'smtp://nowhere.invalid', timeouts: SHORT });
    assert.equal(outcome.outcome, 'unavailable');
    assert.match(outcome.response, /^The name of the mail server cannot be resolved/);
  });

  it('has a bad certificate behind STARTTLS: unavailable', async () => {
    await using server = disposable(await startSmtpServer());
    const outcome = await deliver({ url: server.url });
    assert.equal(outcome.outcome, 'unavailable');
    assert.match(outcome.response, /^The certificate of the mail server is not trusted: self-signed/);
    assert.equal(server.received.length, 0);
  });

  it('rejects the login: unavailable, and the error contains no secret', async () => {
    await using server = disposable(
      await startSmtpServer({
        hideSTARTTLS: true,
        allowInsecureAuth: true,
        onAuth: (auth, _session, done) =>
          done(Object.assign(new Error(`No ${auth.username} with ${auth.password}`), { responseCode: 535 })),
      }),
    );
    const outcome = await deliver({ url: `smtp://acme:hunter2@127.0.0.1:${server.port}` });
    assert.deepEqual(outcome, {
      outcome: 'unavailable',
      reason: 'login',
      response: 'The mail server did not accept the login: 535 No … with …',
    });
  });

  it('hangs: a hundred deliveries end in time, on a handful of connections', async () => {
    await using server = disposable(await startFaultySmtpServer('hangs after the greeting'));
    await using mailer = disposable(
      createSmtpMailer({ url: server.url, timeouts: { connect: 300, total: 500 } }),
    );
    const started = performance.now();
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => mailer.deliver(message, Infinity)));
    assert.ok(outcomes.every(({ outcome }) => outcome === 'timeout'));
    assert.ok(performance.now() - started < (100 * 500) / 2, 'they do not wait for each other');
    // A server notices a closed connection a little later than the client.
    assert.ok(server.peak() <= 10, `${server.peak()} connections`);
  });
});

describe('the mailer', () => {
  it('rejects an address that could be more than one', async () => {
    await using server = disposable(await startSmtpServer({ hideSTARTTLS: true }));
    for (const address of ['a@example.test>\r\nRCPT TO:<b@example.test', 'a@b.test, c@d.test', 'nobody']) {
      const outcome = await deliver({ url: server.url }, { ...message, to: [{ name: null, address }] });
      assert.equal(outcome.outcome, 'refused');
    }
    assert.equal(server.connections(), 0);
  });

  it('finishes its deliveries on close, and rejects new ones', async () => {
    await using server = disposable(await startSmtpServer({ hideSTARTTLS: true }));
    const mailer = createSmtpMailer({ url: server.url });
    const delivery = mailer.deliver(message, Infinity);
    await mailer.close();
    assert.equal((await delivery).outcome, 'taken');
    assert.equal((await mailer.deliver(message, Infinity)).outcome, 'unavailable');
  });
});

const message: MailMessage = {
  messageId: '<fixed@example.test>',
  from: { name: 'Ärzte & Söhne, "Café" 株式会社', address: 'quotes@example.test' },
  replyTo: { name: null, address: 'office@example.test' },
  to: [{ name: 'आदा Лавлейс', address: 'ada@example.test' }],
  cc: [{ name: null, address: 'bob@example.test' }],
  subject: 'Angebot für Zoë – 見積書 مع تحيات '.repeat(4).trim(),
  text: 'Grüße.\n.\n.. dots stay\nEnd',
  html: '<p>Grüße</p>',
  attachments: [
    {
      filename: `${'見積書-عرض-ценовое предложение '.repeat(6)}.pdf`,
      contentType: 'application/pdf',
      content: new TextEncoder().encode('%PDF-1.7'),
    },
  ],
  headers: {},
};

const withRefused: MailMessage = { ...message, cc: [{ name: null, address: 'refused@example.test' }] };

/** Larger than the buffers of two sockets, so that its end stays queued while the server does not read. */
const large: MailMessage = {
  ...message,
  attachments: [
    { filename: 'x', contentType: 'application/octet-stream', content: new Uint8Array(24 * 1024 * 1024) },
  ],
};

async function deliver(options: SmtpMailerOptions, mail = message): Promise<MailOutcome> {
  await using mailer = disposable(createSmtpMailer(options));
  return await mailer.deliver(mail, Infinity);
}

function disposable<T extends { close(): Promise<void> }>(resource: T): T & AsyncDisposable {
  return Object.assign(resource, { [Symbol.asyncDispose]: () => resource.close() });
}
