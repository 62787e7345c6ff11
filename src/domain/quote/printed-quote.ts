import { isDraft, type Quote } from './quote.ts';

/** Removes everything that is not printed, so that a view or an internal note does not change the document. */
export function toPrintedQuote(stored: Quote): Quote {
  const { approval: _approval, answers: _answers, signers: _signers, ...quote } = stored;
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
    // The periods that were invoiced change nothing that was agreed on.
    ...(quote.series && { series: [] }),
  };
}

/** Compares what is printed, except the reference: the last send decides which one is printed. */
export function isPrintedSame(one: Quote, other: Quote): boolean {
  const printed = (quote: Quote) => JSON.stringify({ ...toPrintedQuote(quote), reference: null });
  return printed(one) === printed(other);
}

/** A sent quote keeps the reference it was sent with; a draft shows the current one. */
export function getPrintedReference(quote: Quote, sentReference: string | null): string | null {
  return quote.sentAt === null || isDraft(quote) ? quote.reference : sentReference;
}

/** What belongs to an edition of a document. */
export interface Edition {
  edition: number;
  partiesSha256: string | null;
  sentReference: string | null;
}

/** Returns the same edition while the printed content, the parties and the reference stay the same. */
export function computeEdition(
  before: Edition & { quote: Quote },
  after: Quote,
  partiesSha256: string | null,
  sentReference = before.sentReference,
): Edition {
  const isSame =
    partiesSha256 === before.partiesSha256 &&
    sentReference === before.sentReference &&
    isPrintedSame(before.quote, after);
  return { edition: isSame ? before.edition : before.edition + 1, partiesSha256, sentReference };
}
