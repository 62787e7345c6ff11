import type { Migration } from './dialect.ts';

/**
 * Customers that were erased, by the hash of their identifier. `customer_id` is kept only as long as something of the
 * customer must be kept; `next_at` is when the work continues, `null` if nothing is left to do. Of erased documents only
 * the hashes are kept, so that `proffer verify` still knows them.
 */
export const ERASURES: readonly Migration[] = [
  ({ integer, text, strict }) => [
    `CREATE TABLE erasures (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      customer_sha256 ${text} NOT NULL,
      customer_id ${text},
      erased_at ${integer} NOT NULL,
      next_at ${integer},
      PRIMARY KEY (account_id, customer_sha256)
    ) ${strict}`,
    'CREATE INDEX erasures_due ON erasures (next_at) WHERE next_at IS NOT NULL',
    `CREATE TABLE erased_documents (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      customer_sha256 ${text} NOT NULL,
      sha256 ${text} NOT NULL,
      PRIMARY KEY (account_id, customer_sha256, sha256)
    ) ${strict}`,
    'CREATE INDEX erased_documents_by_hash ON erased_documents (sha256)',
    'CREATE INDEX documents_by_quote ON documents (account_id, quote_id)',
  ],
];
