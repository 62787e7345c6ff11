import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { createQuote } from '../support/api/quotes.ts';
import { startMailDesk } from '../support/mail/mail-desk.ts';
import { historyOf, liveAccount, startSlowSend } from '../support/mail/sendings.ts';
import { engines, makeDatabase, startTestService, type TestService } from '../support/service/service.ts';

const STOP_MS = 2_000;

for (const engine of engines()) {
  describe(engine, () => {
    it('a stop refuses new connections immediately, and ends in time though a request hangs', async (t) => {
      const place = await makeDatabase(engine, { withTables: true });
      const desk = await startMailDesk();
      let next: TestService | undefined;
      // A running service still writes into its folder.
      t.after(async () => {
        await next?.close();
        await desk.close();
        await place.remove();
      });
      const env = { SMTP_URL: desk.url };
      const service = await startTestService({ engine, place, env, stopMs: STOP_MS });
      const api = await liveAccount(service);
      const { id } = await createQuote(api);
      const { port } = new URL(service.url);
      // A request without its whole body gets a response; one without its whole head can get none.
      const incomplete = ['Content-Length: 100\r\n\r\n{', 'X-Slow'].map((end) => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.on('error', () => {}).resume();
        socket.write(`POST /api/v1/quotes HTTP/1.1\r\nHost: localhost\r\n${end}`);
        return socket;
      });
      const { reply, mail } = await startSlowSend(desk, api, id);

      const begun = performance.now();
      const closed = service.close().then(() => performance.now() - begun);
      let isAnswered = false;
      void reply.then(() => {
        isAnswered = true;
      });
      while (await isAccepted(Number(port))) {
        assert.ok(performance.now() - begun < STOP_MS / 2, 'no new connection is accepted');
      }
      assert.ok(!isAnswered, 'the running request has its time');
      const { status, body, headers } = await reply;
      assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'unavailable', '2']);
      const ms = await closed;
      assert.ok(ms < STOP_MS * 1.5, `stopped after ${ms} ms`);
      for (const socket of incomplete) if (!socket.closed) await once(socket, 'close');

      next = await startTestService({ engine, place, env });
      mail.drop();
      next.clock.advance(60_000);
      await next.runJob('sendings');
      assert.ok((await historyOf(next.client(api.key), id)).includes('send_failed unknown'));
    });
  });
}

/** Returns whether the port accepts connections. */
async function isAccepted(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
