import type { InvoiceSummary } from '../invoice.ts';
import type { LineItem } from '../line/line-item.ts';
import type { Metadata } from '../metadata.ts';
import type { RateShare } from '../money/stages.ts';
import type { Section } from '../money/totals.ts';
import type { Stage } from '../schedule/payment-schedule.ts';
import type { Attachment } from './attachment.ts';

/** The quote as the API returns it. Every field is always present, `null` where empty. */
export interface Quote {
  id: string;
  number: string;
  status: QuoteStatus;
  customerId: string;
  title: string;
  description: string | null;
  items: LineItem[];
  discountType: DiscountType | null;
  discountValue: number | null;
  currency: string;
  subtotal: number;
  discountAmount: number;
  taxAmount: number;
  total: number;
  terms: string | null;
  notes: string | null;
  validUntil: string;
  createdAt: string;
  updatedAt: string;
  sentAt: string | null;
  acceptedAt: string | null;
  declinedAt: string | null;
  convertedAt: string | null;
  /** The last one: there is none while something is left to be invoiced. */
  invoiceId: string | null;
  revision: number;
  viewedAt: string | null;
  acceptedBy: string | null;
  declineReason: string | null;
  /** By rate, ascending: they add up to what is left after the discount, and to `taxAmount`. */
  taxes: RateShare[];
  /** One for each group of neighbouring lines of the same section. */
  sections: Section[];
  /** Printed, but not content: on the quote it is the one of its last sending. */
  reference: string | null;
  metadata: Metadata;
  /** Files that go with it. */
  attachments: Attachment[];
  /** The stages in which the total is invoiced and paid. */
  paymentSchedule: Stage[] | null;
  /** In the order in which they were made. */
  invoices: InvoiceSummary[];
}

export const QUOTE_STATUSES = ['DRAFT', 'SENT', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'CONVERTED'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/** The customer's yes or no. */
export type Decision = 'ACCEPTED' | 'DECLINED';

export const DISCOUNT_TYPES = ['percentage', 'fixed'] as const;
export type DiscountType = (typeof DISCOUNT_TYPES)[number];

/** What the customer reads: a change of any of these is a new text. */
export const CONTENT_FIELDS = [
  'customerId',
  'title',
  'description',
  'items',
  'discountType',
  'discountValue',
  'currency',
  'terms',
  'attachments',
  'paymentSchedule',
] as const satisfies readonly (keyof Quote)[];

export type QuoteEvent =
  /** the mail system took the message */
  | 'send'
  /** validUntil has passed */
  | 'expire'
  /** validUntil was moved into the future */
  | 'extend'
  /** the content was changed */
  | 'edit'
  /** by the customer, on the page */
  | 'customerAccept'
  | 'customerDecline'
  /** by the key holder, for a customer who said so elsewhere */
  | 'ownerAccept'
  | 'ownerDecline'
  | 'convert'
  | 'delete';

/** `refused` is a conflict for the caller; the present status means that nothing happens to it. */
type Outcome = QuoteStatus | 'refused';

/**
 * Every status and every event, once. Nothing else decides a status.
 * A `delete` that is allowed leads nowhere: it keeps the status it had.
 */
export const TRANSITIONS: Record<QuoteStatus, Record<QuoteEvent, Outcome>> = {
  DRAFT: {
    send: 'SENT',
    expire: 'DRAFT',
    extend: 'DRAFT',
    edit: 'DRAFT',
    customerAccept: 'refused',
    customerDecline: 'refused',
    ownerAccept: 'ACCEPTED',
    ownerDecline: 'DECLINED',
    convert: 'CONVERTED',
    delete: 'DRAFT',
  },
  SENT: {
    send: 'SENT',
    expire: 'EXPIRED',
    extend: 'SENT',
    edit: 'SENT',
    customerAccept: 'ACCEPTED',
    customerDecline: 'DECLINED',
    ownerAccept: 'ACCEPTED',
    ownerDecline: 'DECLINED',
    convert: 'CONVERTED',
    delete: 'SENT',
  },
  ACCEPTED: {
    send: 'SENT',
    expire: 'ACCEPTED',
    extend: 'ACCEPTED',
    edit: 'DRAFT',
    customerAccept: 'refused',
    customerDecline: 'refused',
    ownerAccept: 'ACCEPTED',
    ownerDecline: 'DECLINED',
    convert: 'CONVERTED',
    delete: 'ACCEPTED',
  },
  DECLINED: {
    send: 'SENT',
    expire: 'DECLINED',
    extend: 'DECLINED',
    edit: 'DRAFT',
    customerAccept: 'refused',
    customerDecline: 'refused',
    ownerAccept: 'ACCEPTED',
    ownerDecline: 'DECLINED',
    convert: 'CONVERTED',
    delete: 'DECLINED',
  },
  EXPIRED: {
    send: 'SENT',
    expire: 'EXPIRED',
    extend: 'SENT',
    edit: 'EXPIRED',
    customerAccept: 'refused',
    customerDecline: 'refused',
    ownerAccept: 'ACCEPTED',
    ownerDecline: 'DECLINED',
    convert: 'CONVERTED',
    delete: 'EXPIRED',
  },
  CONVERTED: {
    send: 'refused',
    expire: 'CONVERTED',
    extend: 'refused',
    edit: 'refused',
    customerAccept: 'refused',
    customerDecline: 'refused',
    ownerAccept: 'refused',
    ownerDecline: 'refused',
    convert: 'refused',
    delete: 'refused',
  },
};

type WithStatus = Pick<Quote, 'status'>;

/** With the business: never sent, or being revised. */
export function isDraft({ status }: WithStatus): boolean {
  return status === 'DRAFT';
}

/** With the customer, who may accept or decline it. */
export function isOpen({ status }: WithStatus): boolean {
  return status === 'SENT';
}

/** Being revised, as the customer's page shows what was sent before. */
export function asDraft(quote: Quote): Quote {
  return { ...quote, status: 'DRAFT' };
}

export function isExpired({ status }: WithStatus): boolean {
  return status === 'EXPIRED';
}

/** The customer has said yes, and it is not converted yet; or a change that says so. */
export function isAccepted({ status }: { status?: string }): boolean {
  return status === 'ACCEPTED';
}

/** The customer has said no. */
export function isDeclined({ status }: WithStatus): boolean {
  return status === 'DECLINED';
}

/** Accepted or declined, and not converted yet. */
export function isDecided({ status }: WithStatus): boolean {
  return isDecision(status);
}

/** The customer has accepted or declined it, whatever came after: there is a record of it. */
export function hasDecision({ acceptedAt, declinedAt }: Pick<Quote, 'acceptedAt' | 'declinedAt'>): boolean {
  return acceptedAt !== null || declinedAt !== null;
}

export function isDecision(status: unknown): status is Decision {
  return status === 'ACCEPTED' || status === 'DECLINED';
}

/** An invoice was made of it: it is read-only. */
export function isConverted({ status }: WithStatus): boolean {
  return status === 'CONVERTED';
}

export function isExpiryDue(quote: Pick<Quote, 'status' | 'validUntil'>, now: number): boolean {
  return isOpen(quote) && Date.parse(quote.validUntil) <= now;
}
