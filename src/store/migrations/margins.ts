import type { Migration } from './dialect.ts';

/** Margins that quotes are sorted by and that statistics add up. */
export const MARGINS: readonly Migration[] = [
  ({ integer }) => [
    // Hundredths of a percent. A quote whose margin is not known has the smallest safe integer.
    `ALTER TABLE quote_facts ADD COLUMN margin ${integer} NOT NULL DEFAULT -9007199254740991`,
    'CREATE INDEX quote_facts_by_margin ON quote_facts (account_id, margin, id)',
    // The number of won quotes whose margin is known, and their net totals and margins in two parts like `total`.
    ...['costed', 'net_high', 'net_low', 'margin_high', 'margin_low'].map(
      (column) => `ALTER TABLE quote_outcomes ADD COLUMN ${column} ${integer} NOT NULL DEFAULT 0`,
    ),
  ],
];
