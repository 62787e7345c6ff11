import { spanPeriods } from '../account/particulars/supply.ts';
import type { Customer } from '../customer/customer.ts';
import { getDefaults } from '../fields.ts';
import { RANDOM_DIGITS } from '../ids.ts';
import { computeCredit } from './credit.ts';
import { composeGroupContent } from './group-lines.ts';
import { createInitialLife, type Invoice } from './invoice.ts';
import { INVOICE_TEXTS } from './invoice-fields.ts';

/** Fields of a credit note besides the content of its invoice. */
export interface NewCreditNote {
  id: string;
  number: string;
  issueDate: string;
  at: string;
  customer: Customer;
  reason: string | null;
  eInvoice: Invoice['eInvoice'];
}

export interface ComposedCreditNote {
  creditNote: Invoice;
  creditedGroups: number[];
}

/**
 * Composes the credit note over an amount. If it is the whole invoice, it has its items; otherwise one item per tax
 * group, named after the invoice.
 */
export function composeCreditNote(
  invoice: Invoice,
  creditedGroups: readonly number[],
  amount: number,
  { reason, at, ...own }: NewCreditNote,
): ComposedCreditNote {
  const credit = computeCredit(invoice.taxes, creditedGroups, amount);
  const content = amount === invoice.total ? {} : composePart(invoice, credit.taxes, own.id);
  const creditNote: Invoice = {
    ...invoice,
    ...content,
    ...own,
    kind: 'CREDIT_NOTE',
    status: 'ISSUED',
    dueDate: null,
    ...{ ...getDefaults(INVOICE_TEXTS), reference: invoice.reference, printedNotes: null },
    metadata: {},
    previousInvoices: [],
    series: null,
    // Nothing is due of a credit note.
    ...createInitialLife({ total: 0, createdAt: at }),
    createdAt: at,
    issuedAt: at,
    creditedInvoiceId: invoice.id,
    creditReason: reason,
  };
  return { creditNote, creditedGroups: credit.creditedGroups };
}

function composePart(invoice: Invoice, taxes: Invoice['taxes'], id: string): Partial<Invoice> {
  const { pricesIncludeTax, title, number } = invoice;
  const lineBase = id.slice(-RANDOM_DIGITS);
  return {
    ...composeGroupContent(() => `${title} – ${number}`, taxes, pricesIncludeTax, lineBase),
    description: null,
    // The items of a part have no periods of their own.
    ...(invoice.supplyDate === null && { supplyPeriod: invoice.supplyPeriod ?? spanPeriods(invoice.items) }),
  };
}
