import { createAccount } from '../../../src/actions/account/accounts.ts';
import type { Account, AccountKind } from '../../../src/domain/account/account.ts';
import { newId } from '../../../src/domain/ids.ts';
import type { Invoice } from '../../../src/domain/invoice/invoice.ts';
import type { Quote } from '../../../src/domain/quote/quote.ts';
import type { Database, Sql } from '../../../src/store/database.ts';
import { putCustomer } from '../../../src/store/tables/customers.ts';
import { insertInvoice } from '../../../src/store/tables/invoice/invoices.ts';
import { insertQuotes } from '../../../src/store/tables/quote/quotes.ts';
import { ACCOUNT } from '../../fixtures/account.ts';
import { CUSTOMER } from '../../fixtures/customer.ts';
import { sampleInvoice } from '../../fixtures/documents.ts';
import { line, quoteWith } from '../../fixtures/quote.ts';

export const NOW = Date.parse('2026-03-01T12:00:00.000Z');

/** Creates an account with the customers `cus_a`, `cus_b` and `cus_c`. */
export function sampleAccount(db: Database, kind: AccountKind = 'live'): Promise<Account> {
  return db.write(async (tx) => {
    const account = await createAccount(tx, { name: ACCOUNT.name, kind }, NOW);
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

/** Builds the sample quote, a draft with one item and minimal content. */
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

/** Inserts a minimal invoice and its quote, and returns the identifier of the quote. */
export async function insertSampleInvoice(
  tx: Sql,
  accountId: string,
  number: string,
  { id = newId('inv', NOW), customerId = 'cus_a', ...more }: Partial<Invoice> = {},
): Promise<string> {
  const quote = sampleQuote(`Q-${number}`, { customerId });
  const invoice: Invoice = {
    ...sampleInvoice({}).invoice,
    ...{ id, number, quoteId: quote.id, customerId, status: 'DRAFT', issueDate: '2026-03-01' },
    ...more,
    ...(more.kind === 'CREDIT_NOTE' && { creditedInvoiceId: 'inv_credited' }),
    ...(more.status === 'CREDITED' && { amountCredited: more.total ?? sampleInvoice({}).invoice.total }),
  };
  await insertQuotes(tx, accountId, [quote]);
  await insertInvoice(tx, accountId, invoice, {
    ...{
      edition: 0,
      partiesSha256: null,
      hasCurrentParties: invoice.status === 'DRAFT',
      dueDays: 30,
      series: { key: 'sample', n: 1 },
    },
    ...{ overdueAt: invoice.overdue ? NOW : null, isOverdueAnnounced: false, creditedGroups: [] },
  });
  return quote.id;
}
