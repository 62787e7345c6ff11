import { type ClientOptions, createCaller } from './call.ts';
import { accountOf } from './resources/account.ts';
import { catalogueItemsOf } from './resources/catalogue-items.ts';
import { customersOf } from './resources/customers.ts';
import { eventsOf } from './resources/events.ts';
import { invoicesOf } from './resources/invoices.ts';
import { invitationsOf, keysOf, sessionsOf, usersOf } from './resources/people.ts';
import { quotesOf } from './resources/quotes.ts';
import { templatesOf } from './resources/templates.ts';
import { testClockOf } from './resources/test-clock.ts';
import { webhookEndpointsOf } from './resources/webhook-endpoints.ts';

export type Proffer = ReturnType<typeof createProffer>;

/** Creates a client of one account. It holds no connection and may be shared. */
export function createProffer(options: ClientOptions) {
  const caller = createCaller(options);
  return {
    quotes: quotesOf(caller),
    customers: customersOf(caller),
    catalogueItems: catalogueItemsOf(caller),
    templates: templatesOf(caller),
    invoices: invoicesOf(caller),
    events: eventsOf(caller),
    webhookEndpoints: webhookEndpointsOf(caller),
    account: accountOf(caller),
    testClock: testClockOf(caller),
    users: usersOf(caller),
    invitations: invitationsOf(caller),
    sessions: sessionsOf(caller),
    keys: keysOf(caller),
  };
}
