import { AMOUNTS_TO_INVOICE } from './migrations/amounts-to-invoice.ts';
import { APPROVALS } from './migrations/approvals.ts';
import { BANK_STATEMENTS } from './migrations/bank-statements.ts';
import { CHEAPER_QUOTES } from './migrations/cheaper-quotes.ts';
import { CHECKOUT_LINKS } from './migrations/checkout-links.ts';
import { CHECKOUTS } from './migrations/checkouts.ts';
import { CLAIMED_DELIVERIES } from './migrations/claimed-deliveries.ts';
import { COSTS_AND_RIGHTS } from './migrations/costs-and-rights.ts';
import { CUSTOMERS_BY_NAME, CUSTOMERS_BY_TEXT } from './migrations/customers-by-name.ts';
import { DEFERRED_FACTS } from './migrations/deferred-facts.ts';
import { DERIVED_EVENTS } from './migrations/derived-events.ts';
import type { Migration } from './migrations/dialect.ts';
import { DOCUMENTS_BY_ID } from './migrations/documents-by-id.ts';
import { ERASURES } from './migrations/erasures.ts';
import { FACTS_KNOW_CUSTOMERS } from './migrations/facts-know-customers.ts';
import { FEED_BY_QUOTE } from './migrations/feed-by-quote.ts';
import { FIRST_TABLES } from './migrations/first-tables.ts';
import { FORMER_CUSTOMERS } from './migrations/former-customers.ts';
import { HOURLY_WINDOWS } from './migrations/hourly-windows.ts';
import { INVOICE_AGES } from './migrations/invoice-ages.ts';
import { INVOICE_DOCUMENTS } from './migrations/invoice-documents.ts';
import { INVOICE_LIFE } from './migrations/invoice-life.ts';
import { INVOICES_BY_CUSTOMER, INVOICES_BY_NUMBER } from './migrations/invoices-by-customer.ts';
import { KEY_LIMITS } from './migrations/key-limits.ts';
import { LINE_PAYMENTS } from './migrations/line-payments.ts';
import { LIST_FILTERS } from './migrations/list-filters.ts';
import { LIST_ORDERS } from './migrations/list-orders.ts';
import { LISTS_AND_FEED } from './migrations/lists-and-feed.ts';
import { LISTS_BY_READERS } from './migrations/lists-by-readers.ts';
import { MAIL_ACCOUNTS } from './migrations/mail-accounts.ts';
import { MAIL_SIGN_INS } from './migrations/mail-sign-ins.ts';
import { MAILBOXES } from './migrations/mailboxes.ts';
import { MARGINS } from './migrations/margins.ts';
import { PAYMENT_CONNECTIONS } from './migrations/payment-connections.ts';
import { PEOPLE, SESSION_ACCOUNTS, SIGN_IN_LIMITS } from './migrations/people.ts';
import { PLAIN_LISTS } from './migrations/plain-lists.ts';
import { QUOTE_SEARCH } from './migrations/quote-search.ts';
import { REFUNDS } from './migrations/refunds.ts';
import { REPLICAS_AND_PARTIES } from './migrations/replicas-and-parties.ts';
import { RICHER_QUOTES } from './migrations/richer-quotes.ts';
import { SENT_MAILS } from './migrations/sent-mails.ts';
import { STOPPED_REMINDERS } from './migrations/stopped-reminders.ts';
import { TAXES_IN_DETAIL } from './migrations/taxes-in-detail.ts';
import { TEST_CLOCKS } from './migrations/test-clocks.ts';
import { THREAD_MAILS } from './migrations/thread-mails.ts';
import { UNFINISHED_ERASURES } from './migrations/unfinished-erasures.ts';
import { UNIFORM_FILTERS } from './migrations/uniform-filters.ts';
import { WEBHOOKS } from './migrations/webhooks.ts';

/**
 * Append-only: each migration runs once, in a transaction, in this order. A statement is never edited after release. A
 * new migration goes at the end of the last file, or into a new file after it.
 */
export const MIGRATIONS: readonly Migration[] = [
  ...FIRST_TABLES,
  ...REPLICAS_AND_PARTIES,
  ...RICHER_QUOTES,
  ...PEOPLE,
  ...LISTS_AND_FEED,
  ...WEBHOOKS,
  ...CHEAPER_QUOTES,
  ...TEST_CLOCKS,
  ...CUSTOMERS_BY_NAME,
  ...CLAIMED_DELIVERIES,
  ...DEFERRED_FACTS,
  ...DERIVED_EVENTS,
  ...FACTS_KNOW_CUSTOMERS,
  ...INVOICES_BY_CUSTOMER,
  ...FEED_BY_QUOTE,
  ...INVOICES_BY_NUMBER,
  ...CUSTOMERS_BY_TEXT,
  ...SIGN_IN_LIMITS,
  ...SESSION_ACCOUNTS,
  ...PLAIN_LISTS,
  ...INVOICE_DOCUMENTS,
  ...DOCUMENTS_BY_ID,
  ...INVOICE_LIFE,
  ...TAXES_IN_DETAIL,
  ...LIST_ORDERS,
  ...AMOUNTS_TO_INVOICE,
  ...QUOTE_SEARCH,
  ...CHECKOUTS,
  ...PAYMENT_CONNECTIONS,
  ...INVOICE_AGES,
  ...BANK_STATEMENTS,
  ...REFUNDS,
  ...MAIL_ACCOUNTS,
  ...STOPPED_REMINDERS,
  ...KEY_LIMITS,
  ...SENT_MAILS,
  ...MAILBOXES,
  ...MAIL_SIGN_INS,
  ...COSTS_AND_RIGHTS,
  ...APPROVALS,
  ...LIST_FILTERS,
  ...MARGINS,
  ...ERASURES,
  ...UNFINISHED_ERASURES,
  ...FORMER_CUSTOMERS,
  ...LINE_PAYMENTS,
  ...CHECKOUT_LINKS,
  ...HOURLY_WINDOWS,
  ...THREAD_MAILS,
  ...UNIFORM_FILTERS,
  ...LISTS_BY_READERS,
];
