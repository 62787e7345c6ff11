import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { hostileBodies } from '../support/api/hostile-bodies.ts';
import { type StallRequest, type StallWatch, startStallWatch } from '../support/api/stall.ts';
import { engines, TEST_KEY } from '../support/service/service.ts';

const AUTHORIZATION = `Bearer ${TEST_KEY}`;
const JSON_TYPE = { Authorization: AUTHORIZATION, 'Content-Type': 'application/json' };
/** The other requests are rejected before they reach a database. */
const NEEDS_DATABASE =
  /^(a number of 40,000 digits|many numbers$|many empty items|many names$|many escaped NULs|arrays in arrays$|a long search|a search that|a long identifier|large quotes|a statement of 5,000 lines)/;
/** Errors of up to 64 KB plus the rest of the response. */
const MAX_REPLY_BYTES = 70_000;
const LONG = 15_000;

/** Long requests without a body. */
const REQUESTS: Record<string, StallRequest> = {
  'a long search': get(`/api/v1/quotes?search=${'ab'.repeat(LONG / 2)}`),
  'a long search of many letters': get(`/api/v1/quotes?search=${'%E2%80%8B%C3%9F'.repeat(LONG / 15)}`),
  'a long search of wildcards': get(`/api/v1/customers?search=${'%25_'.repeat(LONG / 4)}`),
  'a search that nearly matches': get(`/api/v1/customers?search=${'%25a'.repeat(LONG / 4)}b`),
  'many parameters': get(`/api/v1/quotes?${Array.from({ length: 2500 }, (_, n) => `${n}=1`).join('&')}`),
  'one parameter again and again': get(`/api/v1/quotes?${'page=1&'.repeat(LONG / 7)}`),
  'a long page': get(`/api/v1/quotes?page=${'1'.repeat(LONG)}`),
  'a long identifier': get(`/api/v1/quotes/quo_${'x'.repeat(LONG)}`),
  'a long list of tags': get('/api/v1/account', { 'If-None-Match': '"1",'.repeat(LONG / 4) }),
  'a long Accept': get('/api/v1/account', { Accept: 'application/pdf;q=0.1,'.repeat(LONG / 22) }),
  'a long Accept-Encoding': get('/api/v1/account', { 'Accept-Encoding': 'gzip;q=0.0,'.repeat(LONG / 11) }),
  'large quotes, compressed': get('/api/v1/quotes?limit=100', { 'Accept-Encoding': 'br' }),
  'a long cookie': get('/outbox', { Cookie: 'proffer_outbox=a; '.repeat(LONG / 18), Authorization: '' }),
  'a key of spaces': get('/api/v1/quotes', { Authorization: `Bearer${' '.repeat(LONG)}` }),
  'a login of many fields': {
    method: 'POST',
    path: '/outbox/login',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'a=1&'.repeat(250_000),
  },
};

/** Forms of the customer page, which accepts up to 64 KB. */
const FORMS: Record<string, string> = {
  'a form of many fields': 'a=1&'.repeat(16_000),
  'a name of spaces': `name=a${'+'.repeat(65_000)}b`,
  'a name of control characters': `name=${'%00'.repeat(21_000)}`,
  'a signature that nearly is one': `name=a&signature=${'M1+1L2+2'.repeat(2400)}x`,
  'a signature that never ends': `name=a&signature=M1+1${'L2+2'.repeat(15_000)}`,
};

/** Bank statements, which accept up to 10 MB. */
const STATEMENTS: Record<string, () => string> = {
  'a statement of a million columns': () => `Date;Amount${';a'.repeat(1_000_000)}\n`,
  'a statement with 40 lines of wide headings': () =>
    `${'Überschrift der Spalte;'.repeat(2_000)}\n`.repeat(60),
  'a statement of 5,000 lines with many numbers': () =>
    `Date;Amount;Text\n${Array.from({ length: 5_000 }, (_, n) => `2026-11-16;1.${n % 90}0;${listNumbers(n)}`).join('\n')}`,
  'a statement whose batch has 100,000 details': () =>
    `<Document><BkToCstmrStmt><Stmt><Ntry><NtryDtls>${'<TxDtls><Amt Ccy="EUR">1</Amt></TxDtls>'.repeat(100_000)}`,
  'a statement of 5,000 details': () =>
    `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-16</Dt></BookgDt><NtryDtls>${'<TxDtls><RmtInf><Ustrd>a</Ustrd></RmtInf></TxDtls>'.repeat(5_000)}</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`,
};

