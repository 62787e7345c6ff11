import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fetchAttachment } from '../../src/actions/mail/replies/fetch-attachment.ts';
import { createImapReader } from '../../src/adapters/mail/imap/reader.ts';
import { createMailParser } from '../../src/adapters/mail/incoming/parser.ts';
import { ok } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { MAILBOX_SERVERS } from '../support/mail/dovecot.ts';
import type { TestMailbox } from '../support/mail/imap-server.ts';
import { connectMailbox, OWN_MAILBOX_ENV, readPlace, trustMailbox } from '../support/mail/own-mailbox.ts';
import type { Json } from '../support/service/client.ts';
import { MINUTE } from '../support/service/clock.ts';
import { readServiceSealing } from '../support/service/sealing.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

const FILE = '%PDF-1.7 a plan';

for (const [kind, start] of MAILBOX_SERVERS) {
  describe(`replies in a mailbox of ${kind}`, () => {
    let service: TestService;
    let server: TestMailbox;
    let account: TestAccount;
    let quoteId: string;
    let messageId: string;
    before(async () => {
      server = await start();
      service = await startTestService({ env: OWN_MAILBOX_ENV, imap: trustMailbox(server) });
      account = await service.newAccount();
      quoteId = (await sentQuote(account)).id;
      const sent = 'SELECT message_id FROM sent_mails WHERE account_id = ?';
      const [mail] = await service.db.read.all<{ message_id: string }>(sent, account.accountId);
      messageId = mail?.message_id ?? '';
      await connectMailbox(service, account.accountId, server);
      await service.runJob('mailboxes');
    });
    after(async () => {
      await service?.close();
      await server?.close();
    });

    const deliver = (text: string, file = FILE) =>
      server.deliver(
        [
          ...['From: ada@example.test', `Message-ID: <${text}@example.test>`, `In-Reply-To: ${messageId}`],
          ...['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=x', '', '--x'],
          ...['Content-Type: text/plain', '', text, '--x'],
          ...['Content-Type: application/pdf', 'Content-Disposition: attachment; filename=plan.pdf'],
          ...['Content-Transfer-Encoding: base64', '', Buffer.from(file).toString('base64'), '--x--', ''],
        ].join('\r\n'),
        // The clock of the service may be ahead of that of the server, if other tests have moved theirs.
        service.clock(),
      );
    async function read(): Promise<string[]> {
      service.clock.advance(MINUTE);
      await service.runJob('mailboxes');
      assert.equal((await readPlace(service, account.accountId)).last_error, null);
      const { data } = ok(await account.get(`/quotes/${quoteId}/messages`));
      return data.map(({ text }: Json) => text);
    }
    /** Fetches the attachment of each mail that was taken, by the place where it was received. */
    async function fetchFiles(): Promise<string[]> {
      const parser = createMailParser();
      const deps = {
        ...{ db: service.db, clock: service.clock, sealing: await readServiceSealing(service) },
        mailOAuth: undefined as never,
        mailboxReader: createImapReader({ ...trustMailbox(server), privateHosts: ['localhost'] }),
        mailParser: parser,
      };
      const places = await service.db.read.all<{ mailbox_id: string; uid_validity: string; uid: number }>(
        'SELECT mailbox_id, uid_validity, uid FROM messages WHERE account_id = ? ORDER BY id',
        account.accountId,
      );
      try {
        const files: string[] = [];
        // One after the other, because an account may fetch only a few at a time.
        for (const { mailbox_id: mailboxId, uid_validity: uidValidity, uid } of places) {
          const place = { mailboxId, uidValidity, uid };
          const file = await fetchAttachment(deps, account.accountId, place, 0).then(
            (content) => Buffer.from(content).toString(),
            (error: Error & { code?: string }) => error.code ?? error.message,
          );
          files.push(file);
        }
        return files;
      } finally {
        await parser.close();
      }
    }

    it('are threaded, and the mails stay as they are', async () => {
      await deliver('one');
      await deliver('two');
      assert.deepEqual(await read(), ['one', 'two']);
      assert.deepEqual(
        (await server.list()).map(({ flags }) => flags),
        [[], []],
      );
      assert.deepEqual(await fetchFiles(), [FILE, FILE]);
    });

    it('are taken once although the mailbox was renumbered', async () => {
      await deliver('three');
      await server.renumber();
      assert.deepEqual(await read(), ['one', 'two', 'three']);
      assert.deepEqual(await fetchFiles(), [FILE, FILE, FILE]);
    });

    it('are moved to a folder if the account wants it, where their attachments are found', async () => {
      await connectMailbox(service, account.accountId, server, { move_to: 'Replies to quotes' });
      await deliver('four');
      assert.deepEqual(await read(), ['one', 'two', 'three', 'four']);
      assert.deepEqual(
        [(await server.list()).length, (await server.list('Replies to quotes')).length],
        [3, 1],
      );
      assert.deepEqual(await fetchFiles(), [FILE, FILE, FILE, FILE]);
    });

    it('have their attachments although it is not recorded where they were moved to', async () => {
      // A process that ends after the move leaves this behind.
      const forget = `UPDATE received_mails SET is_to_move = 1, moved_to = NULL, moved_uid_validity = NULL,
        moved_uid = NULL WHERE account_id = ? AND moved_to = 'Replies to quotes'`;
      await service.db.write((tx) => tx.run(forget, account.accountId));
      assert.deepEqual(await fetchFiles(), [FILE, FILE, FILE, FILE]);
      // The next visit finds nothing to move, so no place is known.
      await read();
      assert.deepEqual(await fetchFiles(), [FILE, FILE, FILE, FILE]);
    });

    it('keep their attachments when a stranger repeats a Message-ID', async () => {
      for (const text of ['one', 'four']) await deliver(text, '%PDF-1.7 a lie!');
      assert.deepEqual(await read(), ['one', 'two', 'three', 'four']);
      assert.deepEqual(await fetchFiles(), [FILE, FILE, FILE, FILE]);
    });

    it('have no attachments any more once they are deleted', async () => {
      await server.deleteAll();
      assert.deepEqual(await fetchFiles(), ['not_found', 'not_found', 'not_found', FILE]);
    });
  });
}
