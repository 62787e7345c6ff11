import type { Migration } from './dialect.ts';

/**
 * Who may see costs and approve quotes, and the costs. They are kept outside the quotes, templates and catalogue items
 * that they belong to, so that nothing that is read or copied as a whole contains them. An owner has both rights
 * whatever the columns say, and a reader has neither.
 */
export const COSTS_AND_RIGHTS: readonly Migration[] = [
  ({ integer, text, strict }) => [
    `ALTER TABLE memberships ADD COLUMN sees_costs ${integer} NOT NULL DEFAULT 0 CHECK (sees_costs IN (0, 1))`,
    `ALTER TABLE memberships ADD COLUMN may_approve ${integer} NOT NULL DEFAULT 0 CHECK (may_approve IN (0, 1))`,
    `ALTER TABLE keys ADD COLUMN sees_costs ${integer} NOT NULL DEFAULT 0 CHECK (sees_costs IN (0, 1))`,
    `CREATE TABLE item_costs (
      account_id ${text} NOT NULL REFERENCES accounts (id),
      owner_id ${text} NOT NULL,
      doc ${text} NOT NULL,
      PRIMARY KEY (account_id, owner_id)
    ) ${strict}`,
  ],
];
