// Checks that two checkouts return the same responses: sends the same random requests to both and compares the responses
// byte for byte, with IDs, times, tokens, URLs and hashes masked.
//   node scripts/compare-responses.ts OLD_CHECKOUT [REQUESTS] [SEED]     (DATABASE_URL_OLD and _NEW: on PostgreSQL)
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { between, oneOf, type Random, randomFrom } from '../test/chaos/random.ts';
import type { Json } from '../test/support/service/client.ts';

const [old = '', count = '2000', seed = String(Date.now() % 1e9)] = process.argv.slice(2);
const KEY = `prf_test_${'0123456789abcdef'.repeat(3)}`;

const [before, after] = [
  await record(resolve(old), process.env.DATABASE_URL_OLD),
  await record(resolve(import.meta.dirname, '..'), process.env.DATABASE_URL_NEW),
];
const different = before.filter((line, index) => line !== after[index]).length;
process.stdout.write(`${before.length} replies, ${different} differ (seed ${seed})\n`);
for (const [index, line] of before.entries()) {
  if (line === after[index]) continue;
  const other = after[index] ?? '';
  let at = 0;
  while (line[at] === other[at]) at++;
  const from = Math.max(0, at - 80);
  process.stdout.write(
    `${line.split('\n')[0]}\n  - …${line.slice(from, at + 120)}\n  + …${other.slice(from, at + 120)}\n`,
  );
}
process.exitCode = different === 0 ? 0 : 1;

