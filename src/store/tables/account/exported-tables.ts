import type { Resource } from '../../../domain/stored-shape.ts';

/** A file of an exported account: the rows of a table, without what is a secret or of use to this database only. */
export interface ExportedTable {
  table: string;
  /** Name of the file, without its extension. */
  name: string;
  /** Columns, separated by commas. If it is `doc` alone, a line is the resource as the API returns it. */
  columns: string;
  /** What `doc` is, if older rows are brought up to date when they are read. */
  resource?: Resource;
  /** The table of the installation that has the rest. */
  join?: string;
}

export const EXPORTED_TABLES: readonly ExportedTable[] = [
  { table: 'customers', name: 'customers', columns: 'doc', resource: 'customer' },
  { table: 'customers', name: 'customer-details', columns: 'id, debtor_number, price_list_id' },
  { table: 'catalogue_items', name: 'catalogue', columns: 'doc', resource: 'catalogueItem' },
  {
    ...{ table: 'price_lists', name: 'price-lists' },
    columns: 'id, name, currency, created_at, updated_at',
  },
  {
    ...{ table: 'price_list_entries', name: 'price-list-entries' },
    columns: 'price_list_id, catalogue_item_id, unit_price, quantity_prices',
  },
  { table: 'templates', name: 'templates', columns: 'doc', resource: 'template' },
  { table: 'item_costs', name: 'costs', columns: 'owner_id, doc' },
  { table: 'quotes', name: 'quotes', columns: 'doc', resource: 'quote' },
  {
    ...{ table: 'quotes', name: 'quote-details' },
    columns: 'id, creation, signatures, sent_reference, parties_sha256, edition, reminders_stopped_at',
  },
  {
    ...{ table: 'revisions', name: 'revisions' },
    columns: 'quote_id, revision, document_sha256, edition, parties_sha256, former_customer_id, doc',
  },
  {
    ...{ table: 'decisions', name: 'decisions' },
    columns:
      'quote_id, id, parties_sha256, former_customer_id, doc, source, record, jws, kid, signed_at, is_late, confirmation, readme, time_stamp',
  },
  { table: 'sellers', name: 'sellers', columns: 'sha256, doc' },
  { table: 'parties', name: 'parties', columns: 'sha256, seller_sha256, customer' },
  {
    ...{ table: 'approvals', name: 'approvals' },
    columns: 'quote_id, content_sha256, state, asked, doc, content',
  },
  {
    ...{ table: 'messages', name: 'messages' },
    columns:
      'quote_id, id, side, author, words AS text, created_at, read_at, via, verified, quoted, is_cut, attachments, signer, former_customer_id',
  },
  {
    ...{ table: 'quote_proposals', name: 'proposals' },
    columns: 'quote_id, id, link_id, state, former_customer_id, doc',
  },
  { table: 'attachment_uses', name: 'attachments', columns: 'quote_id, kind, sha256' },
  { table: 'invoices', name: 'invoices', columns: 'doc', resource: 'invoice' },
  {
    ...{ table: 'invoices', name: 'invoice-details' },
    columns: 'id, parties_sha256, edition, recurring_series_id, recurring_period, recurring_note, issued_xml',
  },
  {
    ...{ table: 'recurring_series', name: 'series' },
    columns:
      'id, quote_id, customer_id, every, periods, first_date, invoiced, end_on, next_date, payment_method, due_days, currency, total',
  },
  {
    ...{ table: 'payments', name: 'payments' },
    columns:
      'id, invoice_id, customer_id, kind, amount, currency, paid_on, method, reference, recorded_at, removed_at, provider, provider_id, original_id, checkout_id',
  },
  {
    ...{ table: 'checkouts', name: 'checkouts' },
    columns:
      'id, invoice_id, connection_id, provider, provider_id, amount, currency, state, problem, created_at, ended_at',
  },
  {
    ...{ table: 'payment_connections', name: 'payment-connections' },
    columns: 'id, kind, live, created_at, ended_at',
  },
  { table: 'book_downloads', name: 'book-downloads', columns: 'kind, first_day, last_day, downloaded_at' },
  { table: 'sequences', name: 'sequences', columns: 'name, value' },
  {
    ...{ table: 'documents', name: 'documents' },
    columns: 'source_sha256, sha256, quote_id, accepted_at, file_name, standard, kept, former_customer_id',
  },
  {
    ...{ table: 'shown_documents', name: 'shown-documents' },
    columns: 'subject_id, edition, link_id, source_sha256',
  },
  {
    ...{ table: 'links', name: 'links' },
    columns: 'document_id, id, recipient, created_at, opened_at, revoked_at, former_customer_id',
  },
  {
    ...{ table: 'sendings', name: 'sends' },
    columns: 'document_id, id, message_id, recipient, link_id, state, created_at, former_customer_id',
  },
  {
    ...{ table: 'sent_mails', name: 'emails' },
    columns:
      'message_id, recipient, document_id, kind, link_id, at, state, status, response, bounced_at, former_customer_id',
  },
  {
    ...{ table: 'thread_mails', name: 'thread-emails' },
    columns: 'message_id, document_id, sender, subject, at, former_customer_id',
  },
  { table: 'captured_mails', name: 'captured-emails', columns: 'id, message_id, doc' },
  {
    ...{ table: 'mail_accounts', name: 'mail-account' },
    columns:
      'id, kind, from_address, username, host, port, imap_host, imap_port, plus_addressing, authserv_id, move_to, connected_by, connected_at',
  },
  { table: 'events', name: 'history', columns: 'document_id, id, former_customer_id, doc' },
  {
    ...{ table: 'feed', name: 'events' },
    columns: 'n, id, type, quote_id, invoice_id, customer_id, recorded_at, customer_name, doc',
  },
  {
    ...{ table: 'webhook_endpoints', name: 'webhooks' },
    columns: 'id, url, types, description, enabled, disabled_reason, created_at, updated_at, removed_at',
  },
  {
    ...{ table: 'memberships', name: 'people', join: 'JOIN users ON users.id = user_id' },
    columns:
      'user_id, email, users.name, locale, role, sees_costs, may_approve, notify, memberships.created_at',
  },
  {
    ...{ table: 'invitations', name: 'invitations' },
    columns: 'id, email, role, invited_by, created_at, expires_at',
  },
  {
    ...{ table: 'keys', name: 'keys' },
    columns:
      'id, name, scopes, drafts, sees_costs, addresses, created_at, expires_at, last_used_at, revoked_at',
  },
  {
    ...{ table: 'app_grants', name: 'apps' },
    columns:
      'id, user_id, client_id, name, host, resource, access, sees_costs, two_step, created_at, used_at, expires_at',
  },
];

