import type { Customer } from '../customer.ts';
import { RANDOM_DIGITS } from '../ids.ts';
import { createLineId } from '../line/compose-lines.ts';
import { computeCredit } from './credit.ts';
import type { Invoice } from './invoice.ts';

/** What a credit note has besides the content of its invoice. */
export interface NewCreditNote {
  id: string;
  number: string;
  issueDate: string;
  at: string;
  customer: Customer;
  reason: string | null;
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
    terms: null,
    notes: null,
    metadata: {},
    previousInvoices: [],
    amountPaid: 0,
    amountCredited: 0,
    amountDue: 0,
    overdue: false,
    sentAt: null,
    viewedAt: null,
    paidAt: null,
    createdAt: at,
    issuedAt: at,
    updatedAt: at,
    creditedInvoiceId: invoice.id,
    creditReason: reason,
  };
  return { creditNote, creditedGroups: credit.creditedGroups };
}

/** The amounts of the items contain the tax if the prices of the invoice do. */
function composePart(invoice: Invoice, taxes: Invoice['taxes'], id: string): Partial<Invoice> {
  const { pricesIncludeTax, title, number } = invoice;
  const lineBase = id.slice(-RANDOM_DIGITS);
  const items = taxes.map(({ rate, net, tax }, index) => {
    const amount = pricesIncludeTax ? net + tax : net;
    return {
      id: createLineId(lineBase, index),
      ...{ description: `${title} – ${number}`, quantity: 1, unitPrice: amount, taxRate: rate, amount },
    };
  });
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    items,
    ...{ sections: [], discountType: null, discountValue: null, discountAmount: 0, description: null },
    subtotal: sum(items.map((item) => item.amount)),
    taxAmount: sum(taxes.map(({ tax }) => tax)),
    total: sum(taxes.map(({ net, tax }) => net + tax)),
    taxes,
  };
}
