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
    viewedAt: null,
    declineReason: null,
  };
}

export function isPrintedAlike(one: Quote, other: Quote): boolean {
  return JSON.stringify(asPrinted(one)) === JSON.stringify(asPrinted(other));
}