async function record(checkout: string, databaseUrl: string | undefined): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'proffer-replies-'));
  const child = spawn(process.execPath, [join(checkout, 'bin/proffer.js'), 'serve'], {
    cwd: checkout,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      PROFFER_API_KEY: KEY,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  for await (const text of child.stderr.setEncoding('utf8')) {
    output += text;
    if (/http:\/\/\S+:\d+/.test(output)) break;
  }
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
  if (!url) throw new Error(`${checkout} did not start: ${output}`);
  try {
    return await run(url);
  } finally {
    child.kill();
    await once(child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function run(url: string): Promise<string[]> {
  const random = randomFrom(Number(seed));
  const lines: string[] = [];
  const known: Known = { quotes: [], tags: new Map(), links: [], invoices: [] };
  for (let index = 0; index < Number(count); index++) {
    const { method, path, body, headers } = createRequest(random, known);
    const isPage = path.startsWith('/q/');
    const response = await fetch(isPage ? url + path : `${url}/api/v1${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(isPage ? { 'Sec-Fetch-Site': 'same-origin' } : { Authorization: `Bearer ${KEY}` }),
        ...(body !== undefined && {
          'Content-Type': isPage ? 'application/x-www-form-urlencoded' : 'application/json',
        }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    if (!isPage) recordResponse(known, method, path, response, text);
    const kept = ['content-type', 'etag', 'location', 'allow', 'idempotency-replayed', 'www-authenticate'];
    const shown = kept.map((name) => `${name}: ${response.headers.get(name)}`).join(', ');
    const seen = isPage ? '' : maskResponse(text, url);
    lines.push(
      maskResponse(`${method} ${path} ${body?.slice(0, 200) ?? ''}`, url) +
        `\n${response.status} ${maskResponse(shown, url)}\n${seen}`,
    );
  }
  return lines;
}

interface Known {
  quotes: string[];
  tags: Map<string, string>;
  links: string[];
  invoices: string[];
}

interface RandomRequest {
  method: string;
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

function createRequest(random: Random, { quotes, tags, links, invoices }: Known): RandomRequest {
  const quote = oneOf(random, quotes) ?? 'quo_unknown';
  const kind = Math.floor(between(random, 0, 20));
  const json = (value: unknown) => JSON.stringify(value);
  const ifMatch: Record<string, string> = random() < 0.2 ? { 'If-Match': tags.get(quote) ?? '"7"' } : {};
  const repeat = random() < 0.3 ? { 'Idempotency-Key': `k${Math.floor(random() * 30)}` } : undefined;
  if (kind < 5) return { method: 'POST', path: '/quotes', body: json(newQuote(random)), headers: repeat };
  if (kind < 7) return { method: 'GET', path: `/quotes/${quote}` };
  if (kind < 9)
    return { method: 'PATCH', path: `/quotes/${quote}`, body: json(patch(random)), headers: ifMatch };
  if (kind < 11) return { method: 'GET', path: `/quotes?${query(random)}` };
  if (kind === 11)
    return {
      method: 'POST',
      path: `/quotes/${quote}/send`,
      body: oneOf(random, ['', '{}', '{"email":"a@b.example"}', '{"email":1}']),
      headers: { ...ifMatch, ...repeat },
    };
  if (kind === 12)
    return {
      method: 'POST',
      path: `/quotes/${quote}/convert-to-invoice`,
      body: oneOf(random, ['{}', '{"dueDate":"2030-01-02"}', '{"paymentMethod":"cash"}']),
      headers: { ...ifMatch, ...repeat },
    };
  if (kind === 13)
    return {
      method: 'DELETE',
      path: oneOf(random, [`/quotes/${quote}`, `/quotes/${quote}/links`]) ?? '',
      headers: ifMatch,
    };
  if (kind === 14)
    return {
      method: 'GET',
      path: `/quotes/${quote}/${oneOf(random, ['events', 'revisions', 'acceptance', 'pdf'])}`,
    };
  if (kind === 15)
    return {
      method: 'PUT',
      path: `/customers/cus_${Math.floor(random() * 5)}`,
      body: json({ name: 'Customer', email: oneOf(random, ['c@example.com', null, 'no']) }),
    };
  if (kind === 16)
    return {
      method: oneOf(random, ['GET', 'DELETE']) ?? 'GET',
      path: `/customers/cus_${Math.floor(random() * 6)}`,
    };
  if (kind === 17)
    return {
      method: 'GET',
      path:
        oneOf(random, [
          '/customers',
          '/invoices',
          '/account',
          `/invoices/${oneOf(random, invoices)}`,
          '/nothing',
          '/quotes?limit=101',
        ]) ?? '',
    };
  if (kind === 18)
    return {
      method: 'PATCH',
      path: '/account',
      body: json(oneOf(random, [{ name: 'Acme' }, { currency: 'XXQ' }, { validityDays: 20 }, { nome: 1 }])),
    };
  const link = oneOf(random, links);
  if (!link) return { method: 'POST', path: '/quotes', body: '{"title":' };
  return random() < 0.5
    ? { method: 'GET', path: link }
    : {
        method: 'POST',
        path: `${link}/${oneOf(random, ['decline', 'question', 'renewal'])}`,
        body: 'question=Why&reason=No&revision=1',
      };
}

function newQuote(random: Random): Json {
  return {
    customerId: oneOf(random, ['cus_demo', 'cus_demo_fr', 'cus_0', 'cus_none']),
    title: oneOf(random, ['Roof', 'Κήπος', 'x'.repeat(201), ' ', '100% _ sure']),
    items: Array.from({ length: Math.floor(between(random, 0, 4)) }, () => ({
      description: oneOf(random, ['Work', '', 'Mat\u0000erial', 'Stoff\nzwei']),
      quantity: oneOf(random, [1, 2.5, 0.0001, 0, 3.12345, '2']),
      unitPrice: oneOf(random, [100, 999, 0, 12.5, -1, 1e12]),
      taxRate: oneOf(random, [19, 0, 7.7, 101]),
    })),
    ...(random() < 0.3 && {
      discountType: oneOf(random, ['percentage', 'fixed', 'none']),
      discountValue: oneOf(random, [10, 0, 200, -1]),
    }),
    ...(random() < 0.3 && {
      validUntil: oneOf(random, ['2031-01-02T03:04:05Z', '2020-01-01T00:00:00Z', 'tomorrow', null]),
    }),
    ...(random() < 0.1 && { titel: 'misspelt' }),
  };
}

function patch(random: Random): Json {
  return oneOf(random, [
    { title: 'Another' },
    { status: 'ACCEPTED' },
    { status: 'DECLINED' },
    { status: 'SENT' },
    { discountType: 'fixed', discountValue: 5 },
    { discountType: 'percentage' },
    { customerId: 'cus_none' },
    { customerId: 'cus_demo_jp' },
    { items: [] },
    { validUntil: null },
    { validUntil: '2020-01-01T00:00:00Z' },
    { notes: 'n', terms: null },
    {},
    { id: 'quo_other', total: 1 },
  ]);
}

function query(random: Random): string {
  return (
    oneOf(random, [
      '',
      'limit=3&page=2',
      'search=roof',
      'search=%25',
      'search=%CE%BA',
      'status=SENT',
      'status=DRAFT&sort=validUntil',
      'customerId=cus_demo&search=o',
      'sort=-validUntil&limit=5',
      'sort=title',
      'page=0',
      'limit=ten',
      'nonsense=1',
    ]) ?? ''
  );
}

function recordResponse(
  { quotes, tags, links, invoices }: Known,
  method: string,
  path: string,
  response: Response,
  text: string,
): void {
  if (response.status >= 300 || !text.startsWith('{')) return;
  const body = JSON.parse(text);
  if (method === 'POST' && path === '/quotes') quotes.push(body.id);
  if (typeof body.id === 'string' && response.headers.get('etag'))
    tags.set(body.id, response.headers.get('etag') ?? '');
  if (path.endsWith('/send') && body.publicUrl) links.push(new URL(body.publicUrl).pathname);
  if (path.endsWith('/convert-to-invoice')) invoices.push(body.id);
}

function maskResponse(text: string, url: string): string {
  return text
    .replaceAll(url, 'URL')
    .replaceAll(/\b(quo|inv|evt|lnk|snd|acc|key|ans|mail|itm)_[0-9a-z]{18,}/g, '$1_…')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'TIME')
    .replaceAll(/\/(q|pdf)\/[\w-]+/g, '/$1/…')
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'SHA256')
    .replaceAll(/"requestId":"[^"]*"/g, '"requestId":"…"')
    .replaceAll(/"messageId":"[^"]*"/g, '"messageId":"…"');
}