const DERIVED = 'follows from other rows';
const QUEUE = 'work of the service that is not done yet';
const CACHE = 'kept for some time only, to answer faster';

/** Tables of accounts that no file of an export is made of, with the reason. */
export const TABLES_NOT_EXPORTED: Readonly<Record<string, string>> = {
  accounts: 'is account.json',
  attachment_files: 'their bytes are files of the export',
  attachment_pieces: 'their bytes are files of the export',
  logo_bitmaps: 'drawn from the logo, which is a file of the export',
  catalogue_counts: DERIVED,
  customer_counts: DERIVED,
  customer_marks: DERIVED,
  quote_facts: DERIVED,
  quote_counts: DERIVED,
  quote_marks: DERIVED,
  quote_search: DERIVED,
  invoice_facts: DERIVED,
  invoice_counts: DERIVED,
  invoice_marks: DERIVED,
  quote_outcomes: DERIVED,
  answer_times: DERIVED,
  decline_reasons: DERIVED,
  invoice_sums: DERIVED,
  receivable_sums: DERIVED,
  to_invoice_sums: DERIVED,
  feed_heads: DERIVED,
  sending_recipients: DERIVED,
  outbox: QUEUE,
  webhook_deliveries: QUEUE,
  refunds: QUEUE,
  mailboxes: QUEUE,
  received_mails: QUEUE,
  idempotency: CACHE,
  payment_imports: CACHE,
  test_clocks: 'the time of a test account, which nothing outside the service has',
  bank_lines: 'hashes by which this database recognizes a line of a bank statement',
  bank_line_payments: 'hashes by which this database recognizes a line of a bank statement',
  account_limits: 'what the operator of this installation allows',
  closed_accounts: 'whether this installation has closed the account; account.json says since when',
  erasures: 'hashes of what was erased, which only this database can apply',
  erased_documents: 'hashes of what was erased, which only this database can apply',
  session_accounts: 'sign-ins',
  mail_sign_ins: 'secrets of sign-ins',
  app_tokens: 'hashes of secrets',
};
