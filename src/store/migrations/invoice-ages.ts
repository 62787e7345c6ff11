import type { Migration } from './dialect.ts';

/** Lists of invoices by date, in order of creation. */
export const INVOICE_AGES: readonly Migration[] = [
  // Tells whether invoices created within about nine hours have a date within bounds.
  () => [
    'CREATE INDEX invoice_facts_by_age_issue ON invoice_facts (account_id, substr(id, 1, 9), issue_date)',
    'CREATE INDEX invoice_facts_by_age_due ON invoice_facts (account_id, substr(id, 1, 9), due_date)',
  ],
];
