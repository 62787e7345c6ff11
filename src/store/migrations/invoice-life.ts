import { type Migration, textIn } from './dialect.ts';

/**
 * Invoices are issued, paid and credited. Invoices of earlier versions stay drafts with the parties and the files they
 * had: `follows` is 1 only for drafts whose documents show seller and customer as they are now. `series` and `series_n`
 * say which number series a number belongs to and are empty for them.
 */
export const INVOICE_LIFE: readonly Migration[] = [
  ({ engine, integer, text, strict }) => {
    const columns = [
      `kind ${text} NOT NULL DEFAULT 'INVOICE' CHECK (kind IN ('INVOICE', 'CREDIT_NOTE'))`,
      `status ${text} NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'ISSUED', 'PAID', 'CREDITED'))`,
      `total ${integer} NOT NULL DEFAULT 0 CHECK (total >= 0)`,
      `amount_paid ${integer} NOT NULL DEFAULT 0`,
      `amount_credited ${integer} NOT NULL DEFAULT 0`,
      `due_date ${text}`,
      `due_days ${integer}`,
      `series ${text}`,
      `series_n ${integer}`,
      `overdue_at ${integer}`,
      `overdue ${integer} NOT NULL DEFAULT 0 CHECK (overdue IN (0, 1))`,
      `overdue_told ${integer} NOT NULL DEFAULT 0 CHECK (overdue_told IN (0, 1))`,
      `credited_invoice_id ${text}`,
      `credited_groups ${text} NOT NULL DEFAULT '[]'`,
      `follows ${integer} NOT NULL DEFAULT 0 CHECK (follows IN (0, 1))`,
      `edition ${integer} NOT NULL DEFAULT 0`,
      `views ${integer} NOT NULL DEFAULT 0`,
      `link_id ${text}`,
      `revocations ${integer} NOT NULL DEFAULT 0`,
    ];
    const checks = [
      'CHECK (amount_credited >= 0 AND amount_credited <= total)',
      `CHECK ((kind = 'CREDIT_NOTE') = (credited_invoice_id IS NOT NULL))`,
      `CHECK (kind = 'INVOICE' OR status = 'ISSUED')`,
      `CHECK (overdue = 0 OR (status = 'ISSUED' AND overdue_at IS NOT NULL))`,
      `CHECK (follows = 0 OR status = 'DRAFT')`,
      `CHECK (status <> 'CREDITED' OR amount_credited = total)`,
    ];
    const fill = `UPDATE invoices SET total = CAST(${textIn(engine, 'total')} AS ${integer}), due_date = ${textIn(engine, 'dueDate')}`;
    const rebuild =
      engine === 'postgres'
        ? [
            ...columns.map((column) => `ALTER TABLE invoices ADD COLUMN ${column}`),
            fill,
            ...checks.map((check) => `ALTER TABLE invoices ADD ${check}`),
            'ALTER TABLE invoices DROP CONSTRAINT invoices_account_id_quote_id_stage_key',
          ]
        : [
            // SQLite cannot drop a constraint, so the table is rebuilt. The JSON is last: reading a column behind it
            // would read all of it.
            `CREATE TABLE living_invoices (
              account_id ${text} NOT NULL REFERENCES accounts (id),
              id ${text} NOT NULL,
              number ${text} NOT NULL,
              quote_id ${text} NOT NULL,
              stage ${integer} NOT NULL DEFAULT -1 CHECK (stage BETWEEN -1 AND 23),
              customer_id ${text},
              issue_date ${text},
              parties_sha256 ${text},
              shape ${integer} NOT NULL DEFAULT 0,
              version ${integer} NOT NULL DEFAULT 1,
              ${columns.join(',\n')},
              doc ${text} NOT NULL,
              PRIMARY KEY (account_id, id),
              UNIQUE (account_id, number),
              FOREIGN KEY (account_id, quote_id) REFERENCES quotes (account_id, id),
              ${checks.join(',\n')}
            ) ${strict}`,
            `INSERT INTO living_invoices
               (account_id, id, number, quote_id, stage, customer_id, issue_date, parties_sha256, shape, version, doc)
             SELECT account_id, id, number, quote_id, stage, customer_id, issue_date, parties_sha256, shape, version, doc
             FROM invoices`,
            'DROP TABLE invoices',
            'ALTER TABLE living_invoices RENAME TO invoices',
            fill,
            `CREATE INDEX invoices_by_parties ON invoices (account_id, parties_sha256) WHERE parties_sha256 IS NOT NULL`,
            'CREATE INDEX invoices_by_issue_date ON invoices (account_id, issue_date, id)',
            'CREATE INDEX invoices_by_customer ON invoices (account_id, customer_id, id)',
          ];
    return [
      ...rebuild,
      // Credit notes have the quote and the stage of their invoice.
      `CREATE UNIQUE INDEX invoices_by_stage ON invoices (account_id, quote_id, stage) WHERE kind = 'INVOICE'`,
      'CREATE INDEX invoices_by_quote ON invoices (account_id, quote_id, id)',
      `CREATE INDEX invoices_credits ON invoices (account_id, credited_invoice_id, id)
         WHERE credited_invoice_id IS NOT NULL`,
      `CREATE INDEX invoices_by_series ON invoices (account_id, series, issue_date, series_n) WHERE status <> 'DRAFT'`,
      `CREATE INDEX invoices_due ON invoices (account_id, overdue_at) WHERE status = 'ISSUED' AND overdue = 0`,
      `CREATE INDEX invoices_next_due ON invoices (overdue_at) WHERE status = 'ISSUED' AND overdue = 0`,
    ];
  },

  // A removed payment stays: nothing about an invoice is ever deleted.
  ({ integer, text, strict }) => [
    `CREATE TABLE payments (
      account_id ${text} NOT NULL,
      id ${text} NOT NULL,
      invoice_id ${text} NOT NULL,
      amount ${integer} NOT NULL CHECK (amount <> 0),
      paid_on ${text} NOT NULL,
      method ${text} NOT NULL,
      reference ${text},
      recorded_at ${integer} NOT NULL,
      removed_at ${integer},
      PRIMARY KEY (account_id, id),
      FOREIGN KEY (account_id, invoice_id) REFERENCES invoices (account_id, id)
    ) ${strict}`,
    'CREATE INDEX payments_by_invoice ON payments (account_id, invoice_id, id)',
  ],

  // Lists of invoices by status, kind and dates. Credit notes have no due date and come after all others.
  ({ integer, text }) => [
    `ALTER TABLE invoice_facts ADD COLUMN kind ${text} NOT NULL DEFAULT 'INVOICE'`,
    `ALTER TABLE invoice_facts ADD COLUMN status ${text} NOT NULL DEFAULT 'DRAFT'`,
    `ALTER TABLE invoice_facts ADD COLUMN overdue ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE invoice_facts ADD COLUMN issue_date ${text} NOT NULL DEFAULT ''`,
    `ALTER TABLE invoice_facts ADD COLUMN due_date ${text} NOT NULL DEFAULT ''`,
    `UPDATE invoice_facts SET issue_date = i.issue_date, due_date = i.due_date FROM invoices AS i
     WHERE i.account_id = invoice_facts.account_id AND i.id = invoice_facts.id`,
    'CREATE INDEX invoice_facts_by_status ON invoice_facts (account_id, status, id)',
    'CREATE INDEX invoice_facts_by_customer_status ON invoice_facts (account_id, customer_id, status, id)',
    'CREATE INDEX invoice_facts_by_issue ON invoice_facts (account_id, issue_date, id)',
    'CREATE INDEX invoice_facts_by_due ON invoice_facts (account_id, due_date, id)',
    'CREATE INDEX invoice_facts_by_status_issue ON invoice_facts (account_id, status, issue_date, id)',
    'CREATE INDEX invoice_facts_by_status_due ON invoice_facts (account_id, status, due_date, id)',
    'CREATE INDEX invoice_facts_by_kind ON invoice_facts (account_id, kind, id)',
    'CREATE INDEX invoice_facts_overdue ON invoice_facts (account_id, due_date, id) WHERE overdue = 1',
  ],

  // The number of invoices per status: all of before are drafts.
  ({ engine, integer, text, strict }) =>
    engine === 'postgres'
      ? [
          `ALTER TABLE invoice_counts ADD COLUMN status ${text} NOT NULL DEFAULT 'DRAFT'`,
          'ALTER TABLE invoice_counts DROP CONSTRAINT invoice_counts_pkey',
          'ALTER TABLE invoice_counts ADD PRIMARY KEY (account_id, customer_id, status)',
        ]
      : [
          `CREATE TABLE invoice_status_counts (
            account_id ${text} NOT NULL,
            customer_id ${text} NOT NULL,
            n ${integer} NOT NULL CHECK (n >= 0),
            status ${text} NOT NULL DEFAULT 'DRAFT',
            PRIMARY KEY (account_id, customer_id, status)
          ) ${strict}`,
          'INSERT INTO invoice_status_counts (account_id, customer_id, n) SELECT account_id, customer_id, n FROM invoice_counts',
          'DROP TABLE invoice_counts',
          'ALTER TABLE invoice_status_counts RENAME TO invoice_counts',
        ],

  // Statistics of invoices are counters by month. Sums can exceed a database integer and have two parts.
  ({ integer, text, strict }) => [
    `CREATE TABLE invoice_sums (
      account_id ${text} NOT NULL,
      kind ${text} NOT NULL CHECK (kind IN ('invoiced', 'credited', 'paid', 'open', 'overdue')),
      month ${text} NOT NULL,
      currency ${text} NOT NULL,
      n ${integer} NOT NULL,
      high ${integer} NOT NULL,
      low ${integer} NOT NULL,
      PRIMARY KEY (account_id, kind, month, currency)
    ) ${strict}`,
  ],
];
