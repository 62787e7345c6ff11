import { createHmac } from 'node:crypto';
import type { Json } from '../service/client.ts';
import {
  createReplays,
  type LocalRequest,
  type LocalResponse,
  type LocalServer,
  renderPayPage,
  startLocalServer,
} from './local-server.ts';
import { parseForm } from './stripe-form.ts';

export const STRIPE_KEY = 'sk_test_51LocalKey0123456789';
/** A restricted key that may not read disputes. */
export const STRIPE_RESTRICTED_KEY = 'rk_test_51LocalKey0123456789';
export const STRIPE_LIVE_KEY = 'sk_live_51LocalKey0123456789';
export const WEBHOOK_SECRET = 'whsec_local0123456789';

/** A local Stripe: the documented requests and objects of Checkout, refunds and disputes, and signed events. */
export interface StripeServer extends LocalServer {
  sessions: Map<string, Json>;
  /** Everything that a webhook would be told, oldest first. */
  events: Json[];
  /** The customer pays; with `async`, the bank decides later (`settle`). */
  pay(sessionId: string, options?: { async?: boolean }): void;
  settle(sessionId: string, isPaid: boolean): void;
  expire(sessionId: string): void;
  /** Refunds in the dashboard; everything without an amount. Returns its identifier. */
  refund(sessionId: string, amount?: number, status?: string): string;
  /** Changes the status of a refund, for example to `failed`. */
  updateRefund(refundId: string, status: string): void;
  /** Opens a dispute; an inquiry withdraws nothing. Returns its identifier. */
  dispute(sessionId: string, options?: { isInquiry?: boolean }): string;
  closeDispute(disputeId: string, status: 'won' | 'lost' | 'warning_closed'): void;
  /** What Stripe holds of the payment of a session, in its units. */
  holds(sessionId: string): number;
  /** Sends an event, signed with the secret at this time, and returns the status of the response. */
  notify(url: string, event: Json, options?: NotifyOptions): Promise<number>;
}

interface NotifyOptions {
  secret?: string;
  /** When it was signed, in milliseconds. */
  at?: number;
}

export interface StripeServerOptions {
  clock?: () => number;
  keys?: string[];
  /** Leaves out what simple servers lack: expansion, lists of refunds and disputes, and balance. */
  isSimple?: boolean;
  identity?: { key: string; cert: string };
  port?: number;
}

