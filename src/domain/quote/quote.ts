import type { InvoiceSummary } from '../invoice/invoice-summary.ts';
import type { Metadata } from '../metadata.ts';
import type { DiscountType } from '../money/discount.ts';
import type { TaxGroup } from '../money/tax-group.ts';
import type { Section } from '../money/totals.ts';
import type { AcceptanceField } from './acceptance/acceptance-fields.ts';
import type { Answers } from './acceptance/answers.ts';
import { type Signer, toSignerContent } from './acceptance/signers.ts';
import type { QuoteApproval } from './approval/approval.ts';
import type { Attachment } from './attachment.ts';
import type { LineItem } from './line/line-item.ts';
import type { Show } from './line/show.ts';
import { CONTENT_TEXT_NAMES, type TextName } from './quote-texts.ts';
import type { RecurringTotal } from './recurring/recurring-totals.ts';
import type { Series } from './recurring/series.ts';
import type { Stage } from './schedule/payment-schedule.ts';

/** A quote as the API returns it. Every field is always present, `null` if empty. */
export interface Quote extends Record<TextName, string | null> {
  id: string;
  number: string;
  status: QuoteStatus;
  customerId: string;
  title: string;
  items: LineItem[];
  discountType: DiscountType | null;
  discountValue: number | null;
  currency: string;
  subtotal: number;
  discountAmount: number;
  taxAmount: number;
  total: number;
  validUntil: string;
  createdAt: string;
  updatedAt: string;
  sentAt: string | null;
  acceptedAt: string | null;
  declinedAt: string | null;
  convertedAt: string | null;
  /** The last invoice; `null` while something is left to invoice. */
  invoiceId: string | null;
  revision: number;
  viewedAt: string | null;
  acceptedBy: string | null;
  declineReason: string | null;
  /**
   * Sorted by rate, ascending, then in the order of categories. The nets (with the taxes, if prices include them) add up
   * to the subtotal after discount, the taxes to `taxAmount`.
   */
  taxes: TaxGroup[];
  /** One entry per group of neighbouring items of the same section. */
  sections: Section[];
  metadata: Metadata;
  attachments: Attachment[];
  /** The stages in which the total is invoiced and paid. */
  paymentSchedule: Stage[] | null;
  /** In order of creation. */
  invoices: InvoiceSummary[];
  /** Whether prices, amounts and fixed discounts include tax. */
  pricesIncludeTax: boolean;
  /** Whether acceptance issues the invoice of the stage due at acceptance, or of the whole quote without a schedule. */
  invoiceOnAcceptance: boolean;
  /** The parts of single items that the customer sees. */
  show: Show;
  /** Absent if nobody asked for or decided on this content. */
  approval?: QuoteApproval;
  /** First day of the first period, `null` for the day of the conversion. Absent if nothing recurs, like the next three. */
  recurringFrom?: string | null;
  /** What each later period costs, one entry per pair of interval and periods that has selected items. */
  recurring?: RecurringTotal[];
  /** `total` and all later periods; `null` if one pair has no end. */
  contractTotal?: number | null;
  /** The series that the conversion began, one per pair of interval and periods. */
  series?: Series[];
  /** The questions that the customer answers on acceptance. Absent if there are none. */
  acceptanceFields?: AcceptanceField[];
  /** What was answered on acceptance; absent if nothing was. */
  answers?: Answers;
  /** Who must sign, and what they have done. Absent if one person accepts the quote. */
  signers?: Signer[];
}

export const QUOTE_STATUSES = ['DRAFT', 'SENT', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'CONVERTED'] as const;
export type QuoteStatus = (typeof QUOTE_STATUSES)[number];

/** The customer's decision. */
export type Decision = 'ACCEPTED' | 'DECLINED';

