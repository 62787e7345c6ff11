import type { ProblemCode } from '../../../domain/errors.ts';
import { DOCUMENT_PROBLEMS, type Explanation } from './document-problems.ts';

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
  limit_reached: {
    happened:
      'The operator of the installation has limited the account, and it has used its limit up: of quotes created per month (UTC), of bytes of stored files, or of people. `limit` in the error has its name, the limit and the present use.',
    remedy:
      'Wait for the next month, delete attachments, remove a member or withdraw an invitation, or ask the operator for a higher limit. `GET /account` shows all limits of the account.',
  },
  account_closed: {
    happened:
      'An owner has closed the account. Everything in it can be read, and nothing can be changed, by people, keys and customers alike.',
    remedy: 'Ask an owner to reopen it, under Settings in the console or by `POST /account/reopen`.',
  },
  too_many_accounts: {
    happened:
      'A person can own only so many accounts (`ACCOUNTS_PER_PERSON`); with 0, only the operator creates them.',
    remedy: 'Use an account that you have, or ask the operator for another one.',
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
  ...DOCUMENT_PROBLEMS,
  customer_in_use: {
    happened: 'The customer has quotes and cannot be deleted.',
    remedy: 'Delete those quotes first (`GET /quotes?customerId=…`), or keep the customer.',
  },
  customer_erased: {
    happened:
      'An owner erased the customer. What the law requires is kept until it may be deleted too, but nothing new can be made of it. A repeated request whose response was about the customer gets this as well.',
    remedy: 'Create another customer, under another identifier, and use that.',
  },
  price_list_in_use: {
    happened: 'Customers have the price list, so it cannot be deleted.',
    remedy: 'Give those customers another list, or none (`priceListId`), then delete it.',
  },
  debtor_number_taken: {
    happened: 'Another customer has this `debtorNumber`: the one in `customerId`.',
    remedy: 'Choose another number, or leave it out: issuing the first invoice gives the next one.',
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
  mail_account_live_only: {
    happened: 'A mail account was to be connected to a test account, whose emails are always captured.',
    remedy: 'Connect it to a live account.',
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
  precondition_required: {
    happened: 'The request approves or rejects a quote without saying which version of it was read.',
    remedy: 'Read the quote, and send its `ETag` in `If-Match`. `*` names no version.',
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
    remedy:
      'Create the customer first with `POST /customers`, or with `PUT /customers/{id}` under your own identifier, then repeat the request.',
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
  stored_data_damaged: {
    happened:
      'What is stored in the database is damaged, and nothing of it is sent. The log of the service says so.',
    remedy:
      'Nothing was changed. The operator of the service looks with `proffer doctor`, and restores a backup from before the damage.',
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
  pdf_too_large: {
    happened:
      'The document has more lines than a PDF can have: 24,000, or it takes more memory than the service has for one: `detail` says which. About 45 letters of an item make a line, and each line break begins another. Or one text is too complex to be typeset: `errors` names it. Nothing was done.',
    remedy: 'Shorten the texts, remove line breaks, or split the document into several.',
  },
  list_too_slow: {
    happened: 'Finding this page of the list took longer than 5 seconds.',
    remedy:
      'Narrow the filter, for example by a status, a customer or a time of creation, and sort by `createdAt`.',
  },
  overloaded: {
    happened: 'The service has more requests than it can process. Yours was not processed.',
    remedy: 'Wait as many seconds as `Retry-After` says. Any request can safely be repeated.',
  },
  unavailable: {
    happened:
      'The service cannot reach its database, the database does not accept changes right now, or the system lacks what a PDF needs, such as open files.',
    remedy:
      'Wait as many seconds as `Retry-After` says and repeat the request, with the same `Idempotency-Key` if it had one.',
  },
};
