import { type ClientOptions, createCaller } from './call.ts';
import {
  createAccountApi,
  createAccountsApi,
  createMailAccountApi,
  createPaymentProviderApi,
} from './resources/account.ts';
import { createCatalogueItemsApi } from './resources/catalogue-items.ts';
import { createCustomersApi } from './resources/customers.ts';
import { createEventsApi } from './resources/events.ts';
import { createInvoicesApi } from './resources/invoices.ts';
import { createPaymentImportsApi } from './resources/payment-imports.ts';
import { createAllPaymentsApi } from './resources/payments.ts';
import {
  createInvitationsApi,
  createKeysApi,
  createSessionsApi,
  createUsersApi,
} from './resources/people.ts';
import { createPriceListsApi } from './resources/price-lists.ts';
import { createQuotesApi } from './resources/quotes.ts';
import { createTemplatesApi } from './resources/templates.ts';
import { createTestClockApi } from './resources/test-clock.ts';
import { createWebhookEndpointsApi } from './resources/webhook-endpoints.ts';

export type Proffer = ReturnType<typeof createProffer>;

/** Creates a client of one account. It holds no connection and may be shared. */
export function createProffer(options: ClientOptions) {
  const caller = createCaller(options);
  return {
    quotes: createQuotesApi(caller),
    customers: createCustomersApi(caller),
    catalogueItems: createCatalogueItemsApi(caller),
    priceLists: createPriceListsApi(caller),
    templates: createTemplatesApi(caller),
    invoices: createInvoicesApi(caller),
    payments: createAllPaymentsApi(caller),
    paymentImports: createPaymentImportsApi(caller),
    events: createEventsApi(caller),
    webhookEndpoints: createWebhookEndpointsApi(caller),
    account: createAccountApi(caller),
    accounts: createAccountsApi(caller),
    mailAccount: createMailAccountApi(caller),
    paymentProvider: createPaymentProviderApi(caller),
    testClock: createTestClockApi(caller),
    users: createUsersApi(caller),
    invitations: createInvitationsApi(caller),
    sessions: createSessionsApi(caller),
    keys: createKeysApi(caller),
  };
}
