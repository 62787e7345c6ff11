import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { selfSigned } from '../../../test/support/mail/self-signed.ts';
import { type Receiver, startReceiver, verified } from '../../../test/support/webhooks/receiver.ts';
import { type AttemptResult, createRoute } from './post-event.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const body = JSON.stringify({ id: 'evt_1', type: 'quote.created', data: { title: 'Größe' } });
const never = new AbortController().signal;

describe('one attempt', () => {
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
  });
  after(() => receiver?.close());

  const options = () => ({ isPrivateAllowed: true, connections: 2, ca: receiver.cert });
  const event = () => ({ id: 'evt_1', body, secrets: [secret], at: Date.now() });

  async function attemptOnce(url: string, more = {}): Promise<AttemptResult> {
    const route = createRoute(url, { ...options(), ...more });
    try {
      return await route.post(event(), never);
    } finally {
      route.close();
    }
  }

  it('is a signed POST of the event, and 2xx is success', async () => {
    receiver.behave('/fine', (response) => response.writeHead(202).end(`Thank you\0${'é'.repeat(600)}`));
    const result = await attemptOnce(`${receiver.url}/fine`);
    assert.deepEqual(
      { ...result, ms: 0 },
      {
        isSuccess: true,
        status: 202,
        ms: 0,
        reply: `Thank you\0${'é'.repeat(507)}`,
        error: null,
        retryAfterMs: 0,
      },
    );
    const [got] = receiver.at('/fine');
    assert.ok(got);
    assert.deepEqual(verified(secret, got), JSON.parse(body));
    assert.deepEqual(
      [got.headers['webhook-id'], got.headers['content-type'], got.headers.host],
      ['evt_1', 'application/json', new URL(receiver.url).host],
    );
  });

  it('reuses a connection, and replaces one that the receiver has closed', async () => {
    const route = createRoute(`${receiver.url}/again`, { ...options(), connections: 1 });
    const before = receiver.connections();
    for (let n = 0; n < 3; n++) assert.equal((await route.post(event(), never)).status, 204);
    assert.equal(receiver.connections() - before, 1);
    // The first request on a connection gets a response, the second does not.
    let requests = 0;
    receiver.behave('/again', (response) => {
      requests++;
      if (requests === 1) response.socket?.destroy();
      else response.writeHead(204).end();
    });
    assert.equal((await route.post(event(), never)).status, 204);
    assert.equal(requests, 2);
    route.close();
  });

  it('reports the error and the response body', async () => {
    for (const [path, behaviour, expected] of [
      ['/500', 500, /response was 500/],
      ['/410', 410, /response was 410/],
      ['/304', 304, /Redirects are not followed: the response was 304/],
    ] as const) {
      receiver.behave(path, (response) => response.writeHead(behaviour).end(behaviour === 304 ? '' : 'No'));
      const { isSuccess, status, error, reply } = await attemptOnce(receiver.url + path);
      assert.deepEqual([isSuccess, status, reply], [false, behaviour, behaviour === 304 ? '' : 'No']);
      assert.match(error ?? '', expected);
    }
    receiver.behave('/busy', (response) => response.writeHead(503, { 'Retry-After': '120' }).end());
    assert.equal((await attemptOnce(`${receiver.url}/busy`)).retryAfterMs, 120_000);
  });

  it('does not follow redirects', async () => {
    receiver.behave('/moved', (response) =>
      response.writeHead(307, { Location: `${receiver.url}/secret` }).end(),
    );
    const { isSuccess, status } = await attemptOnce(`${receiver.url}/moved`);
    assert.deepEqual([isSuccess, status], [false, 307]);
    assert.equal(receiver.at('/secret').length, 0);
  });

  it('survives any response', async () => {
    receiver.behave('/reset', (response) => response.socket?.destroy());
    assert.match((await attemptOnce(`${receiver.url}/reset`)).error ?? '', /closed before/);

    receiver.behave('/flood', (response) => {
      const headers = 'x'.repeat(50).concat(': y\r\n').repeat(2000);
      response.socket?.end(`HTTP/1.1 200 OK\r\n${headers}\r\n`);
    });
    assert.match((await attemptOnce(`${receiver.url}/flood`)).error ?? '', /headers .* larger/);

    receiver.behave('/hints', (response) => {
      response.socket?.end('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000));
    });
    assert.match((await attemptOnce(`${receiver.url}/hints`)).error ?? '', /interim/);

    receiver.behave('/odd', (response) => response.socket?.end('+OK hello\r\n'));
    assert.match((await attemptOnce(`${receiver.url}/odd`)).error ?? '', /not HTTP/);

    receiver.behave('/switch', (response) =>
      response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    );
    assert.equal((await attemptOnce(`${receiver.url}/switch`)).isSuccess, false);

    let sent = 0;
    receiver.behave('/endless', (response) => {
      response.writeHead(200);
      const more = () => {
        if (response.destroyed || sent > 5e7) return;
        sent += 65_536;
        response.write('a'.repeat(65_536), more);
      };
      more();
    });
    const endless = await attemptOnce(`${receiver.url}/endless`);
    assert.deepEqual([endless.isSuccess, endless.reply], [true, 'a'.repeat(1024)]);
    assert.ok(sent < 5e7, `${sent} bytes were read`);
  });

  it('ends at its time limit and when aborted', async () => {
    receiver.behave('/slow', () => {});
    const slow = await attemptOnce(`${receiver.url}/slow`, { attemptTimeoutMs: 50 });
    assert.deepEqual([slow.isSuccess, slow.status], [false, null]);
    assert.match(slow.error ?? '', /No response within 0.05 seconds/);
    const silent = await attemptOnce('https://silent.example/', {
      attemptTimeoutMs: 50,
      find: () => new Promise(() => {}),
    });
    assert.match(silent.error ?? '', /No response within/);
    const ending = new AbortController();
    const route = createRoute(`${receiver.url}/slow`, options());
    const before = receiver.at('/slow').length;
    const ended = assert.rejects(route.post(event(), ending.signal));
    await receiver.until(() => receiver.at('/slow').length > before);
    ending.abort();
    await ended;
    route.close();
  });

  it('rejects a certificate for another name', async () => {
    const other = selfSigned();
    const unknown = await attemptOnce(`${receiver.url}/tls`, { ca: other.cert });
    assert.match(unknown.error ?? '', /TLS: the certificate is self-signed/);
    const find = async () => ['127.0.0.1'];
    const { port } = new URL(receiver.url);
    const named = await attemptOnce(`https://hooks.example:${port}/tls`, { find });
    assert.match(named.error ?? '', /TLS: the certificate is for another name/);
    const clear = await attemptOnce(`${receiver.url.replace('https', 'http')}/tls`);
    assert.equal(clear.isSuccess, false);
    assert.equal(receiver.at('/tls').length, 0);
  });

  it('does not connect to private addresses', async () => {
    const before = receiver.connections();
    const { port } = new URL(receiver.url);
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', 'localhost']) {
      const { error } = await attemptOnce(`https://${host}:${port}/`, { isPrivateAllowed: false });
      assert.match(error ?? '', /public address/, host);
    }
    assert.match(
      (await attemptOnce('http://hooks.example/', { isPrivateAllowed: false })).error ?? '',
      /https/,
      'also what was allowed when the endpoint was made',
    );
    for (const addresses of [
      ['127.0.0.1'],
      ['93.184.216.34', '127.0.0.1'],
      ['::1', '93.184.216.34'],
      ['64:ff9b::7f00:1'],
      ['fe80::1%lo'],
    ]) {
      const { error } = await attemptOnce(`https://hooks.example:${port}/`, {
        isPrivateAllowed: false,
        find: async () => addresses,
      });
      assert.match(error ?? '', /private or reserved address/, addresses.join());
    }
    const nowhere = await attemptOnce('https://hooks.example/', { find: async () => [] });
    assert.match(nowhere.error ?? '', /could not be resolved/);
    assert.equal(receiver.connections(), before);
  });

  it('connects only to the addresses that were checked, even if the name changes', async () => {
    const { port } = new URL(receiver.url);
    const other = await startReceiver({ host: '127.0.0.2', port: Number(port) });
    try {
      let asked = 0;
      const find = async () => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']);
      const route = createRoute(`${receiver.url}/judged`, { ...options(), find });
      receiver.behave('/judged', (response) => response.writeHead(204, { Connection: 'close' }).end());
      for (let n = 0; n < 3; n++) assert.equal((await route.post(event(), never)).status, 204);
      route.close();
      assert.deepEqual([asked, receiver.at('/judged').length, other.connections()], [1, 3, 0]);
    } finally {
      await other.close();
    }
  });

  it('falls back to another address if the first does not respond', async () => {
    const find = async () => ['127.0.0.3', '127.0.0.1'];
    assert.equal((await attemptOnce(`${receiver.url}/second`, { find })).status, 204);
  });
});