export async function startStripe(options: StripeServerOptions = {}): Promise<StripeServer> {
  const {
    clock = Date.now,
    keys = [STRIPE_KEY, STRIPE_LIVE_KEY, STRIPE_RESTRICTED_KEY],
    isSimple = false,
  } = options;
  const sessions = new Map<string, Json>();
  const intents = new Map<string, Json>();
  const charges = new Map<string, Json>();
  const refunds = new Map<string, Json>();
  const disputes = new Map<string, Json>();
  const events: Json[] = [];
  const seconds = () => Math.floor(clock() / 1000);
  let count = 0;
  const newId = (prefix: string) => `${prefix}_${String(++count).padStart(8, '0')}Local`;

  const emit = (type: string, object: Json) =>
    events.push({
      id: newId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: seconds(),
      livemode: object.livemode ?? false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
      data: { object: structuredClone(object) },
    });

  const replay = createReplays(
    refuse(
      400,
      'idempotency_error',
      undefined,
      'Keys for idempotent requests can only be used with the same parameters',
    ),
  );

  const server = await startLocalServer((request) => {
    const page = /^\/c\/pay\/(\w+)$/.exec(request.path);
    if (page) return servePage(request, page[1] ?? '');
    const key = /^Bearer (\w+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (key === undefined || !keys.includes(key)) {
      return refuse(
        401,
        'invalid_request_error',
        undefined,
        `Invalid API Key provided: ${key?.slice(0, 8)}****6789`,
      );
    }
    if (!/^\d{4}-\d\d-\d\d\.\w+$/.test(request.headers['stripe-version'] ?? ''))
      throw new Error('no Stripe-Version');
    if (
      request.method === 'POST' &&
      request.body &&
      request.headers['content-type'] !== 'application/x-www-form-urlencoded'
    ) {
      return refuse(400, 'invalid_request_error', undefined, 'Send parameters as a form');
    }
    if (key.startsWith('rk_') && request.path === '/v1/disputes') {
      return refuse(
        403,
        'invalid_request_error',
        'more_permissions_required',
        `The key ${key} cannot do this`,
      );
    }
    return replay(request, () => route(request, key.includes('_live_')));
  }, options);

  function route(request: LocalRequest, isLive: boolean): LocalResponse {
    const { method, path, query } = request;
    const [, resource = '', id = '', action = ''] =
      /^\/v1\/(balance|checkout\/sessions|payment_intents|refunds|disputes)(?:\/(\w+))?(?:\/(\w+))?$/.exec(
        path,
      ) ?? [];
    const expand = query.getAll('expand[]').concat(query.getAll('expand[0]'));
    if (resource === 'balance' && !isSimple)
      return { status: 200, body: { object: 'balance', livemode: isLive, available: [], pending: [] } };
    if (resource === 'checkout/sessions') {
      if (method === 'POST' && !id) return createSession(parseForm(request.body), isLive);
      const session = sessions.get(id);
      if (!id) return list(path, [...sessions.values()].filter(matching(query)));
      if (!session || session.livemode !== isLive) return missing('checkout.session', id);
      if (action === 'expire') {
        if (session.status !== 'open') {
          return refuse(
            400,
            'invalid_request_error',
            undefined,
            `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
          );
        }
        expire(id);
      }
      return { status: 200, body: expanded(session, expand) };
    }
    if (resource === 'payment_intents') {
      const intent = intents.get(id);
      if (!id) return list(path, [...intents.values()]);
      return intent ? { status: 200, body: intent } : missing('payment_intent', id);
    }
    if (resource === 'refunds' && method === 'POST') return createRefund(parseForm(request.body));
    if (resource === 'refunds' && !isSimple) return list(path, [...refunds.values()].filter(matching(query)));
    if (resource === 'disputes' && !isSimple)
      return list(path, [...disputes.values()].filter(matching(query)));
    return refuse(404, 'invalid_request_error', undefined, `Unrecognized request URL (${method}: ${path})`);
  }

  function createSession(form: Json, isLive: boolean): LocalResponse {
    const price = form.line_items?.['0']?.price_data;
    const amount = Number(price?.unit_amount);
    if (
      form.mode !== 'payment' ||
      !form.success_url ||
      !price?.product_data?.name ||
      !/^[a-z]{3}$/.test(price.currency)
    ) {
      return refuse(400, 'invalid_request_error', 'parameter_missing', 'Missing required param');
    }
    const unknown = Object.keys(form).find((name) => !SESSION_PARAMETERS.includes(name));
    if (unknown)
      return refuse(
        400,
        'invalid_request_error',
        'parameter_unknown',
        `Received unknown parameter: ${unknown}`,
      );
    if (!Number.isInteger(amount) || amount < 30) {
      return refuse(
        400,
        'invalid_request_error',
        'amount_too_small',
        'The total amount due must add up to at least the minimum',
      );
    }
    const id = newId(isLive ? 'cs_live' : 'cs_test');
    const session: Json = {
      id,
      object: 'checkout.session',
      amount_subtotal: amount,
      amount_total: amount,
      cancel_url: form.cancel_url ?? null,
      client_reference_id: form.client_reference_id ?? null,
      created: seconds(),
      currency: price.currency,
      expires_at: seconds() + 24 * 3600,
      livemode: isLive,
      locale: form.locale ?? null,
      metadata: form.metadata ?? {},
      mode: 'payment',
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      success_url: form.success_url,
      url: `${server.url}/c/pay/${id}`,
    };
    sessions.set(id, session);
    intentData.set(id, form.payment_intent_data ?? {});
    return { status: 200, body: session };
  }
  const intentData = new Map<string, Json>();

  function createRefund({ payment_intent, amount, ...rest }: Json): LocalResponse {
    const intent = intents.get(payment_intent);
    if (!intent) return missing('payment_intent', payment_intent);
    const unknown = Object.keys(rest).find((name) => !['metadata', 'reason'].includes(name));
    if (unknown)
      return refuse(
        400,
        'invalid_request_error',
        'parameter_unknown',
        `Received unknown parameter: ${unknown}`,
      );
    const left = intent.amount_received - refundedOf(intent.id);
    const wanted = amount === undefined ? left : Number(amount);
    if (left === 0)
      return refuse(
        400,
        'invalid_request_error',
        'charge_already_refunded',
        'Charge has already been refunded.',
      );
    if (wanted > left)
      return refuse(
        400,
        'invalid_request_error',
        undefined,
        'Refund amount is greater than unrefunded amount on charge',
      );
    return { status: 200, body: refunds.get(makeRefund(intent, wanted, 'succeeded')) };
  }

  function makeRefund(intent: Json, amount: number, status: string): string {
    const id = newId('re');
    const charge = charges.get(intent.latest_charge);
    const refund = {
      ...{
        id,
        object: 'refund',
        amount,
        charge: intent.latest_charge,
        created: seconds(),
        currency: intent.currency,
      },
      ...{ metadata: {}, payment_intent: intent.id, reason: null, status },
    };
    refunds.set(id, refund);
    emit('refund.created', refund);
    if (charge) {
      charge.amount_refunded = refundedOf(intent.id);
      emit('charge.refunded', charge);
    }
    return id;
  }

  const refundedOf = (intentId: string) =>
    sum([...refunds.values()].filter((refund) => refund.payment_intent === intentId && !isReversed(refund)));

  function complete(session: Json, isPaid: boolean, isAsync: boolean): void {
    const id = newId('pi');
    const chargeId = newId('ch');
    const { metadata = {}, description = null } = intentData.get(session.id) ?? {};
    const { amount_total: amount, currency, livemode } = session;
    const common = { amount, currency, created: seconds(), livemode, metadata, description };
    const intent = {
      ...{ ...common, id, object: 'payment_intent', amount_received: isPaid ? amount : 0 },
      ...{ latest_charge: chargeId, status: isPaid ? 'succeeded' : 'processing' },
    };
    intents.set(id, intent);
    charges.set(chargeId, {
      ...{
        ...common,
        id: chargeId,
        object: 'charge',
        amount_captured: intent.amount_received,
        amount_refunded: 0,
      },
      ...{
        disputed: false,
        paid: isPaid,
        payment_intent: id,
        refunded: false,
        status: isPaid ? 'succeeded' : 'pending',
      },
    });
    Object.assign(session, {
      payment_intent: id,
      status: 'complete',
      payment_status: isPaid ? 'paid' : 'unpaid',
      url: null,
    });
    if (isPaid) emit('payment_intent.succeeded', intent);
    if (!isAsync || !isPaid) emit('checkout.session.completed', session);
  }

  function open(sessionId: string): Json {
    const session = sessions.get(sessionId);
    if (!session) throw new Error(`no session ${sessionId}`);
    return session;
  }

  function intentOf(sessionId: string): Json {
    const intent = intents.get(open(sessionId).payment_intent);
    if (!intent) throw new Error(`session ${sessionId} is not paid`);
    return intent;
  }

  function pay(sessionId: string, { async: isAsync = false } = {}): void {
    const session = open(sessionId);
    if (session.status !== 'open') throw new Error(`session ${sessionId} is ${session.status}`);
    complete(session, !isAsync, isAsync);
  }

  function expire(sessionId: string): void {
    const session = open(sessionId);
    Object.assign(session, { status: 'expired', url: null });
    emit('checkout.session.expired', session);
  }

  function servePage({ method }: LocalRequest, sessionId: string): LocalResponse {
    const session = sessions.get(sessionId);
    if (!session) return { status: 404, body: 'No such session' };
    if (session.status === 'open' && method !== 'POST') {
      const amount = `${session.amount_total} ${session.currency}`;
      return {
        status: 200,
        body: renderPayPage('Local Stripe', amount, session.cancel_url ?? session.success_url),
      };
    }
    if (session.status === 'open') pay(sessionId);
    return { status: 303, headers: { location: session.success_url }, body: '' };
  }

  function expanded(session: Json, expand: string[]): Json {
    const intent = intents.get(session.payment_intent);
    if (isSimple || !intent || !expand.some((path) => path.startsWith('payment_intent'))) return session;
    const isDeep = expand.includes('payment_intent.latest_charge');
    const charge = charges.get(intent.latest_charge);
    return { ...session, payment_intent: isDeep ? { ...intent, latest_charge: charge } : intent };
  }

  return {
    ...server,
    sessions,
    events,
    pay,
    expire,
    settle(sessionId, isPaid) {
      const session = open(sessionId);
      const intent = intentOf(sessionId);
      Object.assign(intent, {
        status: isPaid ? 'succeeded' : 'requires_payment_method',
        amount_received: isPaid ? intent.amount : 0,
      });
      if (isPaid) session.payment_status = 'paid';
      emit(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session);
    },
    refund(sessionId, amount, status = 'succeeded') {
      const intent = intentOf(sessionId);
      return makeRefund(intent, amount ?? intent.amount_received - refundedOf(intent.id), status);
    },
    updateRefund(refundId, status) {
      const refund = refunds.get(refundId);
      if (!refund) throw new Error(`no refund ${refundId}`);
      refund.status = status;
      emit('refund.updated', refund);
      if (status === 'failed') emit('refund.failed', refund);
    },
    dispute(sessionId, { isInquiry = false } = {}) {
      const intent = intentOf(sessionId);
      const id = newId('dp');
      const dispute: Json = {
        ...{ id, object: 'dispute', amount: intent.amount, charge: intent.latest_charge, created: seconds() },
        ...{ currency: intent.currency, livemode: intent.livemode, metadata: {}, payment_intent: intent.id },
        ...{ reason: 'general', status: isInquiry ? 'warning_needs_response' : 'needs_response' },
        balance_transactions: [],
      };
      disputes.set(id, dispute);
      emit('charge.dispute.created', dispute);
      if (!isInquiry) {
        dispute.balance_transactions.push({
          id: newId('txn'),
          object: 'balance_transaction',
          amount: -intent.amount,
        });
        emit('charge.dispute.funds_withdrawn', dispute);
      }
      return id;
    },
    closeDispute(disputeId, status) {
      const dispute = disputes.get(disputeId);
      if (!dispute) throw new Error(`no dispute ${disputeId}`);
      dispute.status = status;
      if (status === 'won') {
        dispute.balance_transactions.push({
          id: newId('txn'),
          object: 'balance_transaction',
          amount: dispute.amount,
        });
        emit('charge.dispute.funds_reinstated', dispute);
      }
      emit('charge.dispute.closed', dispute);
    },
    holds(sessionId) {
      const intent = intents.get(open(sessionId).payment_intent);
      if (!intent) return 0;
      const disputed = [...disputes.values()].filter(({ payment_intent }) => payment_intent === intent.id);
      const withdrawn = disputed.flatMap(({ balance_transactions }) => balance_transactions as Json[]);
      return intent.amount_received - refundedOf(intent.id) + sum(withdrawn);
    },
    async notify(url, event, { secret = WEBHOOK_SECRET, at = clock() } = {}) {
      const body = JSON.stringify(event);
      const response = await fetch(url, { method: 'POST', body, headers: signedHeaders(body, secret, at) });
      await response.arrayBuffer();
      return response.status;
    },
  };
}

/** Headers as documented at https://docs.stripe.com/webhooks/signature. */
export function signedHeaders(body: string, secret: string, at: number): Record<string, string> {
  const time = Math.floor(at / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': `t=${time},v1=${signature},v0=00`,
  };
}

const SESSION_PARAMETERS = [
  ...[
    'mode',
    'line_items',
    'client_reference_id',
    'metadata',
    'payment_intent_data',
    'success_url',
    'cancel_url',
  ],
  ...['locale', 'adaptive_pricing', 'expires_at', 'expand'],
];

function isReversed({ status }: Json): boolean {
  return status === 'failed' || status === 'canceled';
}

function sum(objects: Json[]): number {
  return objects.reduce((total, { amount }) => total + amount, 0);
}

function matching(query: URLSearchParams): (object: Json) => boolean {
  const intent = query.get('payment_intent');
  return (object) => intent === null || object.payment_intent === intent;
}

function list(url: string, data: Json[]): LocalResponse {
  return { status: 200, body: { object: 'list', url, has_more: false, data } };
}

function missing(kind: string, id: string): LocalResponse {
  return refuse(404, 'invalid_request_error', 'resource_missing', `No such ${kind}: '${id}'`);
}

function refuse(status: number, type: string, code: string | undefined, message: string): LocalResponse {
  return { status, headers: { 'request-id': 'req_local' }, body: { error: { type, code, message } } };
}
