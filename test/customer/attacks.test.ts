import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  accept,
  attachmentOf,
  decline,
  eventTypes,
  mailsOf,
  ok,
  readSeen,
  submit,
  visit,
} from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { wordsOf } from '../support/pdf/pdf-text.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

const XSS = `"'><script>alert(1)</script><img src=x onerror=alert(2)> #eval("1") \${7*7} {{7*7}} &amp;`;
const TURNING = /[\u202a-\u202e\u2066-\u2069]/;
const TAGS = /<script>|<img src=x|alert\(1\)<\/script/i;

/** Custom labels of a business on its documents. */
const namesOf = (text: string) => ({
  taxName: text.slice(0, 40),
  taxIdLabel: text.slice(0, 40),
  registrations: [{ label: text.slice(0, 60), value: text }],
  bank: { lines: [text] },
});

/** Builds a quote with the same text in every text field. */
const sayingEverywhere = (text: string) => ({
  title: text,
  description: text,
  terms: text,
  reference: text,
  items: [
    {
      ...{ description: text, quantity: 1, unitPrice: 100, taxRate: 19, section: text },
      ...{ unit: text.slice(0, 20), sku: text.slice(0, 64) },
    },
    { description: text, quantity: 1, unitPrice: 100, optional: true, section: text },
    { description: text, quantity: 1, unitPrice: 100, choice: text },
    { description: text, quantity: 1, unitPrice: 100, quantityRange: { min: 1, max: 2 } },
  ],
  paymentSchedule: [
    { label: text, type: 'percentage', value: 50, due: { when: 'acceptance' } },
    { label: text, type: 'rest', due: { when: 'completion' } },
  ],
});

/** Typesets documents, which the other tests do not read. */
let printing: TestService;
let service: TestService;
let account: TestAccount;

before(async () => {
  printing = await startTestService({ documents: 'typeset' });
  service = await startTestService();
  account = await newNastyAccount(service);
});
after(() => Promise.all([printing?.close(), service?.close()]));

async function newNastyAccount(on: TestService): Promise<TestAccount> {
  const nasty = await on.newAccount({ name: XSS });
  ok(
    await nasty.patch('/account', {
      email: 'owner@seller.example',
      address: XSS,
      taxId: XSS.slice(0, 40),
      ...namesOf(XSS),
    }),
  );
  return nasty;
}

