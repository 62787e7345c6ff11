import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MAILBOX_SERVERS } from '../../../../test/support/mail/dovecot.ts';
import {
  type ImapFault,
  startImapServer,
  type TestMailbox,
  type WrittenImapServer,
} from '../../../../test/support/mail/imap-server.ts';
import { selfSigned } from '../../../../test/support/mail/self-signed.ts';
import { until } from '../../../../test/support/until.ts';
import { UNUSABLE_HOST } from '../../../domain/mail/mail-host.ts';
import { MailOAuthError } from '../../../domain/mail/mail-oauth.ts';
import { type MailServer, SignInNeeded } from '../../../domain/mail/mail-server.ts';
import { ConnectionLost, MailboxError, type OpenMailbox } from '../../../domain/mail/mailbox.ts';
import { createImapReader, type ImapReaderOptions } from './reader.ts';

const never = new AbortController().signal;
const MAX_BYTES = 100_000;
const DAY = 86_400_000;

const mail = (n: number, text = 'Hello') =>
  `From: ada@example.test\r\nMessage-ID: <${n}@example.test>\r\nSubject: Mail ${n}\r\n\r\n${text}\r\n`;

function toServer({ port, user, password }: TestMailbox): MailServer {
  return {
    ...{ host: 'localhost', port },
    async login(options) {
      if (options?.isRefused) throw new SignInNeeded('Sign in again');
      return { user, password };
    },
  };
}

const createReader = ({ ca }: TestMailbox, more: ImapReaderOptions = {}) =>
  createImapReader({ ca, privateHosts: ['localhost'], find: async () => ['127.0.0.1'], ...more });

async function withInbox<T>(
  server: TestMailbox,
  work: (mailbox: OpenMailbox) => Promise<T>,
  more?: ImapReaderOptions,
): Promise<T> {
  const mailbox = await createReader(server, more).open(toServer(server), 'INBOX', never);
  try {
    return await work(mailbox);
  } finally {
    await mailbox.close();
  }
}

for (const [kind, start] of MAILBOX_SERVERS) {
  describe(`a mailbox of ${kind}`, () => {
    let server: TestMailbox;
    before(async () => {
      server = await start();
    });
    after(() => server?.close());

    it('is read in the order of arrival, and nothing in it is marked', async () => {
      const empty = await withInbox(server, async (mailbox) => ({
        newest: await mailbox.findNewestTime(),
        listed: await mailbox.listAfter(mailbox.uidNext - 1, 10),
        next: mailbox.uidNext,
      }));
      assert.deepEqual([empty.newest, empty.listed], [null, []]);
      const at = Math.floor(Date.now() / 1000) * 1000;
      for (const n of [1, 2, 3]) await server.deliver(mail(n), at - 3 * DAY + n * DAY);
      await withInbox(server, async (mailbox) => {
        const listed = await mailbox.listAfter(empty.next - 1, 10);
        assert.deepEqual(
          listed.map(({ bytes, receivedAt }) => [bytes, receivedAt]),
          [1, 2, 3].map((n) => [mail(n).length, at - 3 * DAY + n * DAY]),
        );
        const [first, second, third] = listed.map(({ uid }) => uid) as [number, number, number];
        assert.deepEqual(
          (await mailbox.listAfter(first, 1)).map(({ uid }) => uid),
          [second],
        );
        assert.equal(await mailbox.findNewestTime(), at);
        assert.ok((await mailbox.findFirstSince(at)) > first);
        const source = await mailbox.fetchSource(third, MAX_BYTES);
        assert.equal(Buffer.from(source ?? '').toString(), mail(3));
        assert.equal(await mailbox.fetchSource(third, 10), 'too_large');
        assert.equal(await mailbox.fetchSource(third + 100, MAX_BYTES), undefined, 'gone');
      });
      assert.deepEqual(
        (await server.list()).map(({ flags }) => flags),
        [[], [], []],
      );
    });

    it('gets another UIDVALIDITY when the server renumbers it', async () => {
      const { uidValidity } = await withInbox(server, async (mailbox) => mailbox);
      await server.renumber();
      const renumbered = await withInbox(server, async (mailbox) => mailbox);
      assert.notEqual(renumbered.uidValidity, uidValidity);
    });

    it('moves a mail to a folder that did not exist', async () => {
      const [first] = await server.list();
      await withInbox(server, async (mailbox) => {
        const moved = await mailbox.move(first?.uid ?? 0, 'Quotes');
        assert.equal(moved?.uid, 1);
        assert.ok(await mailbox.fetchSource((first?.uid ?? 0) + 1, MAX_BYTES), 'reading goes on');
      });
      assert.deepEqual([(await server.list()).length, (await server.list('Quotes')).length], [2, 1]);
    });

    it('fails every call after the server has ended the connection', async () => {
      await server.deliver(mail(9));
      await withInbox(server, async (mailbox) => {
        const uid = mailbox.uidNext - 1;
        const fetchSource = () => mailbox.fetchSource(uid, MAX_BYTES);
        await server.kick();
        // Dovecot ends the connection a moment later.
        const isEnded = async () => (await fetchSource().catch((error: unknown) => error)) instanceof Error;
        await until(isEnded);
        for (const call of [
          fetchSource,
          () => mailbox.listAfter(0, 10),
          () => mailbox.findByMessageId('<2@example.test>', 1),
          () => mailbox.findNewestTime(),
          () => mailbox.findFirstSince(Date.now()),
        ]) {
          await assert.rejects(call(), ConnectionLost);
        }
      });
    });

    it('rejects a wrong password, and asks for a sign-in', async () => {
      const wrong = { ...server, password: 'wrong' };
      await assert.rejects(createReader(server).open(toServer(wrong), 'INBOX', never), SignInNeeded);
    });

    it('reports a folder that does not exist', async () => {
      const opened = createReader(server).open(toServer(server), 'Nowhere', never);
      await assert.rejects(opened, { message: /folder/ });
    });
  });
}

