import type { Migration } from './dialect.ts';

export const BANK_STATEMENTS: readonly Migration[] = [
  // An imported statement with the lines that match invoices, for some days.
  ({ integer, text, strict }) => [
    `CREATE TABLE payment_imports (
      account_id ${text} NOT NULL,
      id ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      doc ${text} NOT NULL,
      PRIMARY KEY (account_id, id)
    ) ${strict}`,
    'CREATE INDEX payment_imports_by_time ON payment_imports (created_at)',
    // Every line that was ever imported, as a hash, and the payment that it was recorded as.
    `CREATE TABLE bank_lines (
      account_id ${text} NOT NULL,
      id ${text} NOT NULL,
      seen_at ${integer} NOT NULL,
      payment_id ${text},
      PRIMARY KEY (account_id, id)
    ) ${strict}`,
    'CREATE UNIQUE INDEX bank_lines_by_payment ON bank_lines (account_id, payment_id) WHERE payment_id IS NOT NULL',
    'CREATE INDEX bank_lines_unmatched ON bank_lines (seen_at) WHERE payment_id IS NULL',
    // Finds invoices by what is due.
    `CREATE INDEX invoices_by_amount_due ON invoices (account_id, (total - amount_credited - amount_paid), id)
       WHERE status = 'ISSUED' AND kind = 'INVOICE'`,
  ],
];
