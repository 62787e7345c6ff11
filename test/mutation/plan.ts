import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { ERASURE_TESTS } from './erasure-tests.ts';

/** A source file to mutate, and the tests that must fail. */
export interface Target {
  area: Area;
  file: string;
  tests: string[];
  /** Tests that matter on PostgreSQL only; run if the others pass. */
  onPostgres?: string[];
}

export type Area =
  | 'money'
  | 'auth'
  | 'idempotency'
  | 'state'
  | 'links'
  | 'expiry'
  | 'stages'
  | 'invoicing'
  | 'webhooks'
  | 'feed'
  | 'sessions'
  | 'statistics'
  | 'attachments'
  | 'import'
  | 'payments'
  | 'approval'
  | 'recurring'
  | 'prices'
  | 'proposals'
  | 'signing'
  | 'apps'
  | 'books'
  | 'statements'
  | 'two-step'
  | 'notifications'
  | 'erasure';

/** Areas in which every mutant is run, and every survivor must be listed in survivors.ts. */
export const STRICT: readonly Area[] = ['money', 'auth', 'idempotency'];

export const PLAN: readonly Target[] = [
  target('money', 'src/domain/money/totals.ts', 'src/domain/money/totals.test.ts'),
  target(
    'money',
    'src/domain/money/decimal.ts',
    'src/domain/money/decimal.test.ts',
    'src/domain/money/totals.test.ts',
  ),
  target('money', 'src/domain/money/currency.ts', 'src/domain/money/currency.test.ts'),
  {
    ...target(
      'auth',
      'src/http/session/authenticate-key.ts',
      'test/store/authenticate-key.test.ts',
      'test/api/key-powers.test.ts',
      'test/api/auth.test.ts',
      'test/api/wrong-keys.test.ts',
      'test/api/logs.test.ts',
      'test/api/draft-keys.test.ts',
      'test/apps/powers.test.ts',
      'test/apps/tokens.test.ts',
      'test/apps/consent.test.ts',
    ),
    onPostgres: ['test/api/auth.test.ts', 'test/metrics.test.ts'],
  },
  target('auth', 'src/domain/bounded-cache.ts', 'src/domain/bounded-cache.test.ts'),
  target('auth', 'src/store/tables/account/keys.ts', 'test/store/keys.test.ts'),
  target(
    'idempotency',
    'src/api/idempotency.ts',
    'src/api/idempotency.test.ts',
    'test/api/idempotency.test.ts',
    'test/send/repeats.test.ts',
  ),
  target('idempotency', 'src/store/tables/idempotency.ts', 'test/store/idempotency.test.ts'),
  target('idempotency', 'src/actions/once.ts', 'test/store/repeats.test.ts'),
  target('idempotency', 'src/actions/repeat.ts', 'test/store/repeats.test.ts'),
  target('state', 'src/domain/quote/quote.ts', 'src/domain/quote/quote.test.ts'),
  target(
    'state',
    'src/domain/quote/compose-quote.ts',
    'src/domain/quote/compose-quote.test.ts',
    'test/api/quote-patch.test.ts',
  ),
  target('state', 'src/domain/quote/quote-rules.ts', 'src/domain/quote/quote-rules.test.ts'),
  target('state', 'src/domain/quote/sent-quote.ts', 'src/domain/quote/sent-quote.test.ts'),
  target(
    'state',
    'src/actions/quotes/convert-quote.ts',
    'test/api/quote-convert.test.ts',
    'test/api/payment-schedule.test.ts',
    'test/api/recurring.test.ts',
    'test/approval/bypasses.test.ts',
  ),
  target('state', 'src/api/etag.ts', 'src/api/etag.test.ts'),
  target(
    'links',
    'src/actions/sending/links/links.ts',
    'src/actions/sending/links/links.test.ts',
    'test/store/links.test.ts',
  ),
  target('links', 'src/store/tables/links.ts', 'test/store/links.test.ts'),
  target('links', 'src/actions/sending/documents/document-url.ts', 'test/api/quote-pdf.test.ts'),
  target(
    'links',
    'src/actions/sending/links/sealed-token.ts',
    'src/actions/sending/links/sealed-token.test.ts',
  ),
  target('expiry', 'src/actions/quotes/expire-quotes.ts', 'test/store/expiry.test.ts'),
  target('stages', 'src/domain/money/stages.ts', 'src/domain/money/stages.test.ts'),
  target(
    'invoicing',
    'src/domain/quote/schedule/invoicing.ts',
    'src/domain/quote/schedule/invoicing.test.ts',
  ),
  target(
    'invoicing',
    'src/domain/quote/schedule/schedule-rules.ts',
    'src/domain/quote/schedule/schedule-rules.test.ts',
    'src/domain/quote/schedule/invoicing.test.ts',
  ),
  target('webhooks', 'src/adapters/net/check-address.ts', 'src/adapters/net/check-address.test.ts'),
  target('webhooks', 'src/adapters/webhooks/retry-delay.ts', 'src/adapters/webhooks/retry-delay.test.ts'),
  target('webhooks', 'src/adapters/webhooks/sign.ts', 'src/adapters/webhooks/sign.test.ts'),
  target(
    'webhooks',
    'src/store/tables/webhook/due.ts',
    'test/store/webhook-claims.test.ts',
    'test/api/webhook-deliveries.test.ts',
  ),
  target('feed', 'src/actions/events/list-feed.ts', 'test/store/feed.test.ts', 'test/api/events.test.ts'),
  target('feed', 'src/store/tables/events/feed.ts', 'test/store/feed.test.ts', 'test/api/events.test.ts'),
  target('sessions', 'src/actions/people/sessions.ts', 'test/store/sessions.test.ts'),
  target('sessions', 'src/store/tables/person/session-accounts.ts', 'test/store/sessions.test.ts'),
  target(
    'statistics',
    'src/domain/quote/statistics/outcome.ts',
    'src/domain/quote/statistics/statistics.test.ts',
  ),
  target(
    'statistics',
    'src/domain/quote/statistics/summary.ts',
    'src/domain/quote/statistics/statistics.test.ts',
  ),
  target('attachments', 'src/domain/quote/attachment.ts', 'src/domain/quote/attachment.test.ts'),
  target('attachments', 'src/store/tables/quote/attachment-files.ts', 'test/store/attachment-files.test.ts'),
  target('import', 'src/domain/account/import/csv.ts', 'src/domain/account/import/csv.test.ts'),
  target(
    'import',
    'src/domain/account/import/guess-columns.ts',
    'src/domain/account/import/guess-columns.test.ts',
  ),
  target(
    'import',
    'src/domain/account/particulars/postal-address.ts',
    'src/domain/account/particulars/postal-address.test.ts',
  ),
  target('payments', 'src/domain/invoice/payment/checkout.ts', 'src/domain/invoice/payment/checkout.test.ts'),
  target(
    'payments',
    'src/domain/invoice/payment/movements.ts',
    'src/domain/invoice/payment/movements.test.ts',
  ),
  target(
    'payments',
    'src/actions/payments/book-checkout.ts',
    'test/payments/checkouts.test.ts',
    'test/payments/refund.test.ts',
  ),
  target('payments', 'src/actions/payments/start-checkout.ts', 'test/payments/checkouts.test.ts'),
  target('payments', 'src/actions/payments/receive-notification.ts', 'test/payments/checkouts.test.ts'),
  target('payments', 'src/store/tables/payment/checkouts.ts', 'test/store/checkouts.test.ts'),
  ...['approval.ts', 'approval-reasons.ts', 'content-authors.ts'].map((name) =>
    target(
      'approval',
      `src/domain/quote/approval/${name}`,
      'src/domain/quote/approval/approval-rules.test.ts',
    ),
  ),
  target(
    'approval',
    'src/domain/quote/approval/worst-selection.ts',
    'src/domain/quote/approval/approval-rules.test.ts',
    'src/domain/quote/approval/worst-selection.test.ts',
  ),
  ...inFolder('recurring', 'src/domain/quote/recurring', {
    periods: ['recurring-rules', 'recurring-totals'],
    recurrence: ['periods', 'recurring-rules', 'recurring-totals'],
    series: ['periods', 'recurring-rules'],
    'recurring-totals': ['recurring-rules'],
    'recurring-rules': [],
    'recurring-fields': ['recurring-rules'],
    'invoiced-periods': ['recurring-rules'],
  }),
  ...inFolder('prices', 'src/domain', {
    'money/quantity-prices': ['quote/line/quantity-price-rules'],
    'quote/line/quantity-price-rules': [],
    'quote/line/price-turns': ['quote/line/quantity-price-rules', 'quote/approval/worst-selection'],
    'catalogue/price-list': [],
  }),
  ...inFolder('proposals', 'src/domain/quote/proposal', { 'proposed-quote': [] }),
  ...inFolder('signing', 'src/domain/quote/acceptance', {
    signers: [],
    answers: [],
    'answer-rules': ['answers'],
    'acceptance-fields': ['answers'],
  }),
  ...inFolder('apps', 'src/domain/apps', { app: [], 'authorization-request': [], 'redirect-uri': [] }),
  ...[
    'src/actions/apps/allow-app.ts',
    'src/actions/apps/find-app-caller.ts',
    'src/actions/apps/issue-tokens.ts',
  ].map((file) => target('apps', file, 'test/apps/grants.test.ts')),
  target(
    'apps',
    'src/store/tables/apps/grants.ts',
    'test/apps/stored-grants.test.ts',
    'test/apps/grants.test.ts',
  ),
  ...inFolder('books', 'src/domain/books', {
    accounting: [],
    'book-row': [],
    datev: [],
    'find-gaps': [],
    'windows-1252': ['datev'],
    xero: [],
  }),
  ...inFolder('statements', 'src/domain/invoice/statement', {
    'bank-line': ['statement-values'],
    'line-marks': ['recognize-lines'],
    'match-lines': [],
    'omit-lines': [],
    'recognize-lines': [],
    'statement-values': [],
    'written-amount': ['statement-values'],
  }),
  ...inFolder('two-step', 'src/actions/people/second-factor', { totp: [], 'recovery-codes': ['totp'] }),
  ...[
    'src/actions/people/second-factor/second-factor.ts',
    'src/actions/people/second-factor/second-step.ts',
    'src/store/tables/person/codes.ts',
    'src/store/tables/person/wrong-codes.ts',
  ].map((file) => target('two-step', file, 'test/store/second-step.test.ts')),
  target('notifications', 'src/store/tables/person/notifications.ts', 'test/store/notifications.test.ts'),
  ...inFolder('notifications', 'src/domain/people', { notifications: [] }),
  target(
    'erasure',
    'src/domain/account/retention.ts',
    'src/domain/account/retention.test.ts',
    'src/domain/account/erasure-rules.test.ts',
  ),
  target('erasure', 'src/domain/account/mentions.ts', 'src/domain/account/erasure-rules.test.ts'),
  ...listErasureFiles().map((file) => {
    const names = ERASURE_TESTS[basename(file)] ?? [];
    const tests = names.map((name) => `test/erasure/rows/${name}.test.ts`);
    return target('erasure', file, ...listOwnTests(file), ...tests);
  }),
];

function listErasureFiles(): string[] {
  const folders = ['src/actions/customers/erasure', 'src/store/tables/erasure'];
  return folders.flatMap(listSources).sort();
}

function listSources(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => !name.endsWith('.test.ts'));
  return names.map((name) => `${folder}/${name}`);
}

/** The files of a folder, each with the test of its own and those that are named. */
function inFolder(area: Area, folder: string, tests: Record<string, readonly string[]>): Target[] {
  return Object.entries(tests).map(([name, others]) => {
    const file = `${folder}/${name}.ts`;
    const named = others.map((other) => `${folder}/${other}.test.ts`);
    return target(area, file, ...listOwnTests(file), ...named);
  });
}

/** The test of the file itself, if it has one. */
function listOwnTests(file: string): string[] {
  const own = file.replace(/\.ts$/, '.test.ts');
  return existsSync(own) ? [own] : [];
}

function target(area: Area, file: string, ...tests: string[]): Target {
  return { area, file, tests };
}
