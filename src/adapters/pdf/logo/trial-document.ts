import { newAccount } from '../../../domain/account/new-account.ts';
import type { Customer } from '../../../domain/customer/customer.ts';
import { CUSTOMER_FIELDS } from '../../../domain/customer/customer-fields.ts';
import type { DocumentSource } from '../../../domain/document.ts';
import { getDefaults } from '../../../domain/fields.ts';
import { INVOICE_TEXTS } from '../../../domain/invoice/invoice-fields.ts';

const at = '2026-01-01T00:00:00.000Z';

const CUSTOMER: Customer = {
  ...getDefaults(CUSTOMER_FIELDS),
  ...{ id: '', name: 'Customer', kind: 'company', locale: 'en', electronicAddress: null },
  ...{ createdAt: at, updatedAt: at },
};

const ACCOUNT = newAccount({ id: '', kind: 'live', name: 'Seller', at });

/** Creates a short document with this logo or text, to test whether and how fast it can be typeset. */
export function createTrialDocument(logo: string | null, description: string | null = null): DocumentSource {
  return {
    kind: 'invoice',
    customer: CUSTOMER,
    account: { ...ACCOUNT, logo },
    invoice: {
      id: '',
      quoteId: '',
      quoteNumber: '1',
      number: '1',
      status: 'ISSUED',
      customerId: '',
      customer: CUSTOMER,
      title: 'Logo',
      description,
      items: [{ id: '', description: 'Logo', quantity: 1, unitPrice: 0, taxRate: 0, amount: 0 }],
      discountType: null,
      discountValue: null,
      currency: 'EUR',
      subtotal: 0,
      discountAmount: 0,
      taxAmount: 0,
      total: 0,
      taxes: [],
      sections: [],
      ...getDefaults(INVOICE_TEXTS),
      printedNotes: null,
      issueDate: '2026-01-01',
      dueDate: '2026-01-31',
      paymentMethod: 'BANK_TRANSFER',
      createdAt: at,
      metadata: {},
      stage: null,
      previousInvoices: [],
      kind: 'INVOICE',
      amountPaid: 0,
      amountCredited: 0,
      amountDue: 0,
      overdue: false,
      issuedAt: at,
      sentAt: null,
      viewedAt: null,
      paidAt: null,
      updatedAt: at,
      supplyDate: null,
      supplyPeriod: null,
      creditedInvoiceId: null,
      creditReason: null,
      pricesIncludeTax: false,
      eInvoice: null,
      series: null,
    },
  };
}
