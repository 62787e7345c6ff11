import { createAccount } from '../../../src/actions/account/accounts.ts';
import type { Account } from '../../../src/domain/account/account.ts';
import { newId } from '../../../src/domain/ids.ts';
import type { Quote, QuoteStatus } from '../../../src/domain/quote/quote.ts';
import type { Database } from '../../../src/store/database.ts';
import { putCustomer } from '../../../src/store/tables/customers.ts';

export const NOW = Date.parse('2026-03-01T12:00:00.000Z');

/** An account with the customers `cus_a`, `cus_b` and `cus_c`. */
export function sampleAccount(db: Database): Promise<Account> {
  return db.write(async (tx) => {
    const account = await createAccount(tx, { name: 'Sample', kind: 'live' }, NOW);
    for (const id of ['cus_a', 'cus_b', 'cus_c']) {
      await putCustomer(tx, account.id, {
        id,
        name: id,
        email: null,
        phone: null,
        address: null,
        country: null,
        taxId: null,
        locale: null,
        createdAt: account.createdAt,
        updatedAt: account.createdAt,
      });
    }
    return account;
  });
}

export function sampleQuote(number: string, more: Partial<Quote> = {}): Quote {
  const at = new Date(NOW).toISOString();
  return {
    id: newId('quo', NOW),
    number,
    status: 'DRAFT' as QuoteStatus,
    customerId: 'cus_a',
    title: 'A sample',
    description: null,
    items: [{ description: 'Work', quantity: 1, unitPrice: 100, taxRate: 0, amount: 100 }],
    discountType: null,
    discountValue: null,
    currency: 'EUR',
    subtotal: 100,
    discountAmount: 0,
    taxAmount: 0,
    total: 100,
    terms: null,
    notes: null,
    validUntil: '2026-04-01T00:00:00.000Z',
    createdAt: at,
    updatedAt: at,
    sentAt: null,
    acceptedAt: null,
    declinedAt: null,
    convertedAt: null,
    invoiceId: null,
    revision: 1,
    viewedAt: null,
    acceptedBy: null,
    declineReason: null,
    ...more,
  };
}
