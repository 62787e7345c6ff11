import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { verifyDocument } from '../../src/actions/sending/documents/verify-document.ts';
import { ok } from '../support/api/customer.ts';
import {
  convertedQuote,
  createQuote,
  errorPaths,
  ITEM,
  quoteBody,
  sentQuote,
} from '../support/api/quotes.ts';
import { readZip } from '../support/api/read-zip.ts';
import { wordsOf } from '../support/pdf/pdf-text.ts';
import { testAll } from '../support/run/all.ts';
import type { Client, Json } from '../support/service/client.ts';
import { DAY } from '../support/service/clock.ts';
import { describeWithDocuments, type TestAccount } from '../support/service/service.ts';

describeWithDocuments((service, isFirstEngine) => {
  const newAccount = () => service().newAccount();

  test('a document that is too long for a PDF is a 409 that names the limit, and nothing is sent', async () => {
    const api = await newAccount();
    const lines = Array.from({ length: 100 }, (_, line) => `l${line}`).join('\n');
    const items = Array.from({ length: 1000 }, () => ({ ...ITEM, description: lines }));
    const quote = await createQuote(api, { items });
    const replies = await Promise.all([
      api.get(`/quotes/${quote.id}/pdf`),
      api.get(`/quotes/${quote.id}/pdf`),
      api.post(`/quotes/${quote.id}/send`, { email: 'a@example.com' }),
      api.post('/quotes/preview', quoteBody({ items }), { headers: { Accept: 'application/pdf' } }),
    ]);
    for (const { status, body } of replies) {
      assert.deepEqual([status, body.code], [409, 'pdf_too_large']);
      assert.match(body.detail, /about 100,002 lines; a PDF can have 24,000/);
    }
    assert.equal((await api.get(`/quotes/${quote.id}`)).body.status, 'DRAFT');
    // Shortened, it is sent.
    ok(await api.patch(`/quotes/${quote.id}`, { items: items.slice(0, 1) }));
    ok(await api.get(`/quotes/${quote.id}/pdf`));
  });

  test('a PDF URL works without a key, with any file name and with ranges, until it expires', async () => {
    const api = await newAccount();
    const quote = await createQuote(api, { title: 'Größe 大 “x”/y' });
    const { url, sha256, expiresAt } = await pdfOf(api, quote);
    assert.equal(Date.parse(expiresAt), service().clock() + 7 * DAY);

    const whole = await fetch(url);
    assert.equal(whole.status, 200);
    assert.equal(whole.headers.get('Content-Type'), 'application/pdf');
    assert.equal(whole.headers.get('ETag'), `"${sha256}"`);
    const name = /filename\*=UTF-8''(\S+)$/.exec(whole.headers.get('Content-Disposition') ?? '')?.[1];
    assert.equal(decodeURIComponent(name ?? ''), `${quote.number} Größe 大 “x”-y.pdf`);
    const bytes = Buffer.from(await whole.arrayBuffer());
    assert.equal(sha256Of(bytes), sha256);

    const part = async (range: string, more: Record<string, string> = {}) => {
      const answer = await fetch(url, { headers: { Range: range, ...more } });
      const content = Buffer.from(await answer.arrayBuffer());
      return { status: answer.status, place: answer.headers.get('Content-Range'), content };
    };
    const last = bytes.length - 1;
    const all = `/${bytes.length}`;
    assert.deepEqual(await part('bytes=0-99'), {
      ...{ status: 206, place: `bytes 0-99${all}`, content: bytes.subarray(0, 100) },
    });
    assert.deepEqual(await part('bytes=-10', { 'If-Range': `"${sha256}"` }), {
      ...{ status: 206, place: `bytes ${last - 9}-${last}${all}`, content: bytes.subarray(-10) },
    });
    assert.equal((await part(`bytes=${last + 1}-`)).status, 416);
    assert.deepEqual((await part('bytes=0-99', { 'If-Range': '"another"' })).content, bytes);
    assert.equal((await fetch(url, { headers: { 'If-None-Match': `"${sha256}"` } })).status, 304);

    const letter = url.at(-5) === 'A' ? 'B' : 'A';
    assert.equal((await fetch(`${url.slice(0, -5)}${letter}${url.slice(-4)}`)).status, 404);
    service().clock.advance(7 * DAY);
    assert.equal((await fetch(url)).status, 404);
  });

  test('a PDF URL stops working when the quote is deleted or its links are revoked; a new one works', async () => {
    const api = await newAccount();
    const never = await createQuote(api);
    const { id } = await sentQuote(api);
    const revisions = (await api.get(`/quotes/${id}/revisions`)).body.data;
    const addresses = [(await pdfOf(api, { id })).url, revisions[0].documentUrl];
    for (const url of addresses) assert.equal((await fetch(url)).status, 200);
    const file = new Uint8Array(await (await fetch(addresses[0])).arrayBuffer());
    assert.equal((await api.delete(`/quotes/${id}/links`)).status, 204);
    for (const url of addresses) {
      assert.equal((await fetch(url)).status, 404);
      assert.equal((await fetch(url, { headers: { 'If-None-Match': `"${sha256Of(file)}"` } })).status, 404);
    }

    // Links of other quotes are not affected, nor a quote without links to revoke.
    const other = await pdfOf(api, never);
    const fresh = await pdfOf(api, { id });
    assert.equal(fresh.sha256, sha256Of(file));
    assert.equal((await fetch(fresh.url)).status, 200);
    await api.delete(`/quotes/${never.id}/links`);
    assert.deepEqual([(await fetch(other.url)).status, (await fetch(fresh.url)).status], [404, 200]);

    // A PDF for one customer is not shown to the next.
    await api.put('/customers/cus_other', { name: 'Other' });
    await api.patch(`/quotes/${id}`, { customerId: 'cus_other' });
    assert.equal((await fetch(fresh.url)).status, 404);

    const last = await pdfOf(api, { id });
    assert.equal((await api.delete(`/quotes/${id}`)).status, 204);
    for (const url of [last.url, fresh.url, ...addresses]) assert.equal((await fetch(url)).status, 404);
    const known = await verifyDocument(service().db.read, file);
    assert.deepEqual([known.verdict, known.quote], ['other', null]);
  });

  test('a PDF URL works until the links are revoked; that of an invoice is independent', async () => {
    const api = await newAccount();
    const { id, invoiceId } = await convertedQuote(api);
    const invoice = (await api.get(`/invoices/${invoiceId}/pdf`)).body.url;
    const { url } = await pdfOf(api, { id });
    assert.equal((await fetch(url)).status, 200);
    assert.equal((await api.delete(`/quotes/${id}/links`)).status, 204);
    assert.deepEqual([(await fetch(url)).status, (await fetch(invoice)).status], [404, 200]);
  });

  async function bytesOf({ key }: TestAccount, path: string): Promise<Uint8Array> {
    const headers = { Authorization: `Bearer ${key}`, Accept: 'application/pdf' };
    const answer = await fetch(`${service().url}/api/v1${path}`, { headers });
    assert.equal(answer.status, 200);
    return new Uint8Array(await answer.arrayBuffer());
  }

  test('the invoices of a month are exported as one ZIP, each identical to its own PDF', async () => {
    const api = await newAccount();
    const { clock } = service();
    ok(await api.patch('/account', { timeZone: 'Pacific/Auckland' }));
    const invoices: Json[] = [];
    for (const at of [
      '2033-03-31T10:59:00Z',
      '2033-03-31T11:01:00Z',
      '2033-04-15T00:00:00Z',
      '2033-04-30T13:00:00Z',
    ]) {
      clock.set(Date.parse(at));
      const { id } = await createQuote(api, { title: `Until ${at.slice(5, 10)}/“x”` });
      const draft = ok(await api.post(`/quotes/${id}/convert-to-invoice`));
      invoices.push(ok(await api.post(`/invoices/${draft.id}/issue`)));
    }
    clock.set(Date.parse('2033-05-01T00:00:00Z'));
    const { id: open } = await createQuote(api, { title: 'Draft' });
    ok(await api.post(`/quotes/${open}/convert-to-invoice`));
    const reply = await fetch(`${service().url}/api/v1/invoices/archive?month=2033-04`, {
      headers: { Authorization: `Bearer ${api.key}` },
    });
    assert.deepEqual(
      [reply.status, reply.headers.get('Content-Type'), reply.headers.get('Content-Length')],
      [200, 'application/zip', null],
    );
    assert.match(
      reply.headers.get('Content-Disposition') ?? '',
      /^attachment; filename="invoices-2033-04.zip"/,
    );
    const files = readZip(Buffer.from(await reply.arrayBuffer()));
    const expected = [];
    for (const { id, number, title, issueDate } of invoices.slice(1, 3)) {
      assert.match(issueDate, /^2033-04-/, 'in the time zone of the account');
      const { sha256 } = ok(await api.get(`/invoices/${id}/pdf`));
      expected.push([`${number} ${title.replace('/', '-')}.pdf`, sha256]);
    }
    assert.deepEqual(
      files.map(({ name, content }) => [name, sha256Of(content)]),
      expected,
    );
    const empty = await api.get('/invoices/archive?month=2001-01');
    assert.deepEqual([empty.status, empty.text.length], [200, 22]);
    assert.equal((await api.request('HEAD', '/invoices/archive?month=2033-04')).status, 200);
    for (const query of [
      '',
      '?month=',
      '?month=2033-13',
      '?month=2033-4',
      '?month=0000-00',
      '?month=2033-04&page=1',
    ]) {
      assert.equal((await api.get(`/invoices/archive${query}`)).status, 400, query);
    }
  });

  // The rest does not depend on the engine.
  if (!isFirstEngine) return;
  test('caches must revalidate a PDF URL', async () => {
    const api = await newAccount();
    const { url } = await pdfOf(api, await createQuote(api));
    assert.equal((await fetch(url)).headers.get('Cache-Control'), 'private, no-cache');
  });

  test('the PDF shows the current quote, and is rendered again only if its content changed', async () => {
    const api = await newAccount();
    const quote = await createQuote(api);
    const { sha256 } = await pdfOf(api, quote);
    await api.patch(`/quotes/${quote.id}`, { notes: 'Only for us' });
    assert.equal((await pdfOf(api, quote)).sha256, sha256);
    await api.patch(`/quotes/${quote.id}`, { title: 'Another shed' });
    const changed = await bytesOf(api, `/quotes/${quote.id}/pdf`);
    assert.notEqual(sha256Of(changed), sha256);
    const words = await wordsOf(changed);
    assert.ok(words.includes('Anothershed') && !words.includes('Onlyforus'));
  });

  test('an invoice has a PDF with the bank details, invisible to other accounts', async () => {
    const api = await newAccount();
    await api.patch('/account', { bank: { iban: 'DE89 3704 0044 0532 0130 00' } });
    const { id, invoiceId } = await convertedQuote(api);
    const { number } = (await api.get(`/invoices/${invoiceId}`)).body;
    const words = await wordsOf(await bytesOf(api, `/invoices/${invoiceId}/pdf`));
    assert.ok(words.includes(number) && words.includes('IBANDE89370400440532013000'), words);
    assert.ok(!(await wordsOf(await bytesOf(api, `/quotes/${id}/pdf`))).includes('DE89'));
    const other = await newAccount();
    for (const path of [`/quotes/${id}/pdf`, `/invoices/${invoiceId}/pdf`, '/quotes/quo_nonsense/pdf']) {
      assert.equal((await other.get(path)).status, 404, path);
    }
  });

  test('an oversized or broken document is rejected with a message, and the next one is rendered', async () => {
    const api = await newAccount();
    assert.deepEqual(errorPaths(await api.post('/quotes', quoteBody({ title: 'a\0b' }))), ['/title']);
    const megabyte = 'x'.repeat(1_000_000);
    for (const field of ['title', 'description', 'terms', 'notes']) {
      const reply = await api.post('/quotes', quoteBody({ [field]: megabyte }));
      assert.deepEqual(errorPaths(reply), [`/${field}`]);
    }
    const item = { ...ITEM, description: 'x'.repeat(2000) };
    const tooMuch = await api.post('/quotes', quoteBody({ items: new Array(1000).fill(item) }));
    assert.deepEqual([tooMuch.status, tooMuch.body.code], [413, 'body_too_large']);
    const broken = Buffer.from('\x89PNG\r\n\x1a\n and no picture', 'latin1').toString('base64');
    const logo = await api.patch('/account', { logo: `data:image/png;base64,${broken}` });
    assert.deepEqual(errorPaths(logo), ['/logo']);
    assert.match(logo.body.errors[0].message, /damaged/);
    await pdfOf(api, await createQuote(api));
  });

  test('concurrent archives are limited, and an aborted download frees its place', async () => {
    const api = await newAccount();
    const { id } = await createQuote(api);
    const draft = ok(await api.post(`/quotes/${id}/convert-to-invoice`));
    // An archive without documents would end before the next one begins.
    const { issueDate } = ok(await api.post(`/invoices/${draft.id}/issue`));
    const url = `${service().url}/api/v1/invoices/archive?month=${issueDate.slice(0, 7)}`;
    const open = () => fetch(url, { headers: { Authorization: `Bearer ${api.key}` } });
    const replies = await Promise.all(Array.from({ length: 5 }, open));
    const refused = replies.filter(({ status }) => status === 503);
    assert.ok(refused.length >= 1 && refused.length <= 3, `${refused.length} refused`);
    await Promise.all(replies.map((reply) => reply.body?.cancel()));
    for (let tries = 0; ; tries++) {
      const { status, body } = await open();
      await body?.cancel();
      if (status === 200) break;
      assert.ok(tries < 200, 'the places are free again');
    }
  });

  testAll('the longest texts are rendered, and control characters are not', async () => {
    const api = await newAccount();
    const text = (word: string, times: number) => `\u0085${word}\u0007\u001b `.repeat(times);
    const quote = await createQuote(api, {
      title: text('Title', 22),
      items: new Array(3).fill({ ...ITEM, description: text('Lorem', 222) }),
      description: text('Dolor', 2222),
      terms: `${'w'.repeat(19_996)} 🚀 .`,
    });
    const words = await wordsOf(await bytesOf(api, `/quotes/${quote.id}/pdf`));
    assert.doesNotMatch(words, /\p{Cc}/u);
    const count = (word: string) => words.split(word).length - 1;
    assert.deepEqual([count('Lorem'), count('Dolor'), count('w')], [3 * 222, 2222, 19_996]);
    assert.ok(count('Title') >= 22);
  });
});

async function pdfOf(api: Client, { id }: Json): Promise<Json> {
  const { status, body, text } = await api.get(`/quotes/${id}/pdf`);
  assert.equal(status, 200, text);
  return body;
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
