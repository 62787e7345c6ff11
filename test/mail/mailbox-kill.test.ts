import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ok } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { startImapServer } from '../support/mail/imap-server.ts';
import { connectMailbox, OWN_MAILBOX_ENV, trustMailbox } from '../support/mail/own-mailbox.ts';
import type { Json } from '../support/service/client.ts';
import { MINUTE } from '../support/service/clock.ts';
import { engines, makeDatabase, startTestService } from '../support/service/service.ts';
import { spawnerOfServices } from '../support/service/spawn-service.ts';
import { until } from '../support/until.ts';

/** Longer than the lease of a reader. */
const LATER = 3 * MINUTE;

for (const engine of engines().slice(0, 1)) {
  describe(`kill -9 of a process that reads a mailbox, on ${engine}`, () => {
    const spawn = spawnerOfServices();

    it('loses no reply and takes none twice', async () => {
      const server = await startImapServer();
      const place = await makeDatabase(engine, { withTables: true });
      const options = { engine, place, env: OWN_MAILBOX_ENV, imap: trustMailbox(server) };
      try {
        const first = await startTestService(options);
        const account = await first.newAccount();
        const { id } = await sentQuote(account);
        const sent = 'SELECT message_id FROM sent_mails WHERE account_id = ?';
        const [mail] = await first.db.read.all<{ message_id: string }>(sent, account.accountId);
        await connectMailbox(first, account.accountId, server);
        await first.runJob('mailboxes');
        await first.close();

        for (const n of [1, 2, 3]) {
          const head = `From: ada@example.test\r\nMessage-ID: <${n}@example.test>\r\nIn-Reply-To: ${mail?.message_id}`;
          await server.deliver(`${head}\r\n\r\nReply ${n}\r\n`);
        }
        let isHeld = false;
        server.setFault((command) => {
          if (!/^UID FETCH 2 .*BODY/.test(command)) return undefined;
          isHeld = true;
          return 'hang';
        });
        const ca = join(place.dataDir, 'ca.pem');
        await writeFile(ca, server.ca);
        const env = { ...place.env, ...OWN_MAILBOX_ENV, NODE_EXTRA_CA_CERTS: ca };
        const killed = await spawn(env, { documents: 'blank' });
        await until(() => isHeld);
        await killed.stop('SIGKILL');
        server.setFault(undefined);

        const second = await startTestService(options);
        second.clock.set(Date.now() + LATER);
        await second.runJob('mailboxes');
        const { data } = ok(await second.client(account.key).get(`/quotes/${id}/messages`));
        assert.deepEqual(
          data.map(({ text }: Json) => text),
          ['Reply 1', 'Reply 2', 'Reply 3'],
        );
        await second.close();
      } finally {
        await server.close();
        await place.remove();
      }
    });
  });
}
