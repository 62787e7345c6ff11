import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createQuote } from '../support/api/quotes.ts';
import { liveAccount, send } from '../support/mail/sendings.ts';
import { startFaultySmtpServer } from '../support/mail/smtp-servers.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

/** Many more sends than connections to the mail server. */
const SENDS = 40;

it(`${SENDS} sends to a mail server that hangs do not slow down other requests`, async () => {
  const server = await startFaultySmtpServer('hangs after the greeting');
  const service = await startTestService({
    env: { SMTP_URL: server.url, SEND_LIMIT_RECIPIENT: '0', RATE_LIMIT_WRITES: '0' },
    // None of them may end before the test has measured.
    smtp: { timeouts: { connect: 300_000, total: 300_000 } },
  });
  try {
    const api = await liveAccount(service);
    const quotes: { id: string }[] = [];
    for (let count = 0; count < SENDS; count++) quotes.push(await createQuote(api));
    await rounds(api, quotes, 3);
    const idle = await rounds(api, quotes, 20);
    const sends = quotes.map(({ id }) => send(api, id));
    await underWay(service, sends);
    const busy = await rounds(api, quotes, 20);
    assert.equal(await pending(service), SENDS, 'all of them still wait');
    assert.ok(busy < idle * 10 + 100, `${busy} ms against ${idle} ms`);
    await server.close();
    for (const { status, text } of await Promise.all(sends)) assert.equal(status, 503, text);
    const { body } = await api.get('/quotes?status=SENT');
    assert.equal(body.pagination.total, 0);
  } finally {
    await service.close();
    await server.close();
  }
});

/** Resolves when all emails are about to be delivered. */
async function underWay(service: TestService, sends: Promise<unknown>[]): Promise<void> {
  let isAnswered = false;
  Promise.race(sends).then(() => {
    isAnswered = true;
  });
  await until(async () => {
    assert.ok(!isAnswered, 'answered before the mail server did anything');
    return (await pending(service)) >= SENDS;
  });
}

async function pending(service: TestService): Promise<number> {
  const row = await service.db.read.get<{ n: number }>(
    `SELECT count(*) AS n FROM sendings WHERE state = 'pending'`,
  );
  return row?.n ?? 0;
}

/** Returns the median time of ordinary sequential requests in milliseconds. */
async function rounds(api: TestAccount, quotes: { id: string }[], count: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < count; round++) {
    const begun = performance.now();
    const id = quotes[round % quotes.length]?.id;
    await api.get(`/quotes/${id}`);
    await api.get('/quotes?limit=5');
    await api.patch(`/quotes/${id}`, { notes: `round ${round} ${begun}` });
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[Math.floor(count / 2)] ?? 0;
}
