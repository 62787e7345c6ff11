import type { Migration } from './dialect.ts';

export const LINE_PAYMENTS: readonly Migration[] = [
  // Hashes by which a recorded bank line is recognized in another file. `payment_id` is the first payment of a line.
  ({ text }) => [
    `ALTER TABLE bank_lines ADD COLUMN money_mark ${text}`,
    `ALTER TABLE bank_lines ADD COLUMN marks ${text}`,
    'CREATE INDEX bank_lines_by_money ON bank_lines (account_id, money_mark) WHERE payment_id IS NOT NULL',
  ],
  // A line may pay several invoices.
  ({ text, strict }) => [
    `CREATE TABLE bank_line_payments (
      account_id ${text} NOT NULL,
      payment_id ${text} NOT NULL,
      line_id ${text} NOT NULL,
      PRIMARY KEY (account_id, payment_id)
    ) ${strict}`,
    'CREATE INDEX bank_line_payments_by_line ON bank_line_payments (account_id, line_id)',
    `INSERT INTO bank_line_payments (account_id, payment_id, line_id)
       SELECT account_id, payment_id, id FROM bank_lines WHERE payment_id IS NOT NULL`,
  ],
];
