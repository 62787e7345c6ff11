import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { verifyDocument } from '../../src/actions/sending/documents/verify-document.ts';
import { accept, decline, mailsOf, ok, visit } from '../support/api/customer.ts';
import { convertedQuote, createQuote, errorPaths } from '../support/api/quotes.ts';
import type { Client, Json, Reply } from '../support/service/client.ts';
import { HOUR } from '../support/service/clock.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const MIB = 2 ** 20;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface Put {
  bytes?: Uint8Array<ArrayBuffer>;
  type?: string;
  headers?: Record<string, string>;
}

function put(api: Client, { id }: Json, name: string, { bytes, type, headers }: Put = {}): Promise<Reply> {
  const raw = bytes ?? new TextEncoder().encode(`The file ${name}`);
  const path = `/quotes/${id}/attachments/${encodeURIComponent(name)}`;
  return api.request('PUT', path, undefined, {
    raw,
    headers: { 'Content-Type': type ?? 'application/pdf', ...headers },
  });
}

describeService((service, isFirstEngine) => {
  async function download(account: TestAccount, { id }: Json, name: string) {
    const url = `${service().url}/api/v1/quotes/${id}/attachments/${encodeURIComponent(name)}`;
    const response = await fetch(url, { headers: { Authorization: `Bearer ${account.key}` } });
    return { ...response, status: response.status, headers: response.headers, bytes: await response.bytes() };
  }

  const rows = async (account: TestAccount, table: string): Promise<number> => {
    const sql = `SELECT count(*) AS n FROM ${table} WHERE account_id = ?`;
    return (await service().db.read.get<{ n: number }>(sql, account.accountId))?.n ?? 0;
  };

  test('a file is attached, replaced, listed, downloaded and removed', async () => {
    const account = await service().newAccount();
    const quote = await createQuote(account);
    assert.deepEqual(quote.attachments, []);
    const bytes = randomBytes(700_001);
    const name = 'Plan “Süd” – 計画.pdf';
    const added = await put(account, quote, name, { bytes });
    assert.equal(added.status, 201);
    const attachment = { name, size: 700_001, contentType: 'application/pdf', sha256: sha256(bytes) };
    assert.deepEqual(added.body, attachment);
    assert.equal(
      added.headers.get('Location'),
      `/api/v1/quotes/${quote.id}/attachments/${encodeURIComponent(name)}`,
    );
    const now = await account.get(`/quotes/${quote.id}`);
    assert.deepEqual(now.body.attachments, [attachment]);
    assert.deepEqual([now.body.status, now.body.revision], ['DRAFT', 1]);
    // A large response is compressed, which its ETag says.
    assert.equal(added.headers.get('ETag'), now.headers.get('ETag')?.replace('-gzip', ''));
    assert.notEqual(now.headers.get('ETag'), '"1"');

    const got = await download(account, quote, name);
    assert.deepEqual([got.status, sha256(got.bytes)], [200, attachment.sha256]);
    assert.equal(got.headers.get('Content-Type'), 'application/octet-stream');
    assert.equal(got.headers.get('X-Content-Type-Options'), 'nosniff');
    assert.match(got.headers.get('Content-Security-Policy') ?? '', /^sandbox;/);
    assert.equal(got.headers.get('Content-Length'), '700001');
    const disposition = got.headers.get('Content-Disposition') ?? '';
    assert.match(disposition, /^attachment; filename="[^"]*"; filename\*=UTF-8''/);
    assert.ok(disposition.endsWith(encodeURIComponent(name)), disposition);
    const path = `/quotes/${quote.id}/attachments/${encodeURIComponent(name)}`;
    assert.equal((await account.request('HEAD', path)).headers.get('Content-Length'), '700001');
    const known = { headers: { 'If-None-Match': `"${attachment.sha256}"` } };
    assert.equal((await account.get(path, known)).status, 304);

    const other = new TextEncoder().encode('<script>');
    const replaced = await put(account, quote, name, { bytes: other, type: 'text/html; charset=utf-8' });
    assert.equal(replaced.status, 200);
    assert.deepEqual([replaced.body.size, replaced.body.contentType], [8, 'text/html; charset=utf-8']);
    const again = await put(account, quote, name, { bytes: other, type: 'text/html; charset=utf-8' });
    assert.equal(again.headers.get('ETag'), replaced.headers.get('ETag'), 'nothing has changed');
    for (const type of ['no type', 'a/b c', '/', ';', 'x'.repeat(200)]) {
      const odd = await put(account, quote, 'odd', { type });
      assert.deepEqual([odd.status < 300, odd.body.contentType], [true, 'application/octet-stream'], type);
    }
    assert.equal((await account.delete(`/quotes/${quote.id}/attachments/odd`)).status, 204);
    assert.equal((await put(account, quote, 'empty', { bytes: new Uint8Array(0) })).body.size, 0);
    assert.equal((await download(account, quote, 'empty')).bytes.length, 0);
    assert.deepEqual(
      ok(await account.get(`/quotes/${quote.id}/attachments`)).data.map((file: Json) => file.name),
      [name, 'empty'],
    );
    assert.equal((await account.delete(path)).status, 204);
    assert.equal((await account.delete(path)).status, 404);
    assert.equal((await account.get(path)).status, 404);
    const types = ok(await account.get(`/quotes/${quote.id}/events`)).data.map(
      ({ data }: Json) => data.fields,
    );
    assert.deepEqual(types.at(-1), ['attachments']);
    // A client may send back a quote as it was read.
    const back = { ...(await account.get(`/quotes/${quote.id}`)).body, attachments: [] };
    assert.equal(ok(await account.patch(`/quotes/${quote.id}`, back)).attachments.length, 1);
  });

  /** Sends the path without the normalization of a URL parser. */
  async function rawPut(account: TestAccount, { id }: Json, name: string): Promise<number> {
    const sent = request(service().url, {
      method: 'PUT',
      path: `/api/v1/quotes/${id}/attachments/${name}`,
      headers: { Authorization: `Bearer ${account.key}`, 'Content-Type': 'text/plain' },
    }).end('x');
    const [response] = await once(sent, 'response');
    response.resume();
    return response.statusCode;
  }

  test('a truncated upload is a 400 and stores nothing; leftovers of a killed process are cleaned up', async () => {
    const account = await service().newAccount();
    const quote = await createQuote(account);
    const { hostname, port } = new URL(service().url);
    for (const head of ['Content-Length: 600000', 'Transfer-Encoding: chunked']) {
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      let answer = '';
      socket.setEncoding('utf8').on('data', (text) => (answer += text));
      const body = head.startsWith('C') ? 'x'.repeat(400_000) : `61a80\r\n${'x'.repeat(400_000)}\r\n`;
      socket.end(
        `PUT /api/v1/quotes/${quote.id}/attachments/half HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.key}\r\n${head}\r\n\r\n${body}`,
      );
      await once(socket, 'close');
      assert.match(answer, /^HTTP\/1\.1 400 /, head);
    }
    await service().runJob('clean-up');
    assert.deepEqual(ok(await account.get(`/quotes/${quote.id}`)).attachments, []);
    await until(async () => (await rows(account, 'attachment_files')) === 0);
    assert.equal(await rows(account, 'attachment_pieces'), 0);

    // Simulates a process that was killed during an upload.
    await service().db.write(async (tx) => {
      const now = service().clock();
      await tx.run(
        'INSERT INTO attachment_files (account_id, id, size, unused_since) VALUES (?, ?, 0, ?)',
        ...[account.accountId, 'fil_left', now],
      );
      await tx.run(
        'INSERT INTO attachment_pieces (account_id, file_id, n, bytes) VALUES (?, ?, 0, ?)',
        ...[account.accountId, 'fil_left', new Uint8Array(9)],
      );
    });
    await service().runJob('clean-up');
    assert.equal(await rows(account, 'attachment_pieces'), 1, 'the upload may still be in progress');
    service().clock.advance(HOUR + 1);
    await service().runJob('clean-up');
    assert.equal(await rows(account, 'attachment_pieces'), 0);
  });

  test('a slow upload delays no other request, and one of two concurrent uploads of the same name wins', async () => {
    const account = await service().newAccount();
    const quote = await createQuote(account);
    const slow = request(`${service().url}/api/v1/quotes/${quote.id}/attachments/slow`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${account.key}`, 'Content-Length': '300000' },
    });
    slow.write(new Uint8Array(200_000));
    await until(async () => (await rows(account, 'attachment_pieces')) === 1);
    const others = Array.from({ length: 19 }, (_, n) =>
      request(`${service().url}/api/v1/quotes/${quote.id}/attachments/slow${n}`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${account.key}`, 'Content-Length': '9' },
      }),
    );
    for (const other of others) other.on('error', () => {}).write('x');
    await until(async () => (await rows(account, 'attachment_files')) === 20);
    const refused = await put(account, quote, 'one too many');
    assert.deepEqual([refused.status, refused.body.code], [503, 'overloaded']);
    for (const other of others) other.destroy();
    await until(async () => (await rows(account, 'attachment_files')) === 1);
    assert.equal((await account.patch(`/quotes/${quote.id}`, { title: 'Meanwhile' })).status, 200);
    const both = await Promise.all(
      ['one', 'two'].map((text) => put(account, quote, 'same', { bytes: Buffer.from(text) })),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 201]);
    slow.end(new Uint8Array(100_000));
    const [response] = await once(slow, 'response');
    response.resume();
    assert.equal(response.statusCode, 201);
    const now = ok(await account.get(`/quotes/${quote.id}`));
    assert.deepEqual([now.title, now.attachments.length], ['Meanwhile', 2]);
    const last = both.find(({ status }) => status === 200)?.body.sha256;
    assert.equal(now.attachments.find(({ name }: Json) => name === 'same').sha256, last);
  });

  test('files are stored as long as a sent revision or a decision refers to them', async () => {
    const account = await service().newAccount();
    const kept = async () => {
      service().clock.advance(HOUR + 1);
      await service().runJob('clean-up');
      return rows(account, 'attachment_files');
    };
    const quote = await createQuote(account);
    ok(await put(account, quote, 'never sent'));
    ok(await put(account, quote, 'sent'));
    assert.equal((await account.delete(`/quotes/${quote.id}/attachments/never sent`)).status, 204);
    assert.equal(await kept(), 1);
    const { publicUrl } = ok(await account.post(`/quotes/${quote.id}/send`));
    assert.equal((await account.delete(`/quotes/${quote.id}/attachments/sent`)).status, 204);
    assert.equal(await kept(), 1, 'the revision refers to it');
    const other = await createQuote(account);
    const file = ok(await put(account, other, 'taken off while it is being sent'));
    const markUnused = 'UPDATE attachment_files SET unused_since = 0 WHERE account_id = ? AND sha256 = ?';
    await service().db.write((tx) => tx.run(markUnused, account.accountId, file.sha256));
    ok(await account.post(`/quotes/${other.id}/send`));
    assert.equal(await kept(), 2, 'the later revision refers to it');
    assert.equal((await account.delete(`/quotes/${other.id}`)).status, 204);
    await service().runJob('clean-up');
    assert.equal(await rows(account, 'attachment_files'), 2, 'a duplicate may be in progress');
    assert.equal(await kept(), 1);
    ok(await put(account, quote, 'declined'));
    const copy = ok(await account.post(`/quotes/${quote.id}/duplicate`));
    assert.deepEqual(copy.attachments, ok(await account.get(`/quotes/${quote.id}`)).attachments);
    ok(await account.delete(`/quotes/${quote.id}/attachments/declined`));
    assert.equal(await kept(), 2);
    assert.equal((await download(account, copy, 'declined')).status, 200);
    assert.equal((await account.delete(`/quotes/${copy.id}`)).status, 204);
    ok(await put(account, quote, 'declined'));
    assert.equal((await decline(publicUrl)).status, 303);
    assert.equal((await account.delete(`/quotes/${quote.id}`)).status, 204);
    assert.equal(await kept(), 1, 'the decision refers to it');
    assert.equal(await rows(account, 'attachment_pieces'), 1);
  });

  // The rest is decided before or after the database is used.
  if (!isFirstEngine) return;
  test('names are valid on every file system and unique ignoring case', async () => {
    const account = await service().newAccount();
    const quote = await createQuote(account);
    for (const name of [
      ...'/\\:*?"<>|\0\t\u007f\u202e\u2066\u200f\u061c\u2028'.split('').map((char) => `a${char}b`),
      'e\u0301.pdf',
      ' ',
      'x'.repeat(151),
      '😀'.repeat(151),
      '../../etc/passwd',
    ]) {
      assert.deepEqual(errorPaths(await put(account, quote, name)), ['/name'], JSON.stringify(name));
    }
    for (const dots of ['.', '..', '%2e', '%2E%2e'])
      assert.equal(await rawPut(account, quote, dots), 400, dots);
    assert.equal((await put(account, quote, 'Straße.pdf')).status, 201);
    assert.deepEqual(errorPaths(await put(account, quote, 'STRASSE.PDF')), ['/name']);
    assert.equal((await put(account, quote, '😀'.repeat(150))).status, 201);
    assert.equal((await put(account, quote, 'é.pdf')).status, 201);
    assert.equal(ok(await account.get(`/quotes/${quote.id}`)).attachments.length, 3);
    assert.equal(await rows(account, 'attachment_pieces'), 3);
  });

  test('errors are checked in the order 401, 403, 404, 409, 412, 400, 413', async () => {
    const account = await service().newAccount();
    const reading = service().client((await service().newKey(account.accountId, 'read')).secret);
    const nobody = service().client('prf_test_nobody');
    const [open, converted] = [await createQuote(account), await convertedQuote(account)];
    const unknown = { id: 'quo_00000000000000000000000000' };
    const stale = { headers: { 'If-Match': '"99"' } };
    const large = { bytes: new Uint8Array(10 * MIB + 1) };
    for (const quote of [open, converted, unknown]) {
      assert.equal((await put(nobody, quote, 'a:b')).status, 401);
      assert.equal((await put(reading, quote, 'a:b')).status, 403);
    }
    assert.equal((await put(account, unknown, 'a:b')).status, 404);
    for (const options of [{}, stale]) {
      const refused = await put(account, converted, 'a:b', options);
      assert.deepEqual([refused.status, refused.body.code], [409, 'quote_converted']);
    }
    const gone = await account.delete(`/quotes/${converted.id}/attachments/x`);
    assert.equal(gone.status, 409);
    assert.equal((await put(account, open, 'a:b', stale)).status, 412);
    assert.equal((await put(account, open, 'a:b', large)).status, 400);
    const refused = await put(account, open, 'a', large);
    assert.deepEqual([refused.status, refused.body.code], [413, 'body_too_large']);
    assert.equal((await account.delete(`/quotes/${open.id}/attachments/x`, stale)).status, 412);
    assert.equal((await put(account, open, 'a', { headers: { 'If-Match': '"1"' } })).status, 201);
    assert.equal((await put(account, open, 'b', { headers: { 'If-Match': '"1"' } })).status, 412);
    assert.equal(await rows(account, 'attachment_files'), 1);
  });

  test('limits are 10 MiB per file, 20 files and 25 MiB per quote, however the files are sent', async () => {
    const account = await service().newAccount();
    const quote = await createQuote(account);
    const ten = new Uint8Array(10 * MIB);
    assert.equal((await put(account, quote, '1', { bytes: ten })).status, 201);
    assert.equal((await put(account, quote, '2', { bytes: ten })).status, 201);
    assert.equal(await rows(account, 'attachment_files'), 1, 'the same bytes are kept once');
    const over = await put(account, quote, '3', { bytes: new Uint8Array(5 * MIB + 1) });
    assert.deepEqual([over.status, over.body.code], [413, 'attachments_full']);
    assert.equal((await put(account, quote, '3', { bytes: new Uint8Array(5 * MIB) })).status, 201);
    assert.equal((await put(account, quote, '2', { bytes: ten })).status, 200, 'instead of itself');
    assert.equal((await put(account, quote, '4', { bytes: new Uint8Array(1) })).status, 413);
    // Sends chunks without a Content-Length.
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    });
    const other = await createQuote(account);
    const init = {
      method: 'PUT',
      body: endless,
      duplex: 'half',
      headers: { Authorization: `Bearer ${account.key}` },
    };
    const url = `${service().url}/api/v1/quotes/${other.id}/attachments/endless`;
    const refused = await fetch(url, init as RequestInit).then(
      ({ status }) => status,
      () => 413, // The response arrived while the rest was still being sent.
    );
    assert.equal(refused, 413);
    for (let n = 0; n < 20; n++) assert.equal((await put(account, other, `${n}`)).status, 201);
    assert.deepEqual((await put(account, other, '20')).body.code, 'attachments_full');
    assert.equal((await put(account, other, '19')).status, 200);
    assert.deepEqual(await rows(account, 'attachment_files'), 22);
  });

  test('a client that sends too much gets an error and can reuse the connection', async () => {
    const account = await service().newAccount();
    const quote = await createQuote(account);
    const { hostname, port } = new URL(service().url);
    const socket = connect({ host: hostname, port: Number(port) });
    let answers = '';
    socket.setEncoding('utf8').on('data', (text) => (answers += text));
    const head = `Host: x\r\nAuthorization: Bearer ${account.key}\r\n`;
    const files = `/api/v1/quotes/${quote.id}/attachments`;
    socket.write(`PUT ${files}/large HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n`);
    socket.write(`${(12 * MIB).toString(16)}\r\n`);
    socket.write(new Uint8Array(12 * MIB));
    socket.write(`\r\n0\r\n\r\nGET ${files} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
    await once(socket, 'close');
    assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  test('attachments are content: a change raises the revision of a sent quote and makes an accepted one a draft', async () => {
    const account = await service().newAccount();
    const quote = await createQuote(account);
    await put(account, quote, 'plan <b>.pdf'.replace(/[<>]/g, ''));
    const bytes = randomBytes(20_000);
    ok(await put(account, quote, 'photo.png', { bytes, type: 'image/png' }));
    const { publicUrl } = ok(await account.post(`/quotes/${quote.id}/send`));
    const mail = (await mailsOf(service(), account)).at(-1);
    assert.deepEqual(
      mail?.attachments.map(({ filename, contentType }) => `${filename} ${contentType}`).slice(1),
      ['plan b.pdf application/pdf', 'photo.png image/png'],
    );
    const page = (await visit(publicUrl)).text;
    const href = /href="([^"]*attachments\/photo[^"]*)"/.exec(page)?.[1] ?? '';
    const shown = await visit(new URL(href, service().url).href);
    assert.equal(shown.status, 200);
    assert.equal(shown.headers.get('Content-Type'), 'application/octet-stream');
    assert.match(shown.headers.get('Content-Disposition') ?? '', /^attachment/);
    assert.match(shown.headers.get('Content-Security-Policy') ?? '', /^sandbox/);
    assert.equal(shown.headers.get('X-Content-Type-Options'), 'nosniff');
    assert.equal((await visit(`${publicUrl}/attachments/other`)).status, 404);

    const added = ok(await put(account, quote, 'later.txt'));
    assert.equal(ok(await account.get(`/quotes/${quote.id}`)).revision, 2);
    assert.equal(ok(await account.get(`/quotes/${quote.id}`)).status, 'SENT');
    assert.equal((await accept(publicUrl)).status, 303);
    const record = ok(await account.get(`/quotes/${quote.id}/acceptance`));
    assert.deepEqual(record.attachments.at(-1), { name: 'later.txt', sha256: added.sha256 });
    assert.equal(record.attachments.length, 3);
    const known = await verifyDocument(service().db.read, bytes);
    assert.deepEqual([known.verdict, known.acceptance?.name], ['attached', 'Ada Lovelace']);

    assert.equal((await account.delete(`/quotes/${quote.id}/attachments/photo.png`)).status, 204);
    const edited = ok(await account.get(`/quotes/${quote.id}`));
    assert.deepEqual([edited.status, edited.revision, edited.acceptedAt], ['DRAFT', 3, null]);
    assert.equal(sha256((await download(account, quote, 'later.txt')).bytes), added.sha256);
    // While the quote is being revised, the customer page shows the sent revision with its files.
    assert.equal((await visit(new URL(href, service().url).href)).status, 200);
    ok(await account.delete(`/quotes/${quote.id}/links`));
    assert.equal((await visit(new URL(href, service().url).href)).status, 404, 'gone with the link');
  });

  test('an email carries attachments up to 7 MiB including the PDF, and links to larger ones', async () => {
    const account = await service().newAccount();
    const quote = await createQuote(account);
    ok(
      await put(account, quote, 'Grüße & mehr.zip', {
        bytes: new Uint8Array(7 * MIB),
        type: 'application/zip',
      }),
    );
    const { publicUrl } = ok(await account.post(`/quotes/${quote.id}/send`));
    const mail = (await mailsOf(service(), account)).at(-1);
    assert.equal(mail?.attachments.length, 1);
    const url = `${publicUrl}/attachments/${encodeURIComponent('Grüße & mehr.zip')}`;
    assert.ok(mail?.text.includes(`Attachments:\nGrüße & mehr.zip\n${url}`), mail?.text);
    assert.ok(mail?.html.includes(`href="${url}"`) && mail.html.includes('Grüße &amp; mehr.zip'));
    assert.equal((await visit(url)).headers.get('Content-Length'), String(7 * MIB));
  });
});
