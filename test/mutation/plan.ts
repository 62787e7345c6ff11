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
      'src/http/api/auth.ts',
      'test/api/key-powers.test.ts',
      'test/api/auth.test.ts',
      'test/api/wrong-keys.test.ts',
      'test/api/logs.test.ts',
    ),
    onPostgres: ['test/api/auth.test.ts', 'test/metrics.test.ts'],
  },
  target('auth', 'src/domain/bounded-cache.ts', 'src/domain/bounded-cache.test.ts'),
  target('auth', 'src/store/tables/account/keys.ts', 'test/store/keys.test.ts'),
  target(
    'idempotency',
    'src/http/api/idempotency.ts',
    'src/http/api/idempotency.test.ts',
    'test/api/idempotency.test.ts',
    'test/send/repeats.test.ts',
  ),
  target('idempotency', 'src/store/tables/idempotency.ts', 'test/store/idempotency.test.ts'),
  target('state', 'src/domain/quote/quote.ts', 'src/domain/quote/quote.test.ts'),
  target(
    'state',
    'src/domain/quote/compose-quote.ts',
    'src/domain/quote/compose-quote.test.ts',
    'test/api/quote-patch.test.ts',
  ),
  target(
    'state',
    'src/domain/quote/quote-rules.ts',
    'src/domain/quote/compose-quote.test.ts',
    'test/api/many-errors.test.ts',
  ),
  target('state', 'src/domain/quote/sent-quote.ts', 'src/domain/quote/sent-quote.test.ts'),
  target('state', 'src/actions/quote/convert-quote.ts', 'test/api/quote-convert.test.ts'),
  target('state', 'src/http/api/etag.ts', 'test/api/etag.test.ts'),
  target('links', 'src/actions/link/links.ts', 'test/store/links.test.ts', 'test/customer/attacks.test.ts'),
  target('links', 'src/store/tables/links.ts', 'test/store/links.test.ts'),
  target('links', 'src/actions/document/document-url.ts', 'test/api/quote-pdf.test.ts'),
  target('links', 'src/actions/link/sealed-token.ts', 'src/actions/link/sealed-token.test.ts'),
  target('expiry', 'src/actions/quote/settle-expiry.ts', 'test/store/expiry.test.ts'),
  target('stages', 'src/domain/money/stages.ts', 'src/domain/money/stages.test.ts'),
  target('invoicing', 'src/domain/schedule/invoicing.ts', 'src/domain/schedule/invoicing.test.ts'),
  target(
    'invoicing',
    'src/domain/schedule/schedule-rules.ts',
    'src/domain/schedule/schedule-rules.test.ts',
    'src/domain/schedule/invoicing.test.ts',
  ),
  target('webhooks', 'src/net/check-address.ts', 'src/net/check-address.test.ts'),
  target('webhooks', 'src/webhooks/retry-delay.ts', 'src/webhooks/retry-delay.test.ts'),
  target('webhooks', 'src/webhooks/sign.ts', 'src/webhooks/sign.test.ts'),
  target(
    'webhooks',
    'src/store/tables/webhook/due.ts',
    'test/store/webhook-claims.test.ts',
    'test/api/webhook-deliveries.test.ts',
  ),
  target('feed', 'src/actions/event/list-feed.ts', 'test/store/feed.test.ts', 'test/api/events.test.ts'),
  target('feed', 'src/store/tables/feed.ts', 'test/store/feed.test.ts', 'test/api/events.test.ts'),
  target('sessions', 'src/actions/person/sessions.ts', 'test/store/sessions.test.ts'),
  target('sessions', 'src/store/tables/person/session-accounts.ts', 'test/store/sessions.test.ts'),
  target('statistics', 'src/domain/statistics/outcome.ts', 'src/domain/statistics/statistics.test.ts'),
  target('statistics', 'src/domain/statistics/summary.ts', 'src/domain/statistics/statistics.test.ts'),
  target('attachments', 'src/domain/quote/attachment.ts', 'src/domain/quote/attachment.test.ts'),
  target('attachments', 'src/store/tables/quote/attachment-files.ts', 'test/store/attachment-files.test.ts'),
  target('import', 'src/domain/import/csv.ts', 'src/domain/import/csv.test.ts'),
  target('import', 'src/domain/import/guess-columns.ts', 'src/domain/import/guess-columns.test.ts'),
  target(
    'import',
    'src/domain/particulars/postal-address.ts',
    'src/domain/particulars/postal-address.test.ts',
  ),
  target('payments', 'src/domain/payment/checkout.ts', 'src/domain/payment/checkout.test.ts'),
  target('payments', 'src/domain/payment/movements.ts', 'src/domain/payment/movements.test.ts'),
  target('payments', 'src/actions/payment/book-checkout.ts', 'test/payments/checkouts.test.ts'),
  target('payments', 'src/actions/payment/start-checkout.ts', 'test/payments/checkouts.test.ts'),
  target('payments', 'src/actions/payment/receive-notification.ts', 'test/payments/checkouts.test.ts'),
  target('payments', 'src/store/tables/payment/checkouts.ts', 'test/payments/checkouts.test.ts'),
  ...['approval.ts', 'approval-reasons.ts', 'content-authors.ts'].map((name) =>
    target('approval', `src/domain/approval/${name}`, 'src/domain/approval/approval-rules.test.ts'),
  ),
  target(
    'approval',
    'src/domain/approval/worst-selection.ts',
    'src/domain/approval/approval-rules.test.ts',
    'src/domain/approval/worst-selection.test.ts',
  ),
  target(
    'erasure',
    'src/domain/account/retention.ts',
    'src/domain/account/retention.test.ts',
    'src/domain/account/erasure-rules.test.ts',
  ),
  target('erasure', 'src/domain/account/mentions.ts', 'src/domain/account/erasure-rules.test.ts'),
];

function target(area: Area, file: string, ...tests: string[]): Target {
  return { area, file, tests };
}