test('script and markup in every field stay text, on the page, in emails and in the PDF', async () => {
  const account = await newNastyAccount(printing);
  ok(await account.put('/customers/nasty', { name: XSS, email: 'buyer@example.com', address: XSS }));
  const nasty = { customerId: 'nasty', ...sayingEverywhere(XSS) };
  const accepted = await sentQuote(account, nasty);
  ok(await account.post(`/quotes/${accepted.id}/messages`, { text: XSS, author: XSS }));
  const declined = await sentQuote(account, nasty);
  const sayNasty = async (url: string) => [
    await visit(url),
    await visit(`${url}?notice=${encodeURIComponent(XSS)}`),
    await submit(url, 'question', { question: XSS }),
    await submit(url, 'accept', { name: XSS, signature: XSS, ...(await readSeen(url)) }),
  ];
  const pages = [...(await sayNasty(accepted.publicUrl)), ...(await sayNasty(declined.publicUrl))];
  assert.equal((await accept(accepted.publicUrl, XSS)).status, 303);
  assert.equal((await decline(declined.publicUrl, XSS)).status, 303);
  pages.push(await visit(accepted.publicUrl), await visit(declined.publicUrl));
  for (const { status, text } of pages.filter(({ status }) => status !== 303)) {
    assert.ok(status === 200 || status === 400);
    assert.doesNotMatch(text, TAGS);
    assert.match(text, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
  }
  const record = ok(await account.get(`/quotes/${accepted.id}/acceptance`));
  assert.equal(record.name, XSS, 'kept as it was typed');

  const mails = await mailsOf(printing, account);
  assert.equal(mails.length, 8);
  for (const mail of mails) {
    assert.doesNotMatch(mail.html, TAGS, mail.subject);
    assert.ok(mail.text.includes('<script>alert(1)</script>'), mail.subject);
    assert.doesNotMatch(mail.subject, /[\r\n]/);
  }
  const copy = mails.find((mail) => /accepted/.test(mail.subject) && mail.attachments.length > 0);
  assert.ok(copy);
  const words = await wordsOf(await attachmentOf(printing, account, copy));
  const printed = XSS.replaceAll(' ', '');
  assert.ok(words.split(printed).length > 15, words);
});

test('bidirectional control characters affect only their own text', async () => {
  const turned = '=1+1\u202egnp\u2066.exe';
  const own = await printing.newAccount({ name: turned });
  ok(await own.patch('/account', { email: 'owner@seller.example', country: 'DE', ...namesOf(turned) }));
  ok(await own.put('/customers/turned', { name: turned, email: 'buyer@example.com' }));
  const quote = await sentQuote(own, { customerId: 'turned', ...sayingEverywhere(turned) });
  ok(await own.post(`/quotes/${quote.id}/messages`, { text: turned, author: turned }));
  const { text } = await visit(quote.publicUrl);
  const ownWords = /<title>[^<]*<\/title>|<bdi[^>]*>[^<]*<\/bdi>|<p [^>]*dir="auto">[^<]*<\/p>|<[^>]*>/g;
  assert.ok(text.split(turned).length > 20);
  const shared = text.replace(ownWords, '');
  assert.doesNotMatch(shared, TURNING, shared.slice(shared.search(TURNING) - 200));

  ok(await own.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED' }));
  const invoice = ok(await own.post(`/quotes/${quote.id}/convert-to-invoice`, { stage: 0 }));
  const pdfs = [`/quotes/${quote.id}/pdf`, `/invoices/${invoice.id}/pdf`];
  for (const path of pdfs) {
    const { url } = ok(await own.get(path));
    const words = await wordsOf(await (await fetch(url)).bytes());
    assert.doesNotMatch(words, TURNING, path);
    assert.ok(words.split('=1+1gnp.exe').length > 10, words);
  }
  const mails = await mailsOf(printing, own);
  assert.equal(mails.length, 2);
  for (const { subject, text: plain, html } of mails) {
    for (const part of [subject, plain, html]) {
      assert.doesNotMatch(part, TURNING, subject);
      assert.ok(part.includes('=1+1gnp.exe'));
    }
  }
});

test('a form from another site is rejected, whatever its content', async () => {
  const { id, publicUrl } = await sentQuote(account);
  const seen = await readSeen(publicUrl);
  const fields = { ...seen, name: 'Mallory', reason: 'x', question: 'x', message: 'x' };
  const { origin } = new URL(publicUrl);
  const foreign: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'none' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: origin },
  ];
  for (const headers of foreign) {
    for (const form of ['accept', 'decline', 'question', 'renewal'] as const) {
      assert.equal((await submit(publicUrl, form, fields, headers)).status, 403, JSON.stringify(headers));
    }
  }
  // Posts like a browser that does not support Sec-Fetch-Site.
  const from = (page: string) => ({ 'Sec-Fetch-Site': undefined, Origin: page });
  for (const page of ['https://evil.example', `${origin}.evil.example`, `${origin}0`]) {
    assert.equal((await submit(publicUrl, 'accept', fields, from(page))).status, 403, page);
  }
  assert.equal(ok(await account.get(`/quotes/${id}`)).status, 'SENT');
  assert.deepEqual(await eventTypes(account, id), ['created', 'sent']);
  assert.equal((await submit(publicUrl, 'accept', fields, from(origin))).status, 303);
});