/** The fields that the customer reads. A change of any of them is an edit, and a new revision once sent. */
export const CONTENT_FIELDS = [
  'customerId',
  'title',
  ...CONTENT_TEXT_NAMES,
  'items',
  'discountType',
  'discountValue',
  'currency',
  'attachments',
  'paymentSchedule',
  'pricesIncludeTax',
  'invoiceOnAcceptance',
  'show',
  'recurringFrom',
  'acceptanceFields',
  'signers',
] as const satisfies readonly (keyof Quote)[];

/** The value of a content field, without what has happened to it. */
export function getContentValue(content: Partial<Record<keyof Quote, unknown>>, field: keyof Quote): unknown {
  return field === 'signers' ? toSignerContent(content.signers as Quote['signers']) : content[field];
}

export type QuoteEvent =
  /** The mail server accepted the message. */
  | 'send'
  /** `validUntil` has passed. */
  | 'expire'
  /** `validUntil` was moved into the future. */
  | 'extend'
  /** The content was changed. */
  | 'edit'
  /** The changed content must be approved before anybody may agree to it. */
  | 'withhold'
  /** The customer decided on the customer page. */
  | 'customerAccept'
  | 'customerDecline'
  /** The account recorded the decision of a customer who decided by other means. */
  | 'ownerAccept'
  | 'ownerDecline'
  | 'convert'
  | 'delete';

/** `refused` is a conflict for the caller. The current status means that it does not change. */
type Outcome = QuoteStatus | 'refused';

/** The status after each event. No other code decides a status. An allowed `delete` keeps the status. */
export const TRANSITIONS: Record<QuoteStatus, Record<QuoteEvent, Outcome>> = {
  DRAFT: {
    send: 'SENT',
    expire: 'DRAFT',
    extend: 'DRAFT',
    edit: 'DRAFT',
    withhold: 'DRAFT',
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
    withhold: 'DRAFT',
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
    withhold: 'ACCEPTED',
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
    withhold: 'DECLINED',
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
    withhold: 'DRAFT',
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
    withhold: 'refused',
    customerAccept: 'refused',
    customerDecline: 'refused',
    ownerAccept: 'refused',
    ownerDecline: 'refused',
    convert: 'refused',
    delete: 'refused',
  },
};

type WithStatus = Pick<Quote, 'status'>;

/** Never sent, or being revised. */
export function isDraft({ status }: WithStatus): boolean {
  return status === 'DRAFT';
}

/** Sent: the customer may accept or decline it. */
export function isOpen({ status }: WithStatus): boolean {
  return status === 'SENT';
}

/** Shows a sent quote as a draft, for the customer page while the quote is being revised. */
export function toDraft(quote: Quote): Quote {
  return { ...quote, status: 'DRAFT' };
}

export function isExpired({ status }: WithStatus): boolean {
  return status === 'EXPIRED';
}

/** Accepted and not converted yet. Also accepts a patch that sets the status. */
export function isAccepted({ status }: { status?: string }): boolean {
  return status === 'ACCEPTED';
}

export function isDeclined({ status }: WithStatus): boolean {
  return status === 'DECLINED';
}

/** Accepted or declined, but not converted yet. */
export function isDecided({ status }: WithStatus): boolean {
  return isDecision(status);
}

/** Whether a decision is on record, even if the quote was converted later. */
export function hasDecision({ acceptedAt, declinedAt }: Pick<Quote, 'acceptedAt' | 'declinedAt'>): boolean {
  return acceptedAt !== null || declinedAt !== null;
}

export function isDecision(status: unknown): status is Decision {
  return status === 'ACCEPTED' || status === 'DECLINED';
}

/** Fully invoiced, and therefore read-only. */
export function isConverted({ status }: WithStatus): boolean {
  return status === 'CONVERTED';
}

/** Whether a request for changes can still be answered: an edit, a decision and an invoice close it, an expiry does not. */
export function keepsProposals(before: Quote, after: Quote): boolean {
  return before.revision === after.revision && (isOpen(after) || isExpired(after));
}

export function isExpiryDue(quote: Pick<Quote, 'status' | 'validUntil'>, now: number): boolean {
  return isOpen(quote) && Date.parse(quote.validUntil) <= now;
}