function listNumbers(n: number): string {
  return Array.from({ length: 40 }, (_, at) => `${n}-${at}`).join(' ');
}

/**
 * Every parser that the bytes of a stranger reach, and the file that shows that it cannot hold up other requests. The test below
 * fails if one of the files no longer exists.
 */
const PARSERS: Record<string, string> = {
  'JSON bodies of the API and of MCP': 'test/api/stall.all.test.ts',
  'queries, headers and cookies': 'test/api/stall.all.test.ts',
  'forms of the customer page and of sign-in': 'test/api/stall.all.test.ts',
  'bank statements, CAMT and CSV, and their headings': 'test/api/stall.all.test.ts',
  'the thread of bank statements': 'src/adapters/statement/reader.test.ts',
  'CSV of customers and the catalogue': 'src/domain/account/import/csv.test.ts',
  logos: 'test/api/picture-stall.all.test.ts',
  'texts of documents': 'test/api/pdf-fairness.test.ts',
  'emails, their parts, attachments and reports': 'src/adapters/mail/incoming/parser.test.ts',
  'HTML of emails': 'src/domain/mail/incoming/reply-text.test.ts',
  'files of Invoice Ninja': 'src/domain/account/import/invoice-ninja/backup.test.ts',
};

test('every parser that the bytes of strangers reach has a test', () => {
  for (const [parser, file] of Object.entries(PARSERS)) {
    assert.ok(existsSync(new URL(`../../${file}`, import.meta.url)), `${parser}: ${file}`);
  }
});

for (const engine of engines()) {
  describe(`no request blocks others on ${engine}`, () => {
    let watch: StallWatch;
    before(async () => {
      watch = await startStallWatch(engine, 'blank');
    });
    after(() => watch?.stop());

    for (const [name, body] of Object.entries(hostileBodies())) {
      if (engine !== engines()[0] && !NEEDS_DATABASE.test(name)) continue;
      test(`${name} (${body.length.toLocaleString('en')} characters)`, async () => {
        const headers = { ...JSON_TYPE, 'Idempotency-Key': name };
        const reply = await watch.harmless({ method: 'POST', path: '/api/v1/quotes', headers, body });
        assert.equal(reply.status, 400, reply.text.slice(0, 300));
        assert.ok(reply.text.length <= MAX_REPLY_BYTES, `${reply.text.length} characters`);
      });
    }

    if (engine === engines()[0])
      test('forms of the customer page block no other request', async () => {
        const quote = {
          customerId: 'cus_demo',
          title: 'x',
          items: [{ description: 'x', quantity: 1, unitPrice: 1 }],
        };
        const post = (path: string, body?: string) =>
          watch.send({ method: 'POST', path, headers: JSON_TYPE, body });
        const { id } = JSON.parse((await post('/api/v1/quotes', JSON.stringify(quote))).text);
        const sent = await post(`/api/v1/quotes/${id}/send`);
        const { pathname } = new URL(JSON.parse(sent.text).publicUrl);
        for (const [name, body] of Object.entries(FORMS)) {
          const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
          const reply = await watch.harmless({ method: 'POST', path: `${pathname}/accept`, headers, body });
          assert.ok(reply.status === 400 || reply.status === 409, `${name}: ${reply.status}`);
        }
      });

    for (const [name, makeBody] of Object.entries(STATEMENTS)) {
      if (engine !== engines()[0] && !NEEDS_DATABASE.test(name)) continue;
      test(name, async () => {
        const headers = { Authorization: AUTHORIZATION, 'Content-Type': 'text/csv' };
        const path = '/api/v1/payments/imports';
        const reply = await watch.harmless({ method: 'POST', path, headers, body: makeBody() });
        assert.ok([201, 400].includes(reply.status), reply.text.slice(0, 300));
      });
    }

    for (const [name, request] of Object.entries(REQUESTS)) {
      if (engine !== engines()[0] && !NEEDS_DATABASE.test(name)) continue;
      test(name, async () => {
        const reply = await watch.harmless(request);
        assert.ok(reply.status < 500, reply.text.slice(0, 300));
        assert.ok(reply.text.length <= MAX_REPLY_BYTES, `${reply.text.length} characters`);
      });
    }
  });
}

function get(path: string, headers: Record<string, string> = {}): StallRequest {
  return { method: 'GET', path, headers: { Authorization: AUTHORIZATION, ...headers } };
}