test('an invalid form body changes nothing', async () => {
  const { id, publicUrl } = await sentQuote(account);
  const seen = await readSeen(publicUrl);
  const bodies: [string, string, number][] = [
    ['text/plain', `name=Mallory&revision=1&documentSha256=${seen.documentSha256}`, 415],
    ['multipart/form-data; boundary=x', '--x\r\n\r\n--x--', 415],
    ['application/x-www-form-urlencoded', '', 400],
    ['application/x-www-form-urlencoded', 'name=%00%01&revision=1', 400],
    ['application/x-www-form-urlencoded', `name=${'a'.repeat(201)}`, 400],
    ['application/x-www-form-urlencoded', `name=Ada&signature=M0+0L1+1`.concat('"/><script>'), 400],
    ['application/x-www-form-urlencoded', `name=${'a'.repeat(220_000)}`, 413],
    ['application/x-www-form-urlencoded', '__proto__=x&constructor=y&name[]=Ada&name%5Ba%5D=Ada', 400],
  ];
  for (const [type, body, status] of bodies) {
    const reply = await visit(`${publicUrl}/accept`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': type },
    });
    assert.equal(reply.status, status, `${type} ${body.slice(0, 50)}`);
    assert.match(reply.headers.get('content-type') ?? '', /^text\/html/, 'a person reads it');
  }
  for (const method of ['PUT', 'DELETE', 'PATCH']) {
    const reply = await visit(publicUrl, { method });
    assert.equal(reply.status, 404);
    assert.match(reply.headers.get('content-type') ?? '', /^text\/html/, method);
  }
  assert.equal(ok(await account.get(`/quotes/${id}`)).status, 'SENT');
});

