import type { Migration } from './dialect.ts';

/**
 * What was asked and decided about one content of a quote, by the hash of the content. `doc` is the `approval` of the
 * quote as the API returns it; `asked` is a JSON list of the users who were asked, `null` for all who may approve;
 * `content` is what was approved, without costs, to show later changes.
 */
export const APPROVALS: readonly Migration[] = [
  ({ text, strict }) => [
    `CREATE TABLE approvals (
      account_id ${text} NOT NULL,
      quote_id ${text} NOT NULL,
      content_sha256 ${text} NOT NULL,
      state ${text} NOT NULL CHECK (state IN ('requested', 'approved', 'rejected')),
      asked ${text},
      doc ${text} NOT NULL,
      content ${text},
      PRIMARY KEY (account_id, quote_id, content_sha256)
    ) ${strict}`,
    `CREATE INDEX approvals_waiting ON approvals (account_id, quote_id) WHERE state = 'requested'`,
  ],
];
