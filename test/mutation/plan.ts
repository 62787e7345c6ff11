/** What is broken on purpose, and the tests that have to notice. */
export interface Target {
  area: Area;
  file: string;
  tests: string[];
  /** Those that have something to say on PostgreSQL alone; asked when the others have noticed nothing. */
  onPostgres?: string[];
}

export type Area = 'money' | 'auth' | 'idempotency' | 'state' | 'links' | 'expiry';

/** Here every mutant is tried, and what survives has to be named in survivors.ts. */
export const STRICT: readonly Area[] = ['money', 'auth', 'idempotency'];

export const PLAN: readonly Target[] = [
  target('money', 'src/domain/totals.ts', 'src/domain/totals.test.ts'),
  target('money', 'src/domain/decimal.ts', 'src/domain/decimal.test.ts', 'src/domain/totals.test.ts'),
  target('money', 'src/domain/currency.ts', 'src/domain/currency.test.ts'),
  {
    ...target('auth', 'src/http/auth.ts', 'test/api/key-powers.test.ts', 'test/api/auth.test.ts'),
    onPostgres: ['test/api/auth.test.ts', 'test/metrics.test.ts'],
  },
  target('auth', 'src/http/set-bounded.ts', 'src/http/set-bounded.test.ts'),
  target('auth', 'src/store/keys.ts', 'test/store/keys.test.ts'),
  target(
    'idempotency',
    'src/http/idempotency.ts',
    'src/http/idempotency.test.ts',
    'test/api/idempotency.test.ts',
    'test/send/repeats.test.ts',
  ),
  target('idempotency', 'src/store/idempotency.ts', 'test/store/idempotency.test.ts'),
  target('state', 'src/domain/quote.ts', 'src/domain/quote.test.ts'),
  target(
    'state',
    'src/domain/compose-quote.ts',
    'src/domain/compose-quote.test.ts',
    'test/api/quote-patch.test.ts',
  ),
  target('state', 'src/domain/sent-quote.ts', 'test/send/statuses.test.ts', 'test/send/races.test.ts'),
  target('state', 'src/actions/convert-quote.ts', 'test/api/quote-convert.test.ts'),
  target('state', 'src/http/etag.ts', 'test/api/etag.test.ts'),
  target('links', 'src/actions/links.ts', 'test/customer/time.test.ts'),
  target('links', 'src/store/links.ts', 'test/customer/time.test.ts', 'test/api/quote-pdf.test.ts'),
  target('links', 'src/actions/document-url.ts', 'test/api/quote-pdf.test.ts'),
  target('links', 'src/actions/sealed-token.ts', 'test/api/quote-pdf.test.ts'),
  target(
    'expiry',
    'src/actions/settle-expiry.ts',
    'test/api/quote-status.test.ts',
    'test/customer/time.test.ts',
  ),
];

function target(area: Area, file: string, ...tests: string[]): Target {
  return { area, file, tests };
}
