import type { ProblemCode } from '../../../domain/errors.ts';

export interface Explanation {
  happened: string;
  /** Advice for the caller. */
  remedy: string;
}

/** Explains the error codes of quotes, invoices and payments; see `PROBLEM_GUIDE`. */
export const DOCUMENT_PROBLEMS = {
  quote_converted: {
    happened: 'The quote has been converted to an invoice and is read-only from then on.',
    remedy:
      'Get the invoice named in `invoiceId`. To offer something else, duplicate the quote: `POST /quotes/{id}/duplicate`.',
  },
  not_recurring: {
    happened:
      'The quote has no series of invoices: none of its selected items recurs, it has not been converted yet, or all of its series have ended.',
    remedy: 'Convert the quote first. To agree on more periods after the end, duplicate it.',
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
  quote_not_decided: {
    happened: 'The quote has never been accepted or declined, so there is no evidence of a decision.',
    remedy: 'Wait until the customer decides, or record their decision: `PATCH /quotes/{id}` with `status`.',
  },
  reminders_stopped: {
    happened: 'The customer asked for no more reminders of this quote, so none was sent.',
    remedy: 'Write a message (`POST /quotes/{id}/messages`), or send the quote again.',
  },
  approval_required: {
    happened:
      'The content crosses a rule of the account (`approval` of `GET /account`), named in `rules`, and nobody has approved it.',
    remedy:
      'Ask for approval with `POST …/request-approval`. A person who may approve decides, signed in to the console at `consoleUrl`. An edit afterwards needs another approval if it crosses a rule.',
  },
  approval_not_needed: {
    happened: 'The content of the quote crosses no rule of the account, or is approved already.',
    remedy: 'Go on: send the quote, record its acceptance or convert it.',
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
  periods_unconfirmed: {
    happened:
      '`recurringFrom` is so far in the past that more than 3 invoices of later periods would be made at once: `laterInvoices` of them.',
    remedy: 'Change `recurringFrom` of the quote, or convert it with `"confirm": true`.',
  },
  quote_changed: {
    happened: 'The quote kept changing while the request was being processed. Nothing was done.',
    remedy: 'Repeat the request. If it happens often, look for a program that keeps changing the quote.',
  },
  export_incomplete: {
    happened:
      'Something that a file for DATEV or Xero needs is missing: an account for a tax rate, a number of the adviser or a debtor, or an amount in euros. `errors` lists each.',
    remedy:
      'Set what is missing with `PATCH /account` (`accounting`) or `PATCH /customers/{id}`. `currency=EUR` leaves documents in other currencies out of a file for DATEV.',
  },
  period_exported: {
    happened:
      'The `issueDate` lies in a period that was exported for DATEV or Xero, so the books may have that period without this invoice.',
    remedy: 'Issue it today, or repeat the request with `"confirm": true` and export the period again.',
  },
  person_needed: {
    happened:
      'A program of the customer tried to accept a quote by its link, and the business wants a person to do that.',
    remedy:
      'Show a person the page whose address is in `page`. The business can allow programs (`programsMayAccept`).',
  },
  offer_changed: {
    happened: 'The customer’s program accepted an offer that is not the one at the link any more.',
    remedy:
      'Read the offer again (`GET /q/{token}` with `Accept: application/json`) and decide anew, with its `offerSha256`.',
  },
  proposal_decided: {
    happened:
      'Somebody has applied or declined what the customer asked for, or the customer has asked for something else since.',
    remedy: 'Read `GET /api/v1/quotes/{id}/proposals`: at most one of each link is `open`.',
  },
  proposal_outdated: {
    happened:
      'The quote was edited or decided after the customer asked for changes, so what they saw is not what would be changed.',
    remedy:
      'Change the quote with `PATCH /api/v1/quotes/{id}` if what the customer asked for still makes sense.',
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
} satisfies Partial<Record<ProblemCode, Explanation>>;