test('a wrong, a revoked and a dead link return the same page, byte for byte', async () => {
  const revoked = await sentQuote(account);
  const deleted = await sentQuote(account);
  const moved = await sentQuote(account);
  ok(await account.put('/customers/other', { name: 'Other', email: 'other@example.com' }));
  ok(await account.delete(`/quotes/${revoked.id}/links`));
  ok(await account.delete(`/quotes/${deleted.id}`));
  assert.equal(ok(await account.patch(`/quotes/${moved.id}`, { customerId: 'other' })).publicUrl, null);
  const right = (await sentQuote(account)).publicUrl.slice(-43);
  const last = right.at(-1) === 'A' ? 'E' : 'A';
  const tokens = [
    ...[revoked, deleted, moved].map(({ publicUrl }) => publicUrl.slice(-43)),
    `${right.slice(0, -1)}${last}`,
    right.slice(0, -1),
    `${right}A`,
    `${right}%00`,
    right.toLowerCase(),
    'x'.repeat(43),
    'x'.repeat(2000),
    `${revoked.id}`,
    '%zz',
    '',
    '..%2F..%2Fetc%2Fpasswd',
    `' OR '1'='1`,
  ];
  const [expected, ...others] = await Promise.all(tokens.map((token) => visit(`${service.url}/q/${token}`)));
  assert.ok(expected);
  assert.equal(expected.status, 404);
  assert.match(expected.text, /This link does not work/);
  for (const [index, reply] of others.entries()) {
    const what = `token ${index + 1}`;
    assert.equal(reply.status, 404, what);
    assert.equal(reply.text, expected.text, what);
    assert.deepEqual(comparable(reply.headers), comparable(expected.headers), what);
  }
  for (const token of tokens.slice(0, 4)) {
    assert.equal((await visit(`${service.url}/q/${token}/pdf`)).text, expected.text);
    const posted = await submit(`${service.url}/q/${token}`, 'accept', { name: 'Mallory' });
    assert.equal(posted.status, 404);
    assert.equal(posted.text, expected.text);
  }
  const german = await visit(`${service.url}/q/x`, { headers: { 'Accept-Language': 'de-AT, en;q=0.5' } });
  assert.match(german.text, /lang="de/);
});

function comparable(headers: Headers): [string, string][] {
  return [...headers].filter(
    ([name]) => !['x-request-id', 'date', 'connection', 'keep-alive'].includes(name),
  );
}

test('a view changes nothing, and bots are not counted', async () => {
  const { id, publicUrl } = await sentQuote(account);
  const untouched = ok(await account.get(`/quotes/${id}`));
  const machines: Record<string, string>[] = [
    { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    { 'User-Agent': 'Mozilla/5.0 (compatible; Barracuda Sentinel (EE))' },
    { 'User-Agent': 'curl/8.9.1' },
    { 'User-Agent': 'Mozilla/5.0 AppleWebKit/537.36 HeadlessChrome/147.0.0.0 Safari/537.36' },
    { 'User-Agent': '' },
    { 'Sec-Purpose': 'prefetch' },
    { 'Sec-Purpose': 'prefetch;prerender' },
    { Purpose: 'prefetch' },
    { 'X-Moz': 'prefetch' },
    { 'Sec-Fetch-Mode': 'no-cors' },
    { 'Sec-Fetch-Mode': 'cors' },
  ];
  for (const headers of machines) {
    assert.equal((await visit(publicUrl, { headers })).status, 200, JSON.stringify(headers));
  }
  for (let times = 0; times < 20; times++) {
    const head = await visit(publicUrl, { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(head.text, '');
    await visit(`${publicUrl}/accept`);
    await visit(`${publicUrl}/pdf`);
  }
  assert.deepEqual(ok(await account.get(`/quotes/${id}`)), untouched);
  assert.deepEqual(await eventTypes(account, id), ['created', 'sent']);

  for (let times = 0; times < 20; times++) await visit(`${publicUrl}?notice=accepted`);
  const viewedAt = new Date(service.clock()).toISOString();
  assert.deepEqual(ok(await account.get(`/quotes/${id}`)), { ...untouched, viewedAt });
  assert.deepEqual(await eventTypes(account, id), ['created', 'sent', 'viewed']);
});

test('the URL alone cannot make the page show a false message', async () => {
  const { publicUrl } = await sentQuote(account);
  for (const notice of ['accepted', 'declined', 'decided', 'closed', 'nonsense', '']) {
    const { text } = await visit(`${publicUrl}?notice=${notice}`);
    assert.doesNotMatch(text, /class="notice/, notice);
  }
  assert.equal((await visit(`${publicUrl}?notice=accepted&notice=question`)).status, 200);
});

test('a flood of forms is rate limited, and the page stays readable', async () => {
  const { id, publicUrl } = await sentQuote(account);
  const other = await sentQuote(account);
  const statuses: number[] = [];
  for (let times = 0; times < 15; times++) {
    const reply = await submit(publicUrl, 'question', { question: `When, the ${times}th time?` });
    statuses.push(reply.status);
    if (reply.status === 429) assert.equal(reply.headers.get('Retry-After'), '60');
  }
  assert.deepEqual(statuses, [...Array(10).fill(303), ...Array(5).fill(429)]);
  assert.equal((await eventTypes(account, id)).filter((type) => type === 'question').length, 10);
  assert.equal((await visit(publicUrl)).status, 200);
  assert.equal((await submit(other.publicUrl, 'question', { question: 'And I?' })).status, 303);
  assert.equal((await accept(publicUrl)).status, 303, 'questions do not use up the answer');
  service.clock.advance(60_000);
  assert.equal((await submit(publicUrl, 'question', { question: 'Now?' })).status, 303);
});

test('the headers of every page keep it private', async () => {
  const { publicUrl } = await sentQuote(account);
  const pages = [
    await visit(publicUrl),
    await visit(`${service.url}/q/wrong`),
    await submit(publicUrl, 'accept', {}),
  ];
  for (const { headers } of pages) {
    const policy = headers.get('Content-Security-Policy') ?? '';
    assert.match(policy, /^default-src 'none'; /);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    for (const directive of [`frame-ancestors 'none'`, `form-action 'self'`, `base-uri 'none'`]) {
      assert.ok(policy.includes(directive), directive);
    }
    assert.equal(headers.get('Cache-Control'), 'no-store');
    assert.equal(headers.get('Referrer-Policy'), 'no-referrer');
    assert.match(headers.get('X-Robots-Tag') ?? '', /noindex/);
    assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
    assert.equal(headers.get('Set-Cookie'), null);
  }
  const pdf = await visit(`${publicUrl}/pdf`);
  assert.equal(pdf.headers.get('Cache-Control'), 'no-store');
  assert.match(pdf.headers.get('X-Robots-Tag') ?? '', /noindex/);
  assert.equal(pdf.headers.get('Content-Type'), 'application/pdf');
});
