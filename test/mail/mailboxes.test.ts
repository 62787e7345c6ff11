import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { deleteMailAccount } from '../../src/store/tables/mail/mail-accounts.ts';
import { insertReceivedMail } from '../../src/store/tables/mail/received-mails.ts';
import { ok } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { signIn } from '../support/console/sign-in.ts';
import { type ImapFault, startImapServer, type WrittenImapServer } from '../support/mail/imap-server.ts';
import { connectMailbox, OWN_MAILBOX_ENV, readPlace, trustMailbox } from '../support/mail/own-mailbox.ts';
import type { Client, Json } from '../support/service/client.ts';
import { MINUTE } from '../support/service/clock.ts';
import { type Engine, engines, startTestService, type TestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

/** Longer than any delay after a failure. */
const LATER = 61 * MINUTE;
const LEASE_MS = 2 * MINUTE;

let written = 0;
/** A reply to an email, with a text of its own. */
function newReply(to: string): string {
  const number = ++written;
  return [
    ...['From: ada@example.test', `Message-ID: <reply-${number}@example.test>`, `In-Reply-To: ${to}`],
    ...['Subject: Re: Your quote', '', `Reply ${number}`, ''],
  ].join('\r\n');
}

/** A reply with a file. All have the same Message-ID. */
function formatFile(to: string, content: string): string {
  return [
    ...['From: ada@example.test', 'Message-ID: <file@example.test>', `In-Reply-To: ${to}`],
    ...[
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain',
      '',
      'See the plan.',
    ],
    ...['--x', 'Content-Disposition: attachment; filename=plan.txt', '', content, '--x--', ''],
  ].join('\r\n');
}

for (const engine of engines()) describe(`mailboxes on ${engine}`, () => testMailboxes(engine));

function testMailboxes(engine: Engine): void {
  let service: TestService;
  let server: WrittenImapServer;
  let accountId: string;
  let api: Client;
  let quoteId: string;
  let messageId: string;
  before(async () => {
    server = await startImapServer();
    service = await startTestService({ engine, env: OWN_MAILBOX_ENV, imap: trustMailbox(server) });
  });
  after(async () => {
    await service?.close();
    await server?.close();
  });
  // Each test has a mailbox with one mail from before, and the first visit is over.
  beforeEach(async () => {
    server.setFault(undefined);
    Object.assign(server.inbox, { mails: [], uidNext: 1, uidValidity: server.inbox.uidValidity + 1 });
    const account = await service.newAccount({ kind: 'live' });
    api = account;
    accountId = account.accountId;
    connected.push(accountId);
    quoteId = (await sentQuote(api)).id;
    const [mail] = await service.db.read.all<{ message_id: string }>(
      'SELECT message_id FROM sent_mails WHERE account_id = ?',
      accountId,
    );
    messageId = mail?.message_id ?? '';
    await deliver(-10 * MINUTE);
    await connectMailbox(service, accountId, server);
    await service.runJob('mailboxes');
    server.commands.length = 0;
  });

  afterEach(async () => {
    for (const id of connected.splice(0)) await service.db.write((tx) => deleteMailAccount(tx, id));
  });

  const connected: string[] = [];
  /** Connects the mailbox for a new account. Its emails are captured, which makes no difference to replies. */
  async function connectNew(): Promise<string> {
    const account = await service.newAccount();
    connected.push(account.accountId);
    await connectMailbox(service, account.accountId, server);
    return account.accountId;
  }
  const deliver = (afterMs = 0) => server.deliver(newReply(messageId), service.clock() + afterMs);
  /** Texts of the replies in the thread of the quote. */
  async function readThread(): Promise<string[]> {
    const { data } = ok(await api.get(`/quotes/${quoteId}/messages?limit=100`));
    return data.map(({ text }: Json) => text);
  }
  /** Asserts that each of the last replies was taken once. */
  async function expectTaken(count: number): Promise<void> {
    const expected = Array.from({ length: count }, (_, at) => `Reply ${written - count + at + 1}`);
    assert.deepEqual((await readThread()).sort(), expected.sort());
  }
  /** UIDs of the mails that were fetched, in order. */
  const fetched = () =>
    server.commands.flatMap((command) => {
      const [, uid] = /^UID FETCH (\d+) .*BODY/.exec(command) ?? [];
      return uid ? Number(uid) : [];
    });
  const read = (afterMs = MINUTE) => {
    service.clock.advance(afterMs);
    return service.runJob('mailboxes');
  };
  const place = () => readPlace(service, accountId);
  /** What owners see: `imap` of the mail account, and the page of its settings. */
  async function readState(): Promise<{ imap: Json; state: string; page: string }> {
    const owner = await signIn(service, { accountId });
    const { imap, state } = ok(await owner.get('/mail-account'));
    return { imap, state, page: (await owner.page(`/${accountId}/settings/mail`)).text };
  }
  const readHome = async () => (await (await signIn(service, { accountId })).page(`/${accountId}`)).text;
  const now = () => new Date(service.clock()).toISOString();

  it('is read every minute, from the moment it was connected', async () => {
    assert.deepEqual([(await place()).last_uid, fetched()], [1, []]);
    for (let n = 0; n < 3; n++) await deliver();
    await service.runJob('mailboxes');
    assert.deepEqual(server.commands, []);
    await read();
    assert.deepEqual(fetched(), [2, 3, 4]);
    const { last_uid, failures, last_error, checked_at } = await place();
    assert.deepEqual([last_uid, failures, last_error, checked_at], [4, 0, null, service.clock()]);
    await read();
    assert.deepEqual(fetched(), [2, 3, 4]);
    await expectTaken(3);
  });

  it('is read in batches, and nothing is left out', async () => {
    for (let n = 0; n < 60; n++) await deliver();
    await read();
    assert.equal((await place()).last_uid, 61);
    assert.deepEqual(
      fetched(),
      Array.from({ length: 60 }, (_, at) => at + 2),
    );
  });

  it('is read completely although the connection ends before, in or after any reply', async () => {
    let [last, step] = [1, 0];
    for (const how of ['cut', 'half', 'after'] as const) {
      for (step = 0; ; step++) {
        await deliver();
        let [seen, isCut] = [0, false];
        server.setFault((command) => {
          if (command === 'LOGOUT' || seen++ !== step) return undefined;
          isCut = true;
          return how;
        });
        await read(LATER);
        const { last_uid, last_error, failures } = await place();
        assert.ok(last_uid >= last, 'no mail is read again');
        last = last_uid;
        if (!isCut) break;
        const isFailed = failures > 0 && /mail server/.test(last_error ?? '');
        // After the last reply, nothing is left to fail.
        assert.ok(isFailed || how === 'after', `${how} at step ${step}: ${last_error}`);
      }
      assert.ok(step > 6, `${step} steps`);
    }
    server.setFault(undefined);
    await read(LATER);
    assert.equal((await place()).last_uid, server.inbox.uidNext - 1);
    await expectTaken(server.inbox.uidNext - 2);
    assert.equal((await readState()).imap.skipped, 0);
  });

  it('is not read past a mail at which the connection always ends', async () => {
    for (let n = 0; n < 3; n++) await deliver();
    for (const how of ['cut', 'half', 'after'] as const) {
      const fetch = how === 'after' ? /^UID FETCH .*SIZE/ : /^UID FETCH 3 .*BODY/;
      server.setFault((command) => (fetch.test(command) ? how : undefined));
      for (let n = 0; n < 10; n++) await read(LATER);
      assert.match((await place()).last_error ?? '', /mail server/, how);
    }
    assert.equal((await readState()).imap.skipped, 0);
    assert.match(await readHome(), /Replies have not been read since <time/);
    server.setFault(undefined);
    await read(LATER);
    await expectTaken(3);
    assert.doesNotMatch(await readHome(), /Replies have not been read/);
  });

  it('keeps a mail that the server rejects as long as it returns no later one', async () => {
    await deliver();
    server.setFault((command) =>
      /^UID FETCH \d+ .*BODY/.test(command) ? { reply: 'TAG NO Busy\r\n' } : undefined,
    );
    for (let n = 0; n < 10; n++) await read(LATER);
    await deliver();
    for (let n = 0; n < 3; n++) await read(LATER);
    assert.equal((await readState()).imap.skipped, 0);
    server.setFault(undefined);
    await read(LATER);
    await expectTaken(2);
  });

  it('is found again after the server has renumbered it: old mails stay untaken', async () => {
    await deliver();
    await read();
    await deliver(1000);
    await server.renumber();
    server.commands.length = 0;
    await read();
    const { uid_validity, last_uid, last_error } = await place();
    assert.deepEqual([uid_validity, last_uid, last_error], [String(server.inbox.uidValidity), 3, null]);
    // The order is reversed: the newest mail is the first now, the one from before the last.
    assert.deepEqual(fetched(), [1, 2]);
    await deliver();
    await read();
    assert.deepEqual(fetched(), [1, 2, 4]);
    await expectTaken(3);
  });

  it('skips mails that are too large or cannot be parsed or fetched, and goes on', async () => {
    await deliver();
    server.lies.size = 40_000_000;
    await read();
    delete server.lies.size;
    const parts = '--x\r\n\r\nPart\r\n'.repeat(1100);
    await server.deliver(`Content-Type: multipart/mixed; boundary=x\r\n\r\n${parts}--x--\r\n`);
    // A mail that cannot be parsed is soon tried again.
    for (let n = 0; n < 9; n++) await read();
    assert.deepEqual([(await place()).last_uid, fetched()], [3, Array.from({ length: 9 }, () => 3)]);
    await deliver();
    await deliver();
    const poison = /^UID FETCH 4 .*BODY/;
    server.setFault((command) => (poison.test(command) ? { reply: 'TAG NO Broken mail\r\n' } : undefined));
    for (let n = 1; n <= 8; n++) {
      await read(LATER);
      const { failures, failed_uid, last_error } = await place();
      assert.deepEqual([failures, failed_uid], [n, 4]);
      assert.match(last_error ?? '', /Fetching a mail failed.*It said: Broken mail/);
    }
    await read(LATER);
    const { last_uid, last_error } = await place();
    assert.deepEqual([last_uid, last_error], [5, null]);
    const rows = await service.db.read.all<{ uid: number; outcome: string }>(
      'SELECT uid, outcome FROM received_mails WHERE account_id = ? ORDER BY uid',
      accountId,
    );
    assert.deepEqual(
      rows.map(({ uid, outcome }) => [uid, outcome]),
      [
        [2, 'too_large'],
        [3, 'unreadable'],
        [4, 'unreadable'],
        [5, 'reply'],
      ],
    );
    const { imap, page } = await readState();
    assert.deepEqual([imap.skipped, imap.lastSkippedAt, imap.failingSince], [3, now(), null]);
    assert.match(
      page,
      /3 mails could not be read, the last one on <time[^>]*>[^<]+<\/time>\. Look in your mailbox/,
    );
    const home = await readHome();
    assert.match(home, /3 emails in your mailbox were not read/);
    assert.match(home, /Skipped on <time[^>]*>[^<]+<\/time>: too large to be read\./);
    assert.match(home, /Skipped on <time[^>]*>[^<]+<\/time>: could not be read in eight attempts\./);
  });

  it('does not count a mail that was deleted before it was fetched', async () => {
    await deliver();
    await deliver();
    server.setFault((command) => {
      if (/^UID FETCH 2 .*BODY/.test(command))
        server.inbox.mails = server.inbox.mails.filter((m) => m.uid !== 2);
      return undefined;
    });
    await read();
    const { imap } = await readState();
    assert.deepEqual([(await place()).last_uid, imap.skipped, (await readThread()).length], [3, 0, 1]);
  });

  it('waits for a mail that the server lists but leaves out of its reply', async () => {
    await deliver();
    await deliver();
    const without2 =
      '* 3 FETCH (UID 3 RFC822.SIZE 9 INTERNALDATE "01-Jan-2026 00:00:00 +0000")\r\nTAG OK Done\r\n';
    server.setFault((command) => (command.startsWith('UID FETCH 2,3 ') ? { reply: without2 } : undefined));
    await read();
    const { last_uid, failed_uid, failures } = await place();
    assert.deepEqual([last_uid, failed_uid, failures, fetched()], [1, 2, 1, []]);
    server.setFault(undefined);
    await read();
    await expectTaken(2);
  });

  it('is read on although there is a mail of the same number from before', async () => {
    await deliver();
    const { id, uid_validity } = await place();
    await service.db.write((tx) =>
      insertReceivedMail(tx, {
        ...{ account_id: accountId, mailbox_id: id, uid_validity: uid_validity ?? '', uid: 2 },
        ...{ digest: 'other', content_digest: null, message_id: null, outcome: 'reply', is_to_move: 0 },
        at: service.clock(),
      }),
    );
    await read();
    assert.deepEqual([(await place()).last_uid, (await place()).last_error], [2, null]);
    await expectTaken(1);
  });

  // The syntax of triggers differs; the rest does not depend on the engine.
  const itOnSqlite = engine === 'sqlite' ? it : () => {};
  itOnSqlite('skips a mail that cannot be recorded, after eight attempts', async () => {
    await deliver();
    await deliver();
    await service.db.write((tx) =>
      tx.run(`CREATE TRIGGER poison BEFORE INSERT ON received_mails WHEN NEW.uid = 2 AND NEW.outcome = 'reply'
              BEGIN SELECT RAISE(ABORT, 'poison'); END`),
    );
    try {
      for (let n = 1; n <= 8; n++) {
        await read(LATER);
        assert.deepEqual([(await place()).failures, (await place()).failed_uid], [n, 2]);
      }
      await read(LATER);
    } finally {
      await service.db.write((tx) => tx.run('DROP TRIGGER poison'));
    }
    assert.equal((await place()).last_uid, 3);
    assert.equal((await readState()).imap.skipped, 1);
    await expectTaken(1);
  });

  it('says that mails cannot be moved, and is read', async () => {
    await connectMailbox(service, accountId, server, { move_to: 'Quotes' });
    await deliver();
    server.setFault((command) =>
      /^UID MOVE|^CREATE/.test(command) ? { reply: 'TAG NO Full\r\n' } : undefined,
    );
    await read(0);
    const { imap, page } = await readState();
    assert.deepEqual([imap.lastCheckedAt, imap.failingSince], [now(), null]);
    assert.match(imap.lastError, /mov/i);
    assert.match(page, /Replies are read, but not moved to the folder/);
    await expectTaken(1);
  });

  it('is tried less often while it fails, and goes on after a new sign-in where it was', async () => {
    await connectMailbox(service, accountId, { ...server, password: 'changed' });
    await deliver();
    await read(0);
    assert.equal((await place()).failures, 1);
    const { imap, state, page } = await readState();
    // Emails can still be sent.
    assert.deepEqual([state, imap.lastCheckedAt, imap.failingSince], ['connected', now(), now()]);
    assert.match(imap.lastError, /rejects the sign-in/);
    assert.match(
      page,
      /Replies have not been read since <time[^>]*>[^<]+<\/time>: <bdi lang="en">The mail server rejects/,
    );
    for (const wait of [1, 2, 4]) {
      server.commands.length = 0;
      await read(wait * MINUTE - 1);
      assert.deepEqual(server.commands, []);
      await read(1);
      assert.notEqual(server.commands.length, 0, `after ${wait} minutes`);
    }
    await connectMailbox(service, accountId, server);
    await service.runJob('mailboxes');
    assert.deepEqual([fetched(), (await place()).failures], [[2], 0]);
    const after = await readState();
    assert.deepEqual([after.imap.lastError, after.imap.failingSince], [null, null]);
    assert.match(after.page, /Replies were last read <time[^>]*>/);
  });

  it('begins at the end of another mailbox that is connected later', async () => {
    await deliver();
    await connectMailbox(service, accountId, server, { username: 'other@example.test' });
    assert.deepEqual([(await place()).uid_validity, (await place()).last_uid], [null, 0]);
    const end = { uidValidity: String(server.inbox.uidValidity), lastUid: 2, since: service.clock() + 1000 };
    await connectMailbox(service, accountId, server, {}, end);
    await deliver();
    await read();
    assert.deepEqual([(await place()).last_uid, fetched()], [3, [3]]);
  });

  it('that could not be opened when it was connected is read from that moment', async () => {
    server.setFault(() => 'cut');
    const other = await connectNew();
    await service.runJob('mailboxes');
    assert.equal((await readPlace(service, other)).failures, 1);
    await deliver();
    server.setFault(undefined);
    server.commands.length = 0;
    await read();
    assert.deepEqual([(await readPlace(service, other)).last_uid, new Set(fetched())], [2, new Set([2])]);
  });

  it('is the same when it is connected again: attachments are found, and never those of another', async () => {
    const download = async () => {
      const { data } = ok(await api.get(`/quotes/${quoteId}/messages`));
      const response = await api.get(`/quotes/${quoteId}/messages/${data[0].id}/attachments/0`);
      return response.status === 200 ? response.text.trim() : response.status;
    };
    await server.deliver(formatFile(messageId, 'a plan'), service.clock());
    await read();
    assert.equal(await download(), 'a plan');
    await server.deliver(formatFile(messageId, 'a lie!'), service.clock());
    await read();
    assert.equal(await download(), 'a plan');
    await connectMailbox(service, accountId, server, { username: 'other@example.test' });
    assert.equal(await download(), 404);
    await service.db.write((tx) => deleteMailAccount(tx, accountId));
    await connectMailbox(service, accountId, server);
    assert.equal(await download(), 'a plan');
  });

  it('takes turns with others, and a few are read at once', async () => {
    for (let n = 0; n < 8; n++) await connectNew();
    await service.runJob('mailboxes');
    assert.ok(server.peak() <= 4, `${server.peak()} at once`);
  });

  // SQLite has one process only.
  const itOnPostgres = engine === 'postgres' ? it : () => {};
  itOnPostgres('has one reader: who lost the lease takes nothing', async () => {
    const second = await startTestService({
      ...{ engine, env: OWN_MAILBOX_ENV, imap: trustMailbox(server) },
      place: { env: { DATABASE_URL: service.config.databaseUrl ?? '' }, dataDir: '', remove: async () => {} },
    });
    try {
      for (let n = 0; n < 3; n++) await deliver();
      const held = Promise.withResolvers<void>();
      const isHeld = holdOnce(server, /^UID FETCH 3 .*BODY/, held.promise);
      const first = read();
      await until(isHeld);
      assert.equal((await place()).last_uid, 2);
      second.clock.set(service.clock());
      await second.runJob('mailboxes');
      assert.deepEqual([(await place()).last_uid, fetched()], [2, [2, 3]], 'the lease is respected');
      second.clock.set(service.clock() + LEASE_MS);
      await second.runJob('mailboxes');
      assert.deepEqual([(await place()).last_uid, fetched()], [4, [2, 3, 3, 4]]);
      held.resolve();
      await first;
      assert.deepEqual([(await place()).last_uid, fetched()], [4, [2, 3, 3, 4]]);
      await expectTaken(3);
    } finally {
      await second.close();
    }
  });
}

/** Delays the first reply to a command until the promise is resolved. */
function holdOnce(server: WrittenImapServer, command: RegExp, until: Promise<void>): () => boolean {
  let isHeld = false;
  server.setFault((line): ImapFault | undefined => {
    if (isHeld || !command.test(line)) return undefined;
    isHeld = true;
    return { until };
  });
  return () => isHeld;
}
