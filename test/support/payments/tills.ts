import type { ProviderKind } from '../../../src/domain/invoice/payment/provider-kind.ts';
import { selfSigned } from '../mail/self-signed.ts';
import { type Engine, engines } from '../service/service.ts';
import type { LocalServer } from './local-server.ts';
import { MOLLIE_KEY, startMollie } from './mollie-server.ts';
import { STRIPE_KEY, startStripe, WEBHOOK_SECRET } from './stripe-server.ts';

/** What a test does at a payment provider, whichever it is. Amounts are in the smallest unit. */
export interface Till {
  kind: ProviderKind;
  server: LocalServer;
  keys: { secretKey: string; webhookSecret: string | null };
  /** Identifiers of all checkouts, oldest first. */
  checkouts(): string[];
  /** Where the customer pays. */
  urlOf(id: string): string | null;
  returnUrlOf(id: string): string;
  amountOf(id: string): number;
  pay(id: string): void;
  /** The customer is done, and the bank decides later. */
  payLater(id: string): void;
  settle(id: string, isPaid: boolean): void;
  expire(id: string): void;
  isOpen(id: string): boolean;
  refund(id: string, amount?: number): string;
  failRefund(refundId: string): void;
  dispute(id: string): string;
  winDispute(disputeId: string): void;
  /** Pretends that the money came in another currency. */
  changeCurrency(id: string, currency: string): void;
  holds(id: string): number;
  /**
   * Sends what the provider would send about the checkout, to the service at this URL: of Stripe all events so far, in
   * this order, signed some time ago. Returns the statuses.
   */
  notify(serviceUrl: string, id: string, how: NotifyHow): Promise<number[]>;
}

interface NotifyHow {
  connectionId: string;
  order?: 'forward' | 'reverse' | undefined;
  agoMs?: number | undefined;
  /** Notifies also of a checkout that names no URL for it, because PUBLIC_URL does not begin with https. */
  isForced?: boolean;
}

export interface Tills {
  stripe: Till;
  mollie: Till;
  env: Record<string, string>;
  ca: string;
  close(): Promise<void>;
}

/**
 * Returns the providers to test with on an engine. Their differences end before the database is used, so the second
 * engine is tested with one of them.
 */
export function providersOn(engine: Engine): ProviderKind[] {
  return engine === engines()[0] ? ['stripe', 'mollie'] : ['mollie'];
}

/** Starts both providers on loopback, with the time of the test. */
export async function startTills(clock: () => number): Promise<Tills> {
  const identity = selfSigned();
  const [stripe, mollie] = await Promise.all([
    startStripe({ clock, identity }),
    startMollie({ clock, identity }),
  ]);
  return {
    stripe: stripeTill(stripe, clock),
    mollie: mollieTill(mollie),
    env: { STRIPE_API_URL: stripe.url, MOLLIE_API_URL: mollie.url },
    ca: identity.cert,
    close: async () => {
      await Promise.all([stripe.close(), mollie.close()]);
    },
  };
}

function stripeTill(server: Awaited<ReturnType<typeof startStripe>>, clock: () => number): Till {
  const session = (id: string) => server.sessions.get(id);
  const isAbout = (id: string, object: { id: string; payment_intent?: unknown }) => {
    const intent = session(id)?.payment_intent;
    return (
      object.id === id || (intent !== null && (object.id === intent || object.payment_intent === intent))
    );
  };
  return {
    kind: 'stripe',
    server,
    keys: { secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET },
    checkouts: () => [...server.sessions.keys()],
    urlOf: (id) => session(id).url,
    returnUrlOf: (id) => session(id).success_url,
    amountOf: (id) => session(id).amount_total,
    pay: (id) => server.pay(id),
    payLater: (id) => server.pay(id, { async: true }),
    settle: (id, isPaid) => server.settle(id, isPaid),
    expire: (id) => server.expire(id),
    isOpen: (id) => session(id).status === 'open',
    refund: (id, amount) => server.refund(id, amount),
    failRefund: (id) => server.updateRefund(id, 'failed'),
    dispute: (id) => server.dispute(id),
    winDispute: (id) => server.closeDispute(id, 'won'),
    changeCurrency: (id, currency) => {
      session(id).currency = currency.toLowerCase();
    },
    holds: (id) => server.holds(id),
    async notify(serviceUrl, id, { connectionId, order = 'forward', agoMs = 0 }) {
      const events = server.events.filter(({ data }) => isAbout(id, data.object));
      const statuses: number[] = [];
      for (const event of order === 'forward' ? events : events.reverse()) {
        const at = clock() - agoMs;
        statuses.push(await server.notify(`${serviceUrl}/hooks/stripe/${connectionId}`, event, { at }));
      }
      return statuses;
    },
  };
}

function mollieTill(server: Awaited<ReturnType<typeof startMollie>>): Till {
  const payment = (id: string) => server.payments.get(id);
  const digits = (value: string) => Number(value.replace('.', ''));
  const toValue = (id: string, amount: number) => {
    const decimals = payment(id).amount.value.split('.')[1]?.length ?? 0;
    return (amount / 10 ** decimals).toFixed(decimals);
  };
  return {
    kind: 'mollie',
    server,
    keys: { secretKey: MOLLIE_KEY, webhookSecret: null },
    checkouts: () => [...server.payments.keys()],
    urlOf: (id) => payment(id)._links.checkout?.href ?? null,
    returnUrlOf: (id) => payment(id).redirectUrl,
    amountOf: (id) => digits(payment(id).amount.value),
    pay: (id) => server.pay(id),
    payLater: (id) => server.setStatus(id, 'pending'),
    settle: (id, isPaid) => server.setStatus(id, isPaid ? 'paid' : 'failed'),
    expire: (id) => server.setStatus(id, 'expired'),
    isOpen: (id) => payment(id).status === 'open',
    refund: (id, amount) => server.refund(id, amount === undefined ? undefined : toValue(id, amount)),
    failRefund: (id) => server.updateRefund(id, 'failed'),
    dispute: (id) => server.chargeBack(id),
    winDispute: (id) => server.reverseChargeback(id),
    changeCurrency: (id, currency) => {
      payment(id).amount.currency = currency;
    },
    holds: (id) => server.holds(id),
    async notify(serviceUrl, id, { connectionId, isForced }) {
      const { webhookUrl, redirectUrl } = payment(id);
      if (webhookUrl === undefined && !isForced) return [];
      // Both URLs end with the same token.
      const token = new URL(webhookUrl ?? redirectUrl).pathname.split('/').at(-1);
      return [await server.notify(id, `${serviceUrl}/hooks/mollie/${connectionId}/${token}`)];
    },
  };
}
