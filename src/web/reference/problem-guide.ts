import type { ProblemCode } from '../../domain/errors.ts';

interface Explanation {
  happened: string;
  /** Advice for the caller. */
  remedy: string;
}

/** Explains every error code to API callers, in the Markdown subset of `rich-text.ts`. */
export const PROBLEM_GUIDE: Record<ProblemCode, Explanation> = {
  unauthorized: {
    happened:
      'The request has no `Authorization: Bearer …` header, or the key in it does not exist or has been revoked.',
    remedy:
      'Send a valid key. Keys are created in the console under Settings → Keys, or with `proffer keys create`, and shown once. Check that no space or line break was copied along with it.',
  },
  forbidden: {
    happened:
      'The key is read-only and the request changes something, or your role in the account does not allow this. Users, invitations, sessions and keys are closed to API keys altogether.',
    remedy: 'Use a key with the `write` scope, or ask an owner of the account.',
  },
  sign_in_again: {
    happened:
      'Changing keys, people or ways to sign in requires that you signed in within the last 15 minutes.',
    remedy: 'Sign in to the console again and repeat the request.',
  },
  two_step_required: {
    happened:
      'An owner requires two-step verification for everyone in the account, and you signed in to the console without it.',
    remedy:
      'Open the console: it takes you to the page where you set up an authenticator app or a passkey. If you have a passkey, sign in with it. API keys are not affected.',
  },
  cross_site: {
    happened: 'A request with the console’s cookie came from a page of another site, so it was rejected.',
    remedy: 'Use the console itself. In a program of your own, use an API key instead of the cookie.',
  },
  not_found: {
    happened:
      'There is nothing at this URL: it never existed, it was deleted, or it belongs to another account.',
    remedy:
      'Check the path and the identifier. A test key sees its own test account only, and a live key only its live account.',
  },
  method_not_allowed: {
    happened: 'The URL exists, but not with this method.',
    remedy: 'Use one of the methods that the `Allow` header of the response lists.',
  },
  quote_converted: {
    happened: 'The quote has been converted to an invoice and is read-only from then on.',
    remedy:
      'Get the invoice named in `invoiceId`. To offer something else, duplicate the quote: `POST /quotes/{id}/duplicate`.',
  },
  quote_not_open: {
    happened: 'The quote has expired, or the customer has already accepted or declined it.',
    remedy:
      'To extend an expired quote, set `validUntil` to a later time, or send it again. If it has been decided, there is nothing left to do.',
  },
  quote_not_sent: {
    happened:
      'The quote has never been sent, is a draft again, or its links were revoked, so the customer cannot open it.',
    remedy: 'Send it first: `POST /quotes/{id}/send`.',
  },
  reminders_stopped: {
    happened: 'The customer asked for no more reminders of this quote, so none was sent.',
    remedy: 'Write a message (`POST /quotes/{id}/messages`), or send the quote again.',
  },
  partly_invoiced: {
    happened:
      'At least one stage of the quote has been invoiced, so its content, validity and status can no longer change, and it can be neither sent nor deleted.',
    remedy:
      'Convert the remainder, or create another quote. `notes`, `metadata`, `reference` and messages can still change.',
  },
  quote_not_accepted: {
    happened: 'A single stage can be invoiced only once the quote is `ACCEPTED`.',
    remedy:
      'Record the customer’s decision first (`PATCH` with `"status": "ACCEPTED"`), or leave `stage` out to invoice the whole quote.',
  },
  stage_invoiced: {
    happened: 'This stage has already been invoiced, or it comes to 0.',
    remedy: 'See the invoice in `invoiceId`, if there is one, and convert another stage.',
  },
  quote_changed: {
    happened: 'The quote kept changing while the request was being processed. Nothing was done.',
    remedy: 'Repeat the request. If it happens often, look for a program that keeps changing the quote.',
  },
  invoice_issued: {
    happened: 'The invoice has been issued, so nothing but its metadata can change.',
    remedy: 'Credit it with `POST /api/v1/invoices/{id}/credit`, and invoice again what is right.',
  },
  invoice_not_issued: {
    happened: 'The invoice is a draft, which is neither paid nor credited.',
    remedy: 'Issue it first: `POST /api/v1/invoices/{id}/issue`.',
  },
  invoice_incomplete: {
    happened:
      'The invoice lacks data that it cannot be issued without, such as the tax identifiers of both sides for reverse charge.',
    remedy:
      'Add what `errors` names: `path` says whether it belongs to the account, the customer or the invoice.',
  },
  invoice_not_sent: {
    happened:
      'A reminder needs a customer with a link: the invoice was never sent, or its links were revoked.',
    remedy: 'Send it: `POST /api/v1/invoices/{id}/send`.',
  },
  invoice_not_overdue: {
    happened: 'Only overdue invoices are reminded of.',
    remedy:
      'Wait until the day after `dueDate`. To send the invoice again: `POST /api/v1/invoices/{id}/send`.',
  },
  invoice_changed: {
    happened: 'The invoice changed while the request was being processed. Nothing was done.',
    remedy: 'Repeat the request.',
  },
  is_credit_note: {
    happened: 'This is a credit note. It is final: it is neither paid nor reminded nor credited.',
    remedy: 'Use the invoice in `creditedInvoiceId` instead.',
  },
  more_than_due: {
    happened: 'The payment is more than what is due on the invoice. Nothing was recorded.',
    remedy: 'See `amountDue`. A repeated payment may have been recorded already: list the payments.',
  },
  payment_of_provider: {
    happened: 'A payment provider reported this payment, refund or dispute. It cannot be removed.',
    remedy: 'To give the money back, refund the payment. Only payments that you recorded can be removed.',
  },
  payment_not_refundable: {
    happened: 'The payment was recorded by hand, or is itself a refund or a dispute.',
    remedy:
      'Give the money back in the way it came. Then remove the payment with `DELETE`, or credit the invoice.',
  },
  more_than_paid: {
    happened: 'The refund is larger than what is left of the payment after earlier refunds and disputes.',
    remedy:
      'Refund at most `refundable`, in the smallest unit of the currency. Without `amount`, all of it is refunded.',
  },
  refund_in_progress: {
    happened: 'Another request is refunding the same payment.',
    remedy:
      'Wait a minute, read the payments of the invoice, and repeat the request if the refund is not there.',
  },
  provider_refused: {
    happened: 'The payment provider rejected the request; `detail` has its reason.',
    remedy:
      'Read `detail`. A key without the right to refund is replaced in the settings; otherwise refund in the dashboard of the provider, which is recorded here by itself.',
  },
  more_than_invoiced: {
    happened: 'The credit is more than what is left of the invoice after earlier credit notes.',
    remedy: 'See `amountLeft`, or leave `amount` out to credit all that is left.',
  },
  nothing_selected: {
    happened: 'All items of the quote are optional and none is selected, so there is nothing to invoice.',
    remedy: 'Select at least one item with `PATCH`, in `items` or in `selection`.',
  },
  customer_in_use: {
    happened: 'The customer has quotes and cannot be deleted.',
    remedy: 'Delete those quotes first (`GET /quotes?customerId=…`), or keep the customer.',
  },
  sku_taken: {
    happened: 'Another item of the catalogue has this `sku`.',
    remedy: 'Choose another one, or change the other item. It is found by `GET /catalogue-items?search=…`.',
  },
  last_owner: {
    happened: 'The change would leave the account without an owner.',
    remedy: 'Make someone else an owner first.',
  },
  already_member: {
    happened: 'The person you invited already belongs to the account.',
    remedy: 'There is nothing to do. To change their role, use `PATCH /users/{id}`.',
  },
  too_many_invitations: {
    happened: 'Too many invitations of the account are still open.',
    remedy: 'Withdraw some, or wait until they are accepted or expire.',
  },
  too_many_endpoints: {
    happened: 'The account already has 50 webhook endpoints, as many as it can have.',
    remedy: 'Delete an endpoint you no longer need. One endpoint can receive events of several types.',
  },
  endpoint_disabled: {
    happened:
      'The webhook endpoint is disabled: by you, because it returned 410, or because five days of deliveries failed.',
    remedy: 'Enable it with `PATCH` and `"enabled": true`, then repeat the request.',
  },
  provider_unreachable: {
    happened: 'The payment provider did not respond, or not in time.',
    remedy: 'Repeat the request in a moment. Nothing is done twice, not even a refund.',
  },
  secret_needed: {
    happened:
      'A key must be stored encrypted, and the service has no secret outside its PostgreSQL database.',
    remedy: 'The operator sets `PROFFER_SECRET` to at least 32 random characters and restarts the service.',
  },
  idempotency_mismatch: {
    happened:
      'The same `Idempotency-Key` was used within the last 24 hours for a request with another URL or body.',
    remedy: 'Use a new key for every new request, and the same key only to repeat the same request.',
  },
  idempotency_in_progress: {
    happened: 'The first request with this `Idempotency-Key` is still being processed.',
    remedy: 'Wait a moment and repeat the request with the same key: you then get the original response.',
  },
  send_in_progress: {
    happened: 'The quote is already being sent.',
    remedy: 'Wait until that has finished, then read the quote: its `status` and `sentAt` show the result.',
  },
  precondition_failed: {
    happened: 'The resource has changed since you read it: its `ETag` is no longer the one in `If-Match`.',
    remedy: 'Read it again, apply your change to it, and send the new `ETag` in `If-Match`.',
  },
  events_gone: {
    happened: 'The event in `after` is older than the events that are stored, so some would be missing.',
    remedy:
      'Start again without `after`, or with `after=latest`, and read the quotes themselves to catch up (`GET /quotes?updatedFrom=…`).',
  },
  body_too_large: {
    happened: 'The body is larger than the limit: 1 MiB for JSON, 10 MiB for an attachment.',
    remedy: 'Send less in one request.',
  },
  attachments_full: {
    happened: 'The quote would have more than 20 attachments, or more than 25 MiB of them.',
    remedy: 'Remove an attachment first, or make the files smaller.',
  },
  unsupported_media_type: {
    happened: 'The body was not sent as JSON in UTF-8, or it was compressed.',
    remedy: 'Send `Content-Type: application/json`, and no `Content-Encoding`.',
  },
  validation_failed: {
    happened:
      'Something in the request is missing or invalid. `errors` lists every such value: `in` names the part of the request, `path` is a JSON pointer into it, and `message` says what is expected.',
    remedy:
      'Correct what `errors` lists and repeat the request. If `errorsOmitted` is `true`, there are more mistakes than are listed.',
  },
  malformed_json: {
    happened: 'The body is empty or is not valid JSON in UTF-8, or it is nested more than 32 levels deep.',
    remedy: 'Write the body with a JSON library instead of by hand, and send it as UTF-8.',
  },
  bad_request: {
    happened: 'The request is not valid HTTP, its headers are too long, or its body ended early.',
    remedy: 'Check the client and any proxy in between. Repeat an interrupted upload; none of it was stored.',
  },
  statement_unreadable: {
    happened: 'The file is no CAMT.053, CAMT.054 or CSV file of a bank, is too long, or has a DOCTYPE.',
    remedy: 'Export it again, for a shorter period if it is too long. Name CSV columns: `?date=…&amount=…`.',
  },
  customer_unknown: {
    happened: 'There is no customer with the `customerId` of the request in this account.',
    remedy: 'Create the customer first with `PUT /customers/{id}`, then repeat the request.',
  },
  recipient_missing: {
    happened:
      'The email has no recipient: none was given, and the customer or the account has no email address.',
    remedy: 'Give one in `email`, or add an email address to the customer or the account.',
  },
  rate_limited: {
    happened:
      'The key has used up its requests of this minute, or too many invalid keys came from your IP address.',
    remedy:
      'Wait as many seconds as `Retry-After` says. The `RateLimit` header of each response says how much is left.',
  },
  send_limited: {
    happened: 'The quote or the recipient has reached the limit of emails per hour.',
    remedy: 'Wait as many seconds as `Retry-After` says. Nothing was sent.',
  },
  internal: {
    happened: 'An unexpected error occurred in the service. The cause is in its log.',
    remedy:
      'Repeat the request, with the same `Idempotency-Key` if it had one. If it fails again, report the `requestId` to the operator of the service.',
  },
  mail_sign_in_needed: {
    happened:
      'The mail server rejects the password or the token of the mail account. Nothing was sent, and the status of the quote did not change.',
    remedy:
      'An owner signs in again in the console, under Settings, Email. Emails that wait are then sent by themselves; repeat this request.',
  },
  mail_refused: {
    happened: 'The mail server permanently rejected the email. The status of the quote did not change.',
    remedy:
      'See the response of the mail server in `detail`. Most often the address of the recipient does not exist, or the mail server does not let the service send from its address.',
  },
  mail_unavailable: {
    happened:
      'The mail server is unreachable or is not accepting email. The status of the quote did not change.',
    remedy: 'Try again in a minute. If it persists, check `SMTP_URL` and the mail server.',
  },
  mail_timeout: {
    happened:
      'The mail server did not respond in time. If `detail` says that its reply was lost, the email may have arrived.',
    remedy:
      'Repeat the request with the same `Idempotency-Key`: it sends the same message, which mail programs recognise as one.',
  },
  pdf_busy: {
    happened: 'Too many PDFs are waiting to be generated. Nothing was done.',
    remedy: 'Wait as many seconds as `Retry-After` says and repeat the request.',
  },
  pdf_failed: {
    happened: 'The PDF could not be generated, or generating it took too long.',
    remedy:
      'Shorten very long texts or lists of items. Otherwise report the `requestId` to the operator of the service.',
  },
  overloaded: {
    happened: 'The service has more requests than it can process. Yours was not processed.',
    remedy: 'Wait as many seconds as `Retry-After` says. Any request can safely be repeated.',
  },
  unavailable: {
    happened: 'The service cannot reach its database, or the database does not accept changes right now.',
    remedy:
      'Wait as many seconds as `Retry-After` says and repeat the request, with the same `Idempotency-Key` if it had one.',
  },
};
