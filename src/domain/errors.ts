import type { MissingPlace } from './account/particulars/einvoice.ts';

/** Every way a request can fail, with its HTTP status and title. A code never changes its meaning. */
export const PROBLEMS = {
  unauthorized: { status: 401, title: 'No valid API key' },
  forbidden: { status: 403, title: 'The API key or your role does not allow this' },
  sign_in_again: { status: 403, title: 'The sign-in was too long ago' },
  person_needed: { status: 403, title: 'A person must accept the offer' },
  limit_reached: { status: 403, title: 'The account has reached a limit' },
  too_many_accounts: { status: 403, title: 'The person owns as many accounts as they can' },
  account_closed: { status: 403, title: 'The account is closed' },
  two_step_required: { status: 403, title: 'The account requires two-step verification' },
  cross_site: { status: 403, title: 'The request was sent from another site' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  quote_converted: { status: 409, title: 'The quote is converted and read-only' },
  quote_not_open: { status: 409, title: 'The quote is not open for a decision' },
  quote_not_sent: { status: 409, title: 'The quote has not been sent' },
  reminders_stopped: { status: 409, title: 'The customer asked for no more reminders' },
  partly_invoiced: { status: 409, title: 'Part of the quote has been invoiced' },
  quote_not_accepted: { status: 409, title: 'The quote has not been accepted' },
  quote_not_decided: { status: 409, title: 'Nobody has accepted or declined the quote' },
  stage_invoiced: { status: 409, title: 'The stage has already been invoiced' },
  periods_unconfirmed: { status: 409, title: 'Invoices of many past periods would be made' },
  approval_required: { status: 409, title: 'The quote must be approved first' },
  approval_not_needed: { status: 409, title: 'There is nothing to approve' },
  quote_changed: { status: 409, title: 'The quote changed during the request' },
  offer_changed: { status: 409, title: 'The offer has changed' },
  proposal_decided: { status: 409, title: 'The request for changes has been answered' },
  proposal_outdated: { status: 409, title: 'The quote changed since the customer asked for changes' },
  invoice_issued: { status: 409, title: 'The invoice has been issued' },
  invoice_not_issued: { status: 409, title: 'The invoice has not been issued' },
  invoice_incomplete: { status: 409, title: 'The invoice lacks data that it cannot be issued without' },
  export_incomplete: { status: 409, title: 'The accounting settings lack something for the export' },
  period_exported: { status: 409, title: 'The period was exported for the accountant' },
  invoice_not_sent: { status: 409, title: 'The invoice has not been sent' },
  invoice_not_overdue: { status: 409, title: 'The invoice is not overdue' },
  invoice_changed: { status: 409, title: 'The invoice changed during the request' },
  is_credit_note: { status: 409, title: 'A credit note cannot be paid, reminded or credited' },
  more_than_due: { status: 409, title: 'The payment is more than what is due' },
  payment_of_provider: { status: 409, title: 'A payment provider reported the payment' },
  payment_not_refundable: { status: 409, title: 'The payment is not of a payment provider' },
  more_than_paid: { status: 409, title: 'The refund is more than what is left of the payment' },
  refund_in_progress: { status: 409, title: 'The payment is being refunded' },
  provider_refused: { status: 409, title: 'The payment provider rejected the request' },
  pdf_too_large: { status: 409, title: 'The document is too long for a PDF' },
  more_than_invoiced: { status: 409, title: 'The credit is more than what is left of the invoice' },
  not_recurring: { status: 409, title: 'The quote has no active series of invoices' },
  nothing_selected: { status: 409, title: 'No item of the quote is selected' },
  customer_in_use: { status: 409, title: 'The customer has quotes' },
  customer_erased: { status: 409, title: 'The customer was erased' },
  price_list_in_use: { status: 409, title: 'Customers have the price list' },
  debtor_number_taken: { status: 409, title: 'Another customer has this debtor number' },
  sku_taken: { status: 409, title: 'Another catalogue item has this SKU' },
  last_owner: { status: 409, title: 'The account would be without an owner' },
  already_member: { status: 409, title: 'The person already belongs to the account' },
  too_many_invitations: { status: 409, title: 'Too many invitations are open' },
  too_many_endpoints: { status: 409, title: 'The account has as many webhook endpoints as it can have' },
  endpoint_disabled: { status: 409, title: 'The webhook endpoint is disabled' },
  provider_unreachable: { status: 502, title: 'The payment provider did not respond' },
  mail_account_live_only: { status: 409, title: 'Test accounts have no mail account' },
  secret_needed: { status: 409, title: 'The service has no secret outside the database' },
  idempotency_mismatch: { status: 409, title: 'The idempotency key was used for another request' },
  idempotency_in_progress: {
    status: 409,
    title: 'The first request with this idempotency key is still running',
  },
  send_in_progress: { status: 409, title: 'The document is being sent' },
  precondition_failed: { status: 412, title: 'The resource has changed since you read it' },
  precondition_required: { status: 428, title: 'If-Match is required' },
  events_gone: { status: 410, title: 'These events are no longer kept' },
  body_too_large: { status: 413, title: 'The request body is too large' },
  attachments_full: { status: 413, title: 'The quote cannot hold more attachments' },
  unsupported_media_type: { status: 415, title: 'The body is not in a form that is read here' },
  validation_failed: { status: 400, title: 'The request is not valid' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  bad_request: { status: 400, title: 'The request could not be read' },
  statement_unreadable: { status: 400, title: 'The bank statement could not be read' },
  customer_unknown: { status: 400, title: 'The customer does not exist' },
  recipient_missing: { status: 400, title: 'No recipient email address' },
  rate_limited: { status: 429, title: 'Too many requests' },
  send_limited: { status: 429, title: 'Too many emails' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  stored_data_damaged: { status: 500, title: 'Stored data are damaged' },
  mail_sign_in_needed: { status: 502, title: 'The mail account must be signed in to again' },
  mail_refused: { status: 502, title: 'The mail server rejected the message' },
  mail_unavailable: { status: 503, title: 'The mail server is unavailable' },
  mail_timeout: { status: 504, title: 'The mail server did not respond in time' },
  pdf_busy: { status: 503, title: 'Too many PDFs are waiting to be generated' },
  pdf_failed: { status: 500, title: 'The PDF could not be generated' },
  overloaded: { status: 503, title: 'Too many requests at once' },
  list_too_slow: { status: 503, title: 'Finding the page took too long' },
  unavailable: { status: 503, title: 'The service is temporarily unavailable' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

/** The parts of a request that hold values. `path` means the parameters in the URL's path. */
export const PLACES = ['body', 'query', 'header', 'path', 'data'] as const;

export interface FieldError {
  /** Default: `body`. `data` is not of the request, but stored: of the account, the customer or the invoice. */
  in?: (typeof PLACES)[number];
  /** A JSON pointer (RFC 6901) into the body, or `/` and the name of a parameter or header. */
  path: string;
  message: string;
  /** The business term of an electronic invoice, and where its value is set. */
  term?: string;
  where?: MissingPlace;
}

/** The only error whose message reaches a caller. Any other error is a bug, and is reported as `internal`. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly errors: FieldError[];
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    code: ProblemCode,
    detail: string,
    more: { errors?: FieldError[]; extra?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.code = code;
    this.errors = more.errors ?? [];
    this.extra = more.extra ?? {};
    this.headers = more.headers ?? {};
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}
