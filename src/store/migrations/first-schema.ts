import { ACCOUNT_TABLES } from './first-schema/accounts.ts';
import { CATALOGUE_TABLES } from './first-schema/catalogue.ts';
import { CUSTOMER_TABLES } from './first-schema/customers.ts';
import { DOCUMENT_TABLES } from './first-schema/documents.ts';
import { EVENT_TABLES } from './first-schema/events.ts';
import { INVOICE_TABLES } from './first-schema/invoices.ts';
import { MAIL_TABLES } from './first-schema/mail.ts';
import { PAYMENT_TABLES } from './first-schema/payments.ts';
import { PEOPLE_TABLES } from './first-schema/people.ts';
import { QUOTE_LIST_TABLES } from './first-schema/quote-lists.ts';
import { QUOTE_TABLES } from './first-schema/quotes.ts';
import { SEARCH_TABLES } from './first-schema/search.ts';
import { STATISTICS_TABLES } from './first-schema/statistics.ts';
import type { Migration } from './migration.ts';

/** The tables of version 1.0.0. Each comes after those that it references. */
const TABLES: readonly Migration[] = [
  ACCOUNT_TABLES,
  PEOPLE_TABLES,
  CUSTOMER_TABLES,
  CATALOGUE_TABLES,
  QUOTE_TABLES,
  QUOTE_LIST_TABLES,
  DOCUMENT_TABLES,
  INVOICE_TABLES,
  PAYMENT_TABLES,
  STATISTICS_TABLES,
  MAIL_TABLES,
  EVENT_TABLES,
  SEARCH_TABLES,
];

export const FIRST_SCHEMA: Migration = (engine) => TABLES.map((tables) => tables(engine)).join('\n');
