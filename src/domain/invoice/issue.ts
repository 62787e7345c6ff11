import type { EInvoiceFormat } from '../account/particulars/particulars.ts';
import { computeUpdatedAt } from '../clock.ts';
import type { Customer } from '../customer/customer.ts';
import type { FieldError } from '../errors.ts';
import { computeInvoiceStatus, type Invoice, type PreviousInvoice } from './invoice.ts';

/** Fields that are final once the invoice is issued. */
export interface Issue {
  issueDate: string;
  dueDate: string | null;
  customer: Customer;
  previousInvoices: PreviousInvoice[];
  eInvoice: EInvoiceFormat | null;
}

/** Issues a draft. An invoice over 0 is paid at once. */
export function issueDraft(draft: Invoice, { issueDate, dueDate, ...frozen }: Issue, now: number): Invoice {
  const isFree = draft.total === 0;
  const at = computeUpdatedAt(draft, now);
  return {
    ...draft,
    ...frozen,
    status: computeInvoiceStatus(draft, isFree ? 'issueFree' : 'issue'),
    issueDate,
    dueDate,
    issuedAt: at,
    paidAt: isFree ? at : null,
    updatedAt: at,
  };
}

/** Finds the error of an issue date. `latest` is the last issue date among the earlier numbers of the series. */
export function findIssueDateErrors(
  issueDate: string,
  { today, latest }: { today: string; latest: string | null },
): FieldError[] {
  const path = '/issueDate';
  if (issueDate > today) return [{ path, message: `must not be in the future: today is ${today}` }];
  if (latest === null || issueDate >= latest) return [];
  return [{ path, message: `must not be before ${latest}, when an earlier number was issued` }];
}
