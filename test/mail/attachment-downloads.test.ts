import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ok } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { startImapServer, type WrittenImapServer } from '../support/mail/imap-server.ts';
import { connectMailbox, OWN_MAILBOX_ENV, trustMailbox } from '../support/mail/own-mailbox.ts';
import type { Reply } from '../support/service/client.ts';
import { MINUTE } from '../support/service/clock.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const FILE = '%PDF-1.7 a plan';

/** An account with a reply that has a file. */
interface Recipient {
  accountId: string;
  download(): Promise<Reply>;
}

describe('the attachment of a reply', () => {
  let service: TestService;
  let server: WrittenImapServer;
  let recipients: [Recipient, Recipient, Recipient, Recipient];
  before(async () => {
    server = await startImapServer();
    service = await startTestService({ env: OWN_MAILBOX_ENV, imap: trustMailbox(server) });
    const opened = await Promise.all(Array.from({ length: 4 }, openAccount));
    await service.runJob('mailboxes');
    for (const { messageId } of opened) await server.deliver(formatReply(messageId), service.clock());
    service.clock.advance(MINUTE);
    await service.runJob('mailboxes');
    recipients = (await Promise.all(opened.map(({ find }) => find()))) as typeof recipients;
  });
  after(async () => {
    await service?.close();
    await server?.close();
  });

  async function openAccount() {
    const account = await service.newAccount();
    const { accountId } = account;
    const { id } = await sentQuote(account);
    const [mail] = await service.db.read.all<{ message_id: string }>(
      'SELECT message_id FROM sent_mails WHERE account_id = ?',
      accountId,
    );
    await connectMailbox(service, accountId, server);
    const find = async (): Promise<Recipient> => {
      const [message] = ok(await account.get(`/quotes/${id}/messages`)).data;
      const path = `/quotes/${id}/messages/${message.id}/attachments/0`;
      return { accountId, download: () => account.get(path) };
    };
    return { messageId: mail?.message_id ?? '', find };
  }

  it('is downloaded by a few at once, of which two of an account', async () => {
    const released = Promise.withResolvers<void>();
    let held = 0;
    server.setFault((command) => {
      if (!/^UID FETCH .*BODY/.test(command)) return undefined;
      held++;
      return { until: released.promise };
    });
    const [first, second, third, fourth] = recipients;
    const expectLimited = (reply: Reply, words: RegExp) => {
      assert.deepEqual([reply.status, reply.body.code], [429, 'rate_limited'], reply.text);
      assert.match(reply.body.detail, words);
      assert.match(reply.headers.get('Retry-After') ?? '', /^[1-9]\d?$/);
    };
    try {
      const running = [first.download(), first.download()];
      await until(() => held === 2);
      expectLimited(await first.download(), /of this account .*Try again/);
      running.push(...[second, second, third, third].map(({ download }) => download()));
      await until(() => held === 6);
      expectLimited(await fourth.download(), /on this service .*Try again/);
      released.resolve();
      for (const reply of await Promise.all(running)) assert.equal(reply.text, FILE);
    } finally {
      released.resolve();
      server.setFault(undefined);
    }
    for (const { download } of [first, fourth]) assert.equal((await download()).text, FILE);
  });

  it('is not fetched with credentials that were rejected, until an owner has signed in', async () => {
    const [{ accountId, download }] = recipients;
    const expectRejected = async (attempts: number) => {
      server.commands.length = 0;
      const reply = await download();
      assert.deepEqual([reply.status, reply.body.code], [502, 'mail_sign_in_needed'], reply.text);
      assert.match(reply.body.detail, /sign in again/);
      assert.equal(server.commands.filter((command) => command.startsWith('AUTH')).length, attempts);
    };
    await connectMailbox(service, accountId, { ...server, password: 'changed' });
    await expectRejected(1);
    await expectRejected(0);
    await connectMailbox(service, accountId, server);
    assert.equal((await download()).text, FILE);
    // The server for sending has rejected them.
    await connectMailbox(service, accountId, server, { sign_in_needed_at: service.clock() });
    await expectRejected(0);
    await connectMailbox(service, accountId, server);
    assert.equal((await download()).text, FILE);
  });
});

function formatReply(to: string): string {
  return [
    ...['From: ada@example.test', `Message-ID: <reply-to-${to.slice(1)}`, `In-Reply-To: ${to}`],
    ...['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=x', '', '--x'],
    ...['Content-Type: text/plain', '', 'See the plan.', '--x'],
    ...['Content-Type: application/pdf', 'Content-Disposition: attachment; filename=plan.pdf'],
    ...['Content-Transfer-Encoding: base64', '', Buffer.from(FILE).toString('base64'), '--x--', ''],
  ].join('\r\n');
}
