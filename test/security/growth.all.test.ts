import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBundle } from '../../src/actions/agreement/evidence/read-bundle.ts';
import { buildEInvoice } from '../../src/adapters/einvoice/terms/einvoice.ts';
import { createMailParser } from '../../src/adapters/mail/incoming/parser.ts';
import { camt } from '../fixtures/camt.ts';
import { E_INVOICE } from '../fixtures/einvoice.ts';
import { ITEM, quoteBody, sentQuote } from '../support/api/quotes.ts';
import { dataUrl, svg } from '../support/pdf/logos.ts';
import { MINUTE } from '../support/service/clock.ts';
import { describeOnOneEngine, type TestAccount } from '../support/service/service.ts';
import { makeXlsx } from '../support/spreadsheet/make-xlsx.ts';

/** Ten times the bytes may take this many times the processor time: twice what is proportional, for a busy machine. */
const MAX_GROWTH = 20;
/** Below this, a measurement is mostly noise. */
const LEAST_MS = 15;
const RUNS = 3;

type Send = (size: number) => Promise<unknown>;

/** What a stranger's bytes reach, each with a request whose bytes grow with the size, from a tenth of the limit to about the limit. */
async function listEntries(account: TestAccount, url: string): Promise<Record<string, Send>> {
  const post = async (
    path: string,
    type: string,
    body: string | Uint8Array<ArrayBuffer>,
    more: object = {},
  ) => {
    const headers = { 'Content-Type': type, ...more };
    const reply = await fetch(url + path, { method: 'POST', headers, body });
    await reply.arrayBuffer();
    assert.ok(reply.status < 500, `${path}: ${reply.status}`);
  };
  const own = { Authorization: `Bearer ${account.key}` };
  const api = (path: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
    post(`/api/v1${path}`, type, body, own);
  const form = 'application/x-www-form-urlencoded';
  const many = (count: number, write: (index: number) => string) =>
    Array.from({ length: count }, (_, at) => write(at)).join('');
  const quoted = (more: object) => JSON.stringify(quoteBody({ customerId: account.customerId, ...more }));
  const steps = Array.from({ length: 20 }, (_, at) => ({ from: at * 10, unitPrice: 10_000 - at }));
  const stepped = {
    ...ITEM,
    quantityRange: { min: 1, max: 300 },
    quantityPrices: { kind: 'graduated', steps },
  };
  const items = (count: number, item: object) => Array.from({ length: count }, () => item);
  const sent = await sentQuote(account, { items: items(200, { ...ITEM, optional: true }) });
  const link = new URL(sent.publicUrl).pathname;
  const list = await account.post('/price-lists', { name: 'Prices' });
  const parser = createMailParser({ idleMs: 0 });
  const mail = (text: string) => parser.parse(Buffer.from(text));
  const binary = (size: number) => new Uint8Array(Buffer.alloc(size * 1_000_000, 'x'));
  const verify = async (bytes: Buffer) => {
    try {
      readBundle(bytes);
    } catch {
      // It is no bundle.
    }
  };
  return {
    'API: a quote with many items': (n) => api('/quotes', quoted({ items: items(100 * n, ITEM) })),
    'API: a quote with many graduated items': (n) =>
      api('/quotes', quoted({ items: items(60 * n, stepped) })),
    'API: a quote with long texts': (n) => api('/quotes', quoted({ terms: 'שלום 12,5 '.repeat(200 * n) })),
    'API: line breaks in texts': (n) =>
      api('/quotes', quoted({ terms: '\n'.repeat(2_000 * n), notes: '#'.repeat(2_000 * n) })),
    'API: nested JSON': (n) => api('/quotes', '['.repeat(100_000 * n)),
    'API: JSON with many errors': (n) => api('/quotes', `{${many(5_000 * n, (at) => `"a${at}":1,`)}"z":1}`),
    'API: a search': (n) => account.get(`/quotes?search=${'a%20'.repeat(400 * n)}`),
    'logo: SVG': (n) =>
      account.patch('/account', { logo: svg(many(1_000 * n, () => '<path d="M0 0h9v9z"/>')) }),
    'logo: PNG': (n) => account.patch('/account', { logo: dataUrl('png', Buffer.alloc(38_000 * n, 1)) }),
    'link: a form': (n) =>
      post(
        `${link}/choose`,
        form,
        many(1_000 * n, (at) => `selected=a${at}&`),
      ),
    'link: JSON': (n) =>
      post(
        `${link}/proposal`,
        'application/json',
        `{"items":[${many(300 * n, (at) => `{"id":"${at}","quantity":1},`)}{}]}`,
      ),
    'link: a message': (n) => post(`${link}/question`, form, `text=${'a+%0A'.repeat(4_000 * n)}`),
    'import: CSV': (n) =>
      api(
        `/price-lists/${list.body.id}/entries/import?dryRun=true`,
        `sku,price\n${many(900 * n, (at) => `a${at},"1.${at % 10}"\n`)}`,
        'text/csv',
      ),
    'import: CSV of quotation marks': (n) =>
      api(`/price-lists/${list.body.id}/entries/import?dryRun=true`, '"'.repeat(150_000 * n), 'text/csv'),
    'import: XLSX': (n) =>
      api(
        `/price-lists/${list.body.id}/entries/import?dryRun=true`,
        new Uint8Array(
          makeXlsx({ rows: Array.from({ length: 900 * n }, (_, at) => [`a${at}`, 1.5, 'text']) }),
        ),
        'text/csv',
      ),
    'statement: CSV': (n) =>
      api(
        '/payments/imports',
        `Date;Amount;Text\n${many(900 * n, (at) => `2026-11-16;1.00;INV-2026-${at} a b c\n`)}`,
        'text/csv',
      ),
    'statement: CAMT': (n) =>
      api('/payments/imports', camt(items(300 * n, { amount: '1.00' }) as never), 'application/xml'),
    'attachment of an offer': (n) =>
      api(`/quotes/${sent.id}/attachments/a.bin`, binary(n), 'application/octet-stream'),
    'mail: lines': (n) =>
      mail(
        `From: a@example.com\n\nYes.\n${'> On Monday 1234, Rosa <a@example.com> wrote:\n'.repeat(5_000 * n)}`,
      ),
    'mail: headers': (n) => mail(`From: a@example.com\n${'Received: by a\n'.repeat(5_000 * n)}\nYes.`),
    'mail: parts': (n) => mail(`Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(80 * n)}`),
    'notification of a provider': (n) =>
      post('/hooks/stripe/con_unknown', 'application/json', `{"a":"${'x'.repeat(6_000 * n)}"}`),
    'OAuth: a token': (n) => post('/oauth/token', form, `grant_type=refresh_token&${'a=1&'.repeat(200 * n)}`),
    'OAuth: a registration': (n) =>
      post(
        '/oauth/register',
        'application/json',
        `{"redirect_uris":["${'https://a.example/'.repeat(50 * n)}"]}`,
      ),
    'OAuth: an authorization': (n) =>
      fetch(`${url}/oauth/authorize?scope=${'read+'.repeat(250 * n)}`).then((reply) => reply.text()),
    'MCP: a request': (n) =>
      post('/mcp', 'application/json', `{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(90_000 * n)}"}`, {
        ...own,
        Accept: 'application/json, text/event-stream',
      }),
    'sign-in: a form': (n) => post('/sign-in', form, `email=${'a'.repeat(6_000 * n)}`),
    'verify: a bundle': (n) => verify(Buffer.alloc(200_000 * n, 'PK\u0001\u0002')),
    'electronic invoice: its texts': async (n) =>
      buildEInvoice({
        ...E_INVOICE,
        invoice: {
          ...E_INVOICE.invoice,
          terms: `${'\n'.repeat(2_000 * n)}#`,
          notes: '\n#'.repeat(1_000 * n),
        },
      }),
  };
}

describeOnOneEngine((service) => {
  test('processor time grows with the bytes of a stranger, and not faster', {
    timeout: 600_000,
  }, async (t) => {
    const account = await service().newAccount();
    const entries = await listEntries(account, service().url);
    const found: string[] = [];
    for (const [name, send] of Object.entries(entries)) {
      const [small, large] = [await measure(send, 1), await measure(send, 10)];
      const growth = large / Math.max(small, LEAST_MS / 10);
      t.diagnostic(`| ${name} | ${small.toFixed(1)} | ${large.toFixed(1)} | ${(large / small).toFixed(1)} |`);
      if (large > LEAST_MS && growth > MAX_GROWTH)
        found.push(`${name}: ${small.toFixed(1)} and ${large.toFixed(1)} ms`);
    }
    assert.deepEqual(found, []);
  });

  /** Returns the least processor time of a few requests, of all threads. */
  async function measure(send: Send, size: number): Promise<number> {
    let least = Infinity;
    for (let run = 0; run < RUNS; run++) {
      service().clock.advance(MINUTE);
      const before = process.cpuUsage();
      await send(size);
      const { user, system } = process.cpuUsage(before);
      least = Math.min(least, (user + system) / 1000);
    }
    return least;
  }
});
