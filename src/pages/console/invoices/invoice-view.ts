import type { ElectronicGaps } from '../../../domain/account/particulars/einvoice.ts';
import type { MissingParticular } from '../../../domain/account/particulars/find-missing.ts';
import type { InvoiceHistoryEvent } from '../../../domain/invoice/history.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { Payment } from '../../../domain/invoice/payment.ts';
import type { FormState } from '../forms/field.ts';
import type { QuoteViewer } from '../quote-viewer.ts';
import type { ConsolePage } from '../shell.ts';

/** Everything that the page of an invoice shows. */
export interface InvoiceView extends QuoteViewer {
  invoice: Invoice;
  version: number;
  /** Idempotency key of the forms on the page. */
  once: string;
  /** Particulars that the law requires and the invoice lacks, while they can be added. */
  missing: readonly MissingParticular[];
  /** Reasons why the draft cannot be issued as an electronic invoice; `null` if it is not to be one. */
  electronic: ElectronicGaps | null;
  payments: readonly Payment[];
  /** Newest first. */
  events: readonly InvoiceHistoryEvent[];
  /** The form for a payment; `isOpen` after an error. */
  payment: FormState & { isOpen: boolean };
  /** The form that sends it; `isOpen` after an error. */
  send: FormState & { isOpen: boolean };
  /** The link of the last email, only for people who may write. */
  publicUrl: string | null;
  data: FormState;
  seen: { version: number; values: FormState['values'] };
  notice?: ConsolePage['notice'];
}
