import { createAccount } from '../../../src/actions/account/accounts.ts';
import type { Account } from '../../../src/domain/account/account.ts';
import { newId } from '../../../src/domain/ids.ts';
import type { Quote } from '../../../src/domain/quote/quote.ts';
import type { Database } from '../../../src/store/database.ts';
import { putCustomer } from '../../../src/store/tables/customers.ts';
import { ACCOUNT } from '../../fixtures/account.ts';
import { CUSTOMER } from '../../fixtures/customer.ts';
import { line, quoteWith } from '../../fixtures/quote.ts';

export const NOW = Date.parse('2026-03-01T12:00:00.000Z');

/** An account with the customers `cus_a`, `cus_b` and `cus_c`. */
export function sampleAccount(db: Database): Promise<Account> {
  return db.write(async (tx) => {
    const account = await createAccount(tx, { name: ACCOUNT.name, kind: 'live' }, NOW);
    for (const id of ['cus_a', 'cus_b', 'cus_c']) {
      await putCustomer(tx, account.id, {
        ...CUSTOMER,
        id,
        createdAt: account.createdAt,
        updatedAt: account.createdAt,
        metadata: {},
      });
    }
    return account;
  });
}

/** The quote of all tests as a draft of one line, for as little as may be. */
export function sampleQuote(number: string, more: Partial<Quote> = {}): Quote {
  const at = new Date(NOW).toISOString();
  return {
    ...quoteWith({ items: [line('Work', 1, 100)] }),
    id: newId('quo', NOW),
    number,
    status: 'DRAFT',
    customerId: 'cus_a',
    createdAt: at,
    updatedAt: at,
    sentAt: null,
    ...more,
  };
}
