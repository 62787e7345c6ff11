import type { EInvoiceFormat } from '../account/particulars/particulars.ts';
import type { Customer } from '../customer/customer.ts';
import type { FieldValues } from '../fields.ts';
import type { MetadataChange } from '../metadata.ts';
import type { LineItem } from '../quote/line/line-item.ts';
import type { Quote } from '../quote/quote.ts';
import type { Period } from '../quote/recurring/periods.ts';
import type { INVOICE_TEXTS } from './invoice-fields.ts';
import type { InvoiceSummary } from './invoice-summary.ts';

type Texts = FieldValues<typeof INVOICE_TEXTS>;

/**
 * An invoice of a whole quote or of one of its stages, or a credit note for one. `customer` is as it is now while the
 * invoice is a draft, and as it was when it was issued afterwards.
 */
export interface Invoice
  extends InvoiceSummary,
    Texts,
    Pick<
      Quote,
      | 'customerId'
      | 'title'
      | 'description'
      | 'discountType'
      | 'discountValue'
      | 'currency'
      | 'subtotal'
      | 'discountAmount'
      | 'taxAmount'
      | 'taxes'
      | 'sections'
      | 'metadata'
    > {
  quoteId: string;
  quoteNumber: string;
  status: InvoiceStatus;
  customer: Customer;
  items: LineItem[];
  /** `YYYY-MM-DD` in the account's time zone. */
  issueDate: string;
  /** `null` for credit notes only. */
  dueDate: string | null;
  paymentMethod: string;
  createdAt: string;
  /** The earlier invoices of the same quote. */
  previousInvoices: PreviousInvoice[];
  kind: InvoiceKind;
  amountPaid: number;
  amountCredited: number;
  /** Amount left to pay. Negative: owed to the customer. */
  amountDue: number;
  /** Whether the due date has passed and something is due. */
  overdue: boolean;
  issuedAt: string | null;
  sentAt: string | null;
  viewedAt: string | null;
  /** When nothing was due any more. */
  paidAt: string | null;
  updatedAt: string;
  supplyDate: string | null;
  supplyPeriod: SupplyPeriod | null;
  /** Equals `notes`, its deprecated name: the notes of a quote are private, and those of an invoice are printed. */
  printedNotes: string | null;
  /** The invoice that a credit note credits. */
  creditedInvoiceId: string | null;
  creditReason: string | null;
  pricesIncludeTax: boolean;
  /** The electronic format in which it was issued; `null` for a draft, and if it has none. */
  eInvoice: EInvoiceFormat | null;
  /** The period that a later invoice of a series is for; `null` for any other, also for the first. */
  series: InvoicePeriod | null;
  /** The order number that the customer gave on acceptance; absent if none. */
  purchaseOrder?: string;
}

/** The days of a period, counted from 1, and its series. */
export interface InvoicePeriod extends Period {
  id: string;
  period: number;
}

/** Why a later invoice stayed a draft, or was issued and not sent. */
export type RecurringNote = 'not_accepted' | 'restored' | 'late' | 'incomplete' | 'no_address';

/** The fields of the life of an invoice before anything has happened to it. */
export function createInitialLife({ total, createdAt }: Pick<Invoice, 'total' | 'createdAt'>) {
  return {
    amountPaid: 0,
    amountCredited: 0,
    amountDue: total,
    overdue: false,
    issuedAt: null,
    sentAt: null,
    viewedAt: null,
    paidAt: null,
    updatedAt: createdAt,
  } satisfies Partial<Invoice>;
}

export const INVOICE_KINDS = ['INVOICE', 'CREDIT_NOTE'] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

export const INVOICE_STATUSES = ['DRAFT', 'ISSUED', 'PAID', 'CREDITED'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** The days of a supply, both included. */
interface SupplyPeriod {
  from: string;
  to: string;
}

/** An earlier invoice as a later one lists it. */
export type PreviousInvoice = InvoiceSummary & Pick<Invoice, 'issueDate' | 'taxes'>;

/** The fields of a draft that can change. `null` clears a field or selects its default. */
export interface InvoicePatch extends Partial<Texts> {
  dueDate?: string | null;
  paymentMethod?: string | null;
  supplyDate?: string | null;
  supplyPeriod?: SupplyPeriod | null;
  printedNotes?: string | null;
  metadata?: MetadataChange;
}

/** Options of a conversion. Absent fields have defaults. */
export interface ConvertOptions extends InvoicePatch {
  /** Index of a stage in the payment schedule; without it, everything that is left is invoiced. */
  stage?: number | null;
  /** Whether many invoices of later periods may be made at once. */
  confirm?: boolean;
}

export type InvoiceEvent =
  /** A field of the draft was changed. */
  | 'edit'
  | 'issue'
  /** Issued with a total of 0. */
  | 'issueFree'
  /** A payment or a credit note was recorded or removed, and something is due. */
  | 'owe'
  /** A payment or a credit note was recorded, and nothing is due. */
  | 'settle'
  /** Credit notes cover the whole total. */
  | 'creditInFull';

/** `refused` is a conflict for the caller. The current status means that it does not change. */
type Outcome = InvoiceStatus | 'refused';

/** The status after each event. No other code decides a status. A credit note is issued and stays so. */
export const INVOICE_TRANSITIONS: Record<InvoiceStatus, Record<InvoiceEvent, Outcome>> = {
  DRAFT: {
    edit: 'DRAFT',
    issue: 'ISSUED',
    issueFree: 'PAID',
    owe: 'refused',
    settle: 'refused',
    creditInFull: 'refused',
  },
  ISSUED: {
    edit: 'refused',
    issue: 'ISSUED',
    issueFree: 'refused',
    owe: 'ISSUED',
    settle: 'PAID',
    creditInFull: 'CREDITED',
  },
  PAID: {
    edit: 'refused',
    issue: 'PAID',
    issueFree: 'PAID',
    owe: 'ISSUED',
    settle: 'PAID',
    creditInFull: 'CREDITED',
  },
  CREDITED: {
    edit: 'refused',
    issue: 'CREDITED',
    issueFree: 'refused',
    owe: 'refused',
    settle: 'refused',
    creditInFull: 'CREDITED',
  },
};

type WithStatus = Pick<Invoice, 'status'>;

export function isDraftInvoice({ status }: WithStatus): boolean {
  return status === 'DRAFT';
}

/** Issued, and something is due. A credit note is issued, too. */
export function isOpenInvoice({ status }: WithStatus): boolean {
  return status === 'ISSUED';
}

export function isPaidInvoice({ status }: WithStatus): boolean {
  return status === 'PAID';
}

export function isCreditNote({ kind }: Pick<Invoice, 'kind'>): boolean {
  return kind === 'CREDIT_NOTE';
}

/** Returns the status after an event. The caller has checked before that it is allowed. */
export function computeInvoiceStatus({ status }: WithStatus, event: InvoiceEvent): InvoiceStatus {
  const outcome = INVOICE_TRANSITIONS[status][event];
  if (outcome === 'refused') throw new Error(`an invoice that is ${status} cannot ${event}`);
  return outcome;
}

export const PAYMENT_METHOD_PATTERN = '^[A-Z][A-Z0-9_]{0,49}$';