describe('a failing IMAP server', () => {
  let server: WrittenImapServer;
  before(async () => {
    server = await startImapServer();
    for (let n = 1; n <= 3; n++) await server.deliver(mail(n));
  });
  after(() => server?.close());

  const visit = (more?: ImapReaderOptions) =>
    withInbox(
      server,
      async (mailbox) => {
        const listed = await mailbox.listAfter(0, 10);
        assert.deepEqual([listed.length, listed[0]?.bytes], [3, mail(1).length]);
        assert.ok((await mailbox.findNewestTime()) !== null);
        const [uid = 0] = await mailbox.findByMessageId('<1@example.test>', 1);
        const source = await mailbox.fetchSource(uid, MAX_BYTES);
        assert.equal(Buffer.from(source ?? '').toString(), mail(1));
      },
      more,
    );

  async function failing(fault: (command: string) => ImapFault | undefined, more?: ImapReaderOptions) {
    server.setFault(fault);
    try {
      return await visit(more);
    } finally {
      server.setFault(undefined);
    }
  }

  it('uses only commands that change nothing', async () => {
    server.commands.length = 0;
    await visit();
    const verbs = server.commands.map((command) => command.replace(/^UID /, '').split(' ')[0]);
    for (const verb of verbs) {
      assert.match(verb ?? '', /^(CAPABILITY|AUTHENTICATE|LIST|LSUB|EXAMINE|SEARCH|FETCH|LOGOUT)$/);
    }
    assert.ok(server.commands.every((command) => !/BODY\[/.test(command)));
  });

  it('ends the connection before, in or after any reply: the error is a MailboxError, and no reply is empty', async () => {
    for (const how of ['cut', 'half', 'after'] as const) {
      let steps = 0;
      for (let isCut = true; isCut; steps++) {
        let seen = 0;
        isCut = false;
        const result = await failing((command) => {
          if (command === 'LOGOUT' || seen++ !== steps) return undefined;
          isCut = true;
          return how;
        }).then(
          () => 'read',
          (error: Error) => error,
        );
        // After the last reply, nothing is left to fail.
        const isExpected = result instanceof MailboxError || (result === 'read' && how === 'after');
        assert.ok(isExpected || !isCut, `${how} at step ${steps}: ${result}`);
      }
      assert.ok(steps >= 9, `${steps} steps`);
    }
  });

  it('hangs at any step: the error is a MailboxError after the time limit', async () => {
    for (const step of ['GREETING', 'CAPABILITY', 'AUTHENTICATE', 'EXAMINE', 'UID SEARCH', 'UID FETCH']) {
      const hung = failing((command) => (command.startsWith(step) ? 'hang' : undefined), {
        timeouts: { connect: 60, command: 60, download: 60 },
      });
      await assert.rejects(
        hung,
        (error) => error instanceof MailboxError && /in time/.test(error.message),
        step,
      );
    }
  });

  it('sends garbage or nothing that fits: the error is a MailboxError', async () => {
    const timeouts = { connect: 60, command: 60, download: 60 };
    for (const reply of [
      '\0\x07%PDF-1.7 {99999999999999}\r\n)(((\r\n',
      '* 1 FETCH (UID 1 BODY[] {60000000}\r\n',
      `* 1 FETCH ${'('.repeat(60_000)}\r\n`,
      'ZZZ OK Done\r\n',
      'TAG OK Done\r\n',
    ]) {
      const failed = failing((command) => (command.startsWith('EXAMINE') ? { reply } : undefined), {
        timeouts,
      });
      await assert.rejects(failed, MailboxError, reply.slice(0, 40));
    }
  });

  it('never stops sending: the connection is closed at a limit', async () => {
    const lists = '* LIST () "/" INBOX\r\n* SEARCH 1 2 3\r\n* 5 FETCH (UID 5 RFC822.SIZE 5)\r\n';
    for (const [step, flood] of [
      ['GREETING', 'x'],
      ['AUTHENTICATE', '* CAPABILITY IMAP4rev1 X\r\n'],
      ['EXAMINE', lists],
      ['UID SEARCH', lists],
      ['UID FETCH', lists],
    ] as const) {
      const failed = failing((command) => (command.startsWith(step) ? { flood } : undefined));
      await assert.rejects(failed, MailboxError, step);
      assert.ok(server.flooded() < 20e6, `${step}: ${server.flooded()} bytes were read`);
    }
  });

  it('has numbered a million mails: the first one since a time is found by one search', async () => {
    const uid = 1_000_000;
    Object.assign(server.inbox, { uidNext: uid });
    await server.deliver(mail(5));
    server.inbox.mails = server.inbox.mails.map((one) => (one.uid < uid ? { ...one, at: 0 } : one));
    server.commands.length = 0;
    const first = await withInbox(server, (mailbox) => mailbox.findFirstSince(Date.now()));
    const searches = server.commands.filter((command) => command.startsWith('UID SEARCH'));
    assert.deepEqual([first, searches.length], [uid, 1]);
    Object.assign(server.inbox, { uidNext: 4, mails: server.inbox.mails.slice(0, 3) });
  });

  it('leaves a mail out of its reply: the mail is listed without its size', async () => {
    const reply = 'TAG OK Done\r\n';
    server.setFault((command) => (command.startsWith('UID FETCH') ? { reply } : undefined));
    const listed = await withInbox(server, (mailbox) => mailbox.listAfter(0, 1));
    server.setFault(undefined);
    assert.deepEqual(listed, [{ uid: 1, bytes: null, receivedAt: null }]);
  });

  it('states a wrong size and ignores the limit: the mail is not read any further', async () => {
    await server.deliver(mail(4, 'x'.repeat(20_000_000)));
    Object.assign(server.lies, { size: 100, ignoresPartial: true });
    try {
      const source = await withInbox(server, async (mailbox) => {
        const [huge] = await mailbox.listAfter(3, 1);
        assert.equal(huge?.bytes, 100);
        return mailbox.fetchSource(4, MAX_BYTES);
      });
      assert.equal(source, 'too_large');
    } finally {
      Object.assign(server.lies, { size: undefined, ignoresPartial: false });
    }
  });

  it('rejects a token: a new one is asked for once, and then a sign-in is needed', async () => {
    let asked = 0;
    const login: MailServer['login'] = async () => ({ user: server.user, accessToken: `token ${++asked}` });
    const open = () =>
      createReader(server).open({ host: 'localhost', port: server.port, login }, 'INBOX', never);
    server.tokens.add('token 2');
    await (await open()).close();
    assert.equal(asked, 2);
    server.tokens.clear();
    await assert.rejects(open(), SignInNeeded);
    assert.equal(asked, 4);
    await until(() => server.connections() === 0);
  });

  it('cannot check a login: that is no rejection', async () => {
    const busy = failing((command) =>
      command.startsWith('AUTH') ? { reply: 'TAG NO [UNAVAILABLE] Busy\r\n' } : undefined,
    );
    await assert.rejects(busy, MailboxError);
  });

  it('greets as if somebody had signed in: it is disconnected, and its words are not shown', async () => {
    server.commands.length = 0;
    const greeted = failing((command) =>
      command === 'GREETING' ? { reply: '* PREAUTH Read on at evil.example\r\n' } : undefined,
    );
    await assert.rejects(greeted, new MailboxError('The mail server did not ask for a sign-in.'));
    assert.ok(!server.commands.some((command) => command.startsWith('EXAMINE')));
    await until(() => server.connections() === 0);
  });

  for (const isRefused of [false, true]) {
    const when = isRefused ? 'after a rejection' : 'at first';
    const openWith = (getLogin: () => Promise<never>, signal = never) => {
      const login: MailServer['login'] = async (options) =>
        (options?.isRefused ?? false) === isRefused ? getLogin() : { user: server.user, password: 'wrong' };
      return createReader(server).open({ host: 'localhost', port: server.port, login }, 'INBOX', signal);
    };

    it(`has credentials that cannot be renewed ${when}: the error is a MailboxError`, async () => {
      const opened = openWith(async () => {
        throw new MailOAuthError('unreachable', 'The provider did not respond.');
      });
      await assert.rejects(opened, new MailboxError('The provider did not respond.'));
    });

    it(`is not waited for when the caller aborts while credentials are renewed ${when}`, async () => {
      const aborted = new AbortController();
      const opened = openWith(() => {
        setImmediate(() => aborted.abort(new Error('stopping')));
        return new Promise(() => {});
      }, aborted.signal);
      await assert.rejects(opened, /stopping/);
    });
  }

  it('is disconnected when the caller aborts', async () => {
    const aborted = new AbortController();
    server.setFault((command) => {
      if (!command.startsWith('EXAMINE')) return undefined;
      setImmediate(() => aborted.abort(new Error('stopping')));
      return 'hang';
    });
    const opened = createReader(server).open(toServer(server), 'INBOX', aborted.signal);
    await assert.rejects(opened, /stopping/).finally(() => server.setFault(undefined));
  });

  it('is connected to at its checked address only, by verified TLS', async () => {
    const open = (more: ImapReaderOptions, host = 'localhost') =>
      createReader(server, more).open({ ...toServer(server), host }, 'INBOX', never);
    const before = server.commands.length;
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['::1'], ['169.254.169.254']]) {
      const refused = open({ privateHosts: [], find: async () => addresses });
      await assert.rejects(refused, { message: UNUSABLE_HOST }, addresses.join());
    }
    await assert.rejects(open({ privateHosts: [] }, '127.0.0.1'), { message: UNUSABLE_HOST });
    await assert.rejects(open({ find: async () => [] }), { message: UNUSABLE_HOST });
    await assert.rejects(open({ ca: undefined }), { message: /certificate/ });
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    await assert.rejects(open({ ca: undefined }), { message: /certificate/ }).finally(() => {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    });
    const expired = await startImapServer({ certificate: selfSigned({ until: '20210101000000Z' }) });
    const late = createReader(expired).open(toServer(expired), 'INBOX', never);
    await assert.rejects(late, { message: /certificate of the mail server has expired/ });
    await expired.close();
    const named = open({ privateHosts: ['mail.example'] }, 'mail.example');
    await assert.rejects(named, { message: /certificate/ });
    assert.equal(server.commands.length, before, 'nothing was sent');
    let asked = 0;
    const find = async () => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']);
    await (await open({ find })).close();
    assert.equal(asked, 1);
  });
});
