import type { Migration } from './dialect.ts';

/**
 * What accepted quotes have left to invoice, per currency: a counter like those of the statistics, so that the home page
 * does not read the quotes. Sums can exceed a database integer and have two parts.
 */
export const AMOUNTS_TO_INVOICE: readonly Migration[] = [
  ({ integer, text, strict }) => [
    `CREATE TABLE to_invoice_sums (
      account_id ${text} NOT NULL,
      currency ${text} NOT NULL,
      n ${integer} NOT NULL,
      high ${integer} NOT NULL,
      low ${integer} NOT NULL,
      PRIMARY KEY (account_id, currency)
    ) ${strict}`,
    `INSERT INTO to_invoice_sums (account_id, currency, n, high, low)
     SELECT account_id, currency, count(*), sum(left_over / 100000000), sum(left_over % 100000000)
     FROM (
       SELECT f.account_id, f.currency, f.total - CAST(coalesce(
         (SELECT sum(i.total) FROM invoices AS i
          WHERE i.account_id = f.account_id AND i.quote_id = f.id AND i.kind = 'INVOICE'), 0) AS ${integer}) AS left_over
       FROM quote_facts AS f WHERE f.status = 'ACCEPTED'
     ) AS accepted
     GROUP BY account_id, currency`,
  ],
];
