import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { listConsolePages } from '../support/accessibility/console-pages.ts';
import { accept, ok } from '../support/api/customer.ts';
import { convertedQuote, createQuote, issuedInvoice, sentQuote } from '../support/api/quotes.ts';
import { connectApp, refresh } from '../support/apps/connect.ts';
import { openPage, type PageAnswer, signIn } from '../support/console/sign-in.ts';
import {
  findUnnamedAccounts,
  isSpread,
  KEPT_EVERYWHERE,
  SPREAD,
  subselectsOf,
} from '../support/postgres/citus-statements.ts';
import { type RecordedStatement, startRecordingProxy } from '../support/postgres/recording-proxy.ts';
import { isEngineEnabled } from '../support/service/engines.ts';
import { makeDatabase, startTestService, type TestService } from '../support/service/service.ts';
import { type Receiver, startReceiver } from '../support/webhooks/receiver.ts';

/** Checks the rules of Citus on a single PostgreSQL, with all statements that the service sends in typical use. */
describe('Every statement that the service sends', { skip: !isEngineEnabled('postgres') }, () => {
  let statements: RecordedStatement[];
  /** Index of the first statement after the last request. */
  let end: number;
  const textsOf = (wanted: (statement: RecordedStatement) => boolean, among = statements) => [
    ...new Set(among.filter(wanted).map(({ text }) => text)),
  ];
  before(async () => {
    ({ statements, end } = await recordStatements());
  });

  it('names an account, unless it looks for one or belongs to a job', () => {
    const asksAll = ({ text }: RecordedStatement) => isSpread(text) && !namesAccount(text);
    const ofJobs = textsOf(asksAll, statements.slice(end));
    assert.ok(ofJobs.length > 0);
    assert.deepEqual(
      textsOf(asksAll, statements.slice(0, end)).filter(
        (text) => !ofJobs.includes(text) && !LOOKS_FOR_ACCOUNT.some((known) => known.test(text)),
      ),
      [],
    );
  });

  it('queries all servers for a key only once', () => {
    const lookups = statements.filter(({ text }) => /^SELECT .* FROM keys/.test(text) && !namesAccount(text));
    assert.ok(lookups.length > 0);
    assert.equal(new Set(lookups.map(({ values }) => values[0])).size, lookups.length);
  });

  it('looks nothing up for the rows of a subquery without naming the account', () => {
    assert.ok(textsOf(({ text }) => /FROM \(\s*SELECT/.test(text)).length > 0);
    assert.deepEqual(
      textsOf(({ text }) => looksUpForSubquery(text)),
      [],
    );
  });

  it('names the account in every subselect that reads rows of accounts', () => {
    assert.ok(textsOf(({ text }) => subselectsOf(text).length > 0).length > 0);
    assert.deepEqual(
      textsOf(({ text }) => findUnnamedAccounts(text).length > 0),
      [],
    );
  });

  it('joins rows of accounts to those of people only if there are any', () => {
    const spread = `(accounts|${SPREAD.join('|')})\\b`;
    // After a distributed table that is joined by its account, another one is joined on each server.
    const outer = new RegExp(
      `FROM (${KEPT_EVERYWHERE.join('|')})\\b((?! JOIN ${spread}).)* LEFT JOIN ${spread}`,
    );
    assert.deepEqual(
      textsOf(({ text }) => outer.test(text)),
      [],
    );
  });

  it('names the account in a join to the rows of a subquery, if there is one', () => {
    const joins = new RegExp(`\\) AS \\w+ (?:LEFT )?JOIN (?:${SPREAD.join('|')}) AS (\\w+)`);
    assert.ok(textsOf(({ text }) => joins.test(text)).length > 0);
    assert.deepEqual(
      textsOf(({ text }) => {
        const alias = joins.exec(text)?.[1];
        return alias !== undefined && !text.includes(`${alias}.account_id = $`);
      }),
      [],
    );
  });

  it('inserts values that no subquery returns', () => {
    assert.deepEqual(
      textsOf(({ text }) => /^INSERT .* VALUES .*\(SELECT/.test(text)),
      [],
    );
  });

  it('compares nothing with a NULL parameter', () => {
    const comparesNull = ({ text, values }: RecordedStatement) =>
      /^\s*SELECT/.test(text) &&
      values.some((value, index) => value === null && new RegExp(`[=<>] *\\$${index + 1}\\b`).test(text));
    assert.deepEqual(textsOf(comparesNull), []);
  });

  it('queries one server after the other within a transaction that writes', () => {
    const begins = textsOf(({ text }) => text.startsWith('BEGIN') && !text.endsWith('READ ONLY'));
    assert.deepEqual(begins, [`BEGIN; SET LOCAL citus.multi_shard_modify_mode = 'sequential'`]);
  });
});

function namesAccount(text: string): boolean {
  return (
    /\baccount_id (=|IN) ?\(?\$/.test(text) ||
    /\((account_id|id), [^)]*\) VALUES/.test(text) ||
    (/\b(FROM|UPDATE) accounts\b/.test(text) && /\bid = \$/.test(text))
  );
}

const LOOKS_FOR_ACCOUNT = [
  /FROM keys WHERE hash = \$1/,
  /FROM links\b.* token_hash = \$1/,
  /FROM invitations WHERE code_hash = \$1/,
  // A person may belong to several accounts.
  /FROM memberships WHERE user_id = \$1/,
  /FROM sessions AS s .* JOIN memberships AS m ON m.user_id = s.user_id/,
  // An app brings a code or a token.
  /FROM app_tokens AS t JOIN .* WHERE t.hash = \$1/,
  /FROM app_grants WHERE (code_hash|family_hash) = \$1/,
  /FROM app_grants AS g JOIN users .* g.user_id = \$2/,
  // Sent during startup.
  /FROM accounts WHERE NOT EXISTS \(SELECT 1 FROM settings .*\) (AND kind = \$1 )?ORDER BY id LIMIT 1$/,
  // Sent by a job that had work to do in the meantime.
  /^UPDATE outbox SET next_at = \$1, attempts/,
];

/** Checks whether a subselect in SELECT or WHERE that names no account refers to a subquery in FROM of the same query. */
function looksUpForSubquery(query: string): boolean {
  const inner = subselectsOf(query);
  const aliases = inner.flatMap(({ alias }) => alias ?? []);
  return inner.some(
    ({ text, alias }) =>
      looksUpForSubquery(text) ||
      (alias === undefined &&
        !namesAccount(text) &&
        aliases.some((name) => new RegExp(`\\b${name}\\.`).test(text))),
  );
}

async function recordStatements(): Promise<{ statements: RecordedStatement[]; end: number }> {
  const place = await makeDatabase('postgres', { withTables: true });
  const proxy = await startRecordingProxy(new URL(place.env.DATABASE_URL ?? ''));
  const receiver = await startReceiver();
  try {
    const service = await startTestService({
      engine: 'postgres',
      place: { ...place, env: { ...place.env, DATABASE_URL: proxy.url } },
      env: { WEBHOOKS_PRIVATE: 'on' },
      webhooks: { ca: receiver.cert, find: async () => ['127.0.0.1'] },
    });
    try {
      await useApi(service, receiver);
      await useConsole(service);
      const end = proxy.statements.length;
      for (const job of JOBS) await service.runJob(job);
      const statements = proxy.statements.map(({ text, values }) => ({
        text: text.trim().replaceAll(/\s+/g, ' '),
        values,
      }));
      return { statements, end };
    } finally {
      await service.close();
    }
  } finally {
    await Promise.all([receiver.close(), proxy.close()]);
    await place.remove();
  }
}

const JOBS = [
  ...([
    'expiry',
    'overdue',
    'recurring',
    'time stamps',
    'outbox',
    'checkouts',
    'mailboxes',
    'notifications',
    'sendings',
    'reminders',
    'expiring',
    'test clocks',
  ] as const),
  ...(['fan-out', 'webhooks', 'due times', 'key use', 'clean-up'] as const),
];

async function useApi(service: TestService, receiver: Receiver): Promise<void> {
  const api = await service.newAccount();
  const endpoint = ok(await api.post('/webhook-endpoints', { url: receiver.url }));
  ok(await api.post(`/webhook-endpoints/${endpoint.id}/test`));
  const { id, number } = await createQuote(api);
  const issued = await issuedInvoice(api);
  ok(await api.post(`/invoices/${issued.id}/payments`, { amount: 100 }));
  ok(await api.patch(`/quotes/${id}`, { title: 'Other work' }));
  const sent = await sentQuote(api);
  assert.equal((await accept(sent.publicUrl)).status, 303);
  await convertedQuote(api);
  const lists = ['/quotes', '/invoices', '/customers', '/catalogue-items'].flatMap((path) =>
    ['', '?search=work', `?search=${number}`, '?search=w'].map((query) => path + query),
  );
  for (const path of [
    ...lists,
    `/quotes/${id}`,
    '/quotes?customerId=cus_test&search=work',
    '/quotes?q=work&status=DRAFT',
    '/quotes?q=nothing&sort=-lastEventAt',
    '/quotes?q=e&sort=customerName',
    '/quotes?sort=-total&currency=EUR&fields=summary',
    '/invoices?customerId=cus_test&search=1',
    '/events',
    '/statistics',
    `/webhook-endpoints/${endpoint.id}/deliveries`,
  ]) {
    // Advances the clock until a known key is checked again.
    service.clock.advance(1000);
    ok(await api.get(path));
  }
  await receiver.until(() => receiver.received.some(({ event }) => event.type === 'ping'));
}

/** Invites a new and a known person, and removes them. */
async function useConsole(service: TestService): Promise<void> {
  const { accountId } = await service.newAccount();
  const owner = await signIn(service, { accountId });
  const chosen = await owner.page(`/${accountId}/settings/notifications`, { accepted: 'on', when: 'atOnce' });
  assert.equal(chosen.status, 303);
  const known = await signIn(service);
  const enter = async (
    email: string,
    page: (path: string, form: Record<string, string>) => Promise<PageAnswer>,
  ) => {
    const { url } = ok(await owner.post('/invitations', { email, role: 'member' }));
    const code = new URL(url).searchParams.get('code') ?? '';
    const { status, text } = await page('/invitation', { code, name: 'Mona', password: 'tide pool lantern' });
    assert.equal(status, 303, text);
  };
  await enter(known.email, known.page);
  await enter('mona@example.test', (path, form) =>
    openPage(service.url, path, form, { Origin: service.url }),
  );
  for (const { id } of ok(await owner.get('/users')).data) {
    if (id !== owner.userId) ok(await owner.delete(`/users/${id}`));
  }
  const business = await service.newAccount();
  const boss = await signIn(service, { accountId: business.accountId });
  assert.ok((await listConsolePages(service.url, business, boss)).length > 50);
  const app = await connectApp(service, owner);
  ok(await app.api.get('/quotes'));
  assert.equal((await refresh(service, app)).status, 200);
  for (const page of ['you', 'apps'])
    assert.equal((await owner.page(`/${accountId}/settings/${page}`)).status, 200);
}
