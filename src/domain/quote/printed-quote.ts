import { isDraft, type Quote } from './quote.ts';

/** Without what is not on the paper, so that a look or an internal note does not make another document of it. */
export function asPrinted(quote: Quote): Quote {
  const status = quote.acceptedAt !== null ? 'ACCEPTED' : isDraft(quote) ? 'DRAFT' : 'SENT';
  return {
    ...quote,
    status,
    notes: null,
    updatedAt: quote.createdAt,
    sentAt: null,
    declinedAt: null,
    convertedAt: null,
    invoiceId: null,
    invoices: [],
    viewedAt: null,
    declineReason: null,
    metadata: {},
    attachments: [],
  };
}

/** Whatever their reference is: which one is printed is decided by the last sending. */
export function isPrintedAlike(one: Quote, other: Quote): boolean {
  const printed = (quote: Quote) => JSON.stringify({ ...asPrinted(quote), reference: null });
  return printed(one) === printed(other);
}

/** What has been sent keeps the reference that it was sent with; what is being written shows the present one. */
export function printedReference(quote: Quote, sentReference: string | null): string | null {
  return quote.sentAt === null || isDraft(quote) ? quote.reference : sentReference;
}
