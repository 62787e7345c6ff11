import { createHash } from 'node:crypto';
import { ok, visit } from '../../test/support/api/customer.ts';
import { createClient, type Json } from '../../test/support/service/client.ts';
import { DAY } from '../../test/support/service/clock.ts';
import type { TestService } from '../../test/support/service/service.ts';
import {
  masked,
  SCANNER,
  type StoredCaller,
  type StoredDatabase,
} from '../../test/support/store/stored-database.ts';
import { until } from '../../test/support/until.ts';
import { fillConnections } from './fill-connections.ts';
import { fillInvoices } from './fill-invoices.ts';
import { fillQuotes } from './fill-quotes.ts';
import { fillTeam } from './fill-team.ts';

const ACCOUNT = {
  address: 'Am Markt 1\n10115 Berlin',
  country: 'DE',
  taxId: 'DE123456789',
  email: 'buero@stored.example',
  locale: 'de',
  bank: { holder: 'Stored GmbH', iban: 'DE89370400440532013000', bic: null, name: null },
  registrations: [{ label: 'HRB', value: '1234' }],
  reminderDays: 3,
};
const LISTS = [
  '/account',
  '/customers',
  '/customers?search=gar',
  '/quotes?limit=100',
  '/quotes?status=EXPIRED',
  '/quotes?search=angen&fields=summary',
  '/quotes?q=Arbeit&sort=-lastEventAt&fields=summary&limit=5',
  '/quotes?sort=validUntil&fields=summary&limit=5',
  '/invoices?limit=100',
  '/invoices?overdue=true',
  '/catalogue-items',
  '/templates',
  '/events?limit=15',
  '/statistics',
];

/** Creates every kind of row that a year of use leaves behind, and returns what its users see then. */
export async function fill(service: TestService): Promise<Omit<StoredDatabase, 'secret'>> {
  const account = await service.newAccount({ name: 'Stored GmbH' });
  ok(await account.patch('/account', ACCOUNT));
  ok(await account.put('/customers/cus_b', { name: 'Κήπος ΑΕ', email: 'b@example.com', locale: 'el' }));
  const quotes = await fillQuotes(service, account);
  const invoices = await fillInvoices(account, quotes.toInvoice);
  const team = await fillTeam(service, account);
  const connections = await fillConnections(service);
  await runJobs(service);
  service.clock.advance(2 * DAY);
  await runJobs(service);

  const item = { description: 'Arbeit', quantity: 2.5, unitPrice: 9900, taxRate: 19 };
  const body = { customerId: account.customerId, title: 'Mit Schlüssel', items: [item] };
  const created = await send(service, account.key, 'POST', '/quotes', body);
  const { id } = JSON.parse(created.text) as Json;
  const changed = await send(service, account.key, 'PATCH', `/quotes/${id}`, { notes: 'Geändert' });
  await service.runJob('fan-out');
  await until(() => hasDelivered(service));

  const paths = [...LISTS, ...quotes.paths, ...invoices.paths, ...team.paths, `/quotes/${id}`];
  const callers = [
    { headers: bearer(account.key), paths },
    ...team.callers.map((caller) => ({ ...caller, paths: [...caller.paths, ...team.paths] })),
    ...connections.callers,
  ];
  return {
    now: service.clock(),
    key: account.key,
    draft: quotes.draft,
    callers: await Promise.all(callers.map((caller) => readAsCaller(service, caller))),
    pages: await readPages(service, [...quotes.pages, ...invoices.pages]),
    repeatable: [created, changed],
  };
}

/** A caller whose replies are stored, with the paths that it reads. */
export interface Reader {
  headers: Record<string, string>;
  paths: string[];
}

export function bearer(key: string): Record<string, string> {
  return { Authorization: `Bearer ${key}` };
}

async function runJobs(service: TestService): Promise<void> {
  for (const job of [
    'expiry',
    'overdue',
    'expiring',
    'reminders',
    'outbox',
    'user mails',
    'fan-out',
  ] as const) {
    await service.runJob(job);
  }
}

/** Whether no webhook is due: one that is would be attempted as soon as the database is opened. */
async function hasDelivered({ db, clock }: TestService): Promise<boolean> {
  const waiting = await db.read.all(
    `SELECT id FROM webhook_deliveries WHERE state = 'waiting' AND (due_at <= ? OR in_hand = 1)`,
    clock(),
  );
  return waiting.length === 0;
}

async function send(service: TestService, key: string, method: string, path: string, body: object) {
  const headers = { 'Idempotency-Key': `stored ${method}` };
  const { status, text } = await service.client(key).request(method, path, body, { headers });
  return { method, path, headers, body, status, text };
}

async function readAsCaller(service: TestService, { headers, paths }: Reader): Promise<StoredCaller> {
  const api = createClient({ url: service.url, contract: service.contract });
  const replies: StoredCaller['replies'] = {};
  for (const path of paths) {
    const reply = await api.get(path, { headers });
    replies[path] = {
      status: reply.status,
      etag: reply.headers.get('etag'),
      text: masked(reply.text, service.url),
    };
  }
  return { headers, replies };
}

async function readPages(service: TestService, urls: string[]): Promise<StoredDatabase['pages']> {
  const pages: StoredDatabase['pages'] = {};
  for (const url of urls) {
    const { status, text } = await visit(url, SCANNER);
    const title = /<title>(.*?)<\/title>/.exec(text)?.[1] ?? '';
    pages[url.replace(service.url, '')] = {
      status,
      title,
      ...(status === 200 && { pdf: await hashPdf(url) }),
    };
  }
  return pages;
}

async function hashPdf(url: string): Promise<string> {
  const bytes = await (await fetch(`${url}/pdf`)).bytes();
  return createHash('sha256').update(bytes).digest('hex');
}
