import type { Json } from '../service/client.ts';
import {
  createReplays,
  type LocalRequest,
  type LocalResponse,
  type LocalServer,
  renderPayPage,
  startLocalServer,
} from './local-server.ts';

export const MOLLIE_KEY = 'test_LocalKey0123456789abcdefghij';
export const MOLLIE_LIVE_KEY = 'live_LocalKey0123456789abcdefghij';

/** A local Mollie: the documented requests and objects of payments, refunds and chargebacks, and webhooks. */
export interface MollieServer extends LocalServer {
  payments: Map<string, Json>;
  /** Sets the status of a payment: `pending`, `paid`, `failed`, `expired`, `canceled`. */
  setStatus(paymentId: string, status: string): void;
  /** Pays, like the customer. */
  pay(paymentId: string): void;
  /** Whether an open payment can be canceled; depends on the method. */
  setCancelable(paymentId: string, isCancelable: boolean): void;
  /** Refunds in the dashboard; everything without an amount. Returns its identifier. */
  refund(paymentId: string, value?: string, status?: string): string;
  updateRefund(refundId: string, status: string): void;
  /** Returns the identifier of the chargeback. */
  chargeBack(paymentId: string): string;
  reverseChargeback(chargebackId: string): void;
  /** What Mollie holds of a payment, as a decimal number without its point. */
  holds(paymentId: string): number;
  /** Calls the webhook of a payment, or this URL, and returns the status of the response. */
  notify(paymentId: string, url?: string): Promise<number>;
}

export interface MollieServerOptions {
  clock?: () => number;
  keys?: string[];
  /** Leaves out what simple servers lack: embedded objects, methods and lists. */
  isSimple?: boolean;
  identity?: { key: string; cert: string };
  port?: number;
}

export async function startMollie(options: MollieServerOptions = {}): Promise<MollieServer> {
  const { clock = Date.now, keys = [MOLLIE_KEY, MOLLIE_LIVE_KEY], isSimple = false } = options;
  const payments = new Map<string, Json>();
  const refunds = new Map<string, Json>();
  const chargebacks = new Map<string, Json>();
  const time = () => new Date(clock()).toISOString().replace(/\.\d+Z$/, '+00:00');
  let count = 0;
  const newId = (prefix: string) => `${prefix}_${String(++count).padStart(6, '0')}Local`;

  const replay = createReplays(
    refuse(422, 'Unprocessable Entity', 'The idempotency key was used with another body'),
  );
  const server = await startLocalServer((request) => {
    const page = /^\/checkout\/(\w+)$/.exec(request.path);
    if (page) return servePage(request, page[1] ?? '');
    const key = /^Bearer (\w+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (key === undefined || !keys.includes(key)) {
      return refuse(401, 'Unauthorized Request', 'Missing authentication, or failed to authenticate');
    }
    return replay(request, () => route(request, key.startsWith('live_') ? 'live' : 'test'));
  }, options);

  function route(request: LocalRequest, mode: string): LocalResponse {
    const { method, path, query } = request;
    if (path === '/v2/methods' && !isSimple)
      return list('methods', [{ resource: 'method', id: 'ideal', description: 'iDEAL', _links: {} }]);
    const [, id = '', part = ''] = /^\/v2\/payments(?:\/(\w+))?(?:\/(refunds|chargebacks))?$/.exec(path) ?? [
      path,
    ];
    if (!path.startsWith('/v2/payments')) return refuse(404, 'Not Found', 'No such page');
    if (!id)
      return method === 'POST'
        ? createPayment(JSON.parse(request.body), mode)
        : list('payments', [...payments.values()]);
    const payment = payments.get(id);
    if (!payment || payment.mode !== mode)
      return refuse(404, 'Not Found', `No payment exists with token ${id}.`);
    if (part === 'refunds' && method === 'POST') return createRefund(payment, JSON.parse(request.body));
    if (part && isSimple) return refuse(404, 'Not Found', 'No such page');
    if (part === 'refunds') return list('refunds', ofPayment(refunds, id));
    if (part === 'chargebacks') return list('chargebacks', ofPayment(chargebacks, id));
    if (method === 'DELETE') {
      if (!payment.isCancelable) return refuse(422, 'Unprocessable Entity', 'The payment cannot be canceled');
      setStatus(id, 'canceled');
    }
    return { status: 200, body: embedded(payment, query.get('embed')?.split(',') ?? []) };
  }

  function createPayment(body: Json, mode: string): LocalResponse {
    const { amount, description, redirectUrl, webhookUrl, cancelUrl, locale, metadata } = body;
    const decimals = ['JPY', 'ISK'].includes(amount?.currency) ? /^\d+$/ : /^\d+\.\d\d$/;
    if (!decimals.test(amount?.value) || Number(amount.value) <= 0) {
      return refuse(422, 'Unprocessable Entity', 'The amount contains an invalid value', 'amount');
    }
    if (!description) return refuse(422, 'Unprocessable Entity', 'The description is missing', 'description');
    if (!/^https?:/.test(redirectUrl))
      return refuse(422, 'Unprocessable Entity', 'The redirect URL is invalid', 'redirectUrl');
    if (webhookUrl !== undefined && !webhookUrl.startsWith('https://')) {
      return refuse(422, 'Unprocessable Entity', 'The webhook URL is invalid', 'webhookUrl');
    }
    if (locale !== undefined && !/^[a-z]{2}_[A-Z]{2}$/.test(locale)) {
      return refuse(422, 'Unprocessable Entity', 'The locale is invalid', 'locale');
    }
    const id = newId('tr');
    const payment: Json = {
      ...{ resource: 'payment', id, mode, createdAt: time(), amount, description, method: null, metadata },
      ...{ status: 'open', isCancelable: false, locale, profileId: 'pfl_local', sequenceType: 'oneoff' },
      ...{ redirectUrl, cancelUrl, webhookUrl },
      _links: {
        self: { href: `${server.url}/v2/payments/${id}`, type: 'application/hal+json' },
        checkout: { href: `${server.url}/checkout/${id}`, type: 'text/html' },
      },
    };
    payments.set(id, payment);
    return { status: 201, body: payment };
  }

  function createRefund(payment: Json, { amount }: Json): LocalResponse {
    if (payment.status !== 'paid') return refuse(422, 'Unprocessable Entity', 'The payment is not paid');
    if (digits(amount.value) > digits(payment.amount.value) - refundedOf(payment.id)) {
      return refuse(422, 'Unprocessable Entity', 'The amount is higher than the maximum', 'amount');
    }
    return { status: 201, body: refunds.get(makeRefund(payment, amount.value, 'pending')) };
  }

  function makeRefund(payment: Json, value: string, status: string): string {
    const id = newId('re');
    const { currency } = payment.amount;
    refunds.set(id, {
      ...{
        resource: 'refund',
        id,
        mode: payment.mode,
        amount: { currency, value },
        status,
        paymentId: payment.id,
      },
      ...{ createdAt: time(), description: '', metadata: null, _links: {} },
    });
    return id;
  }

  const refundedOf = (id: string) =>
    sum(ofPayment(refunds, id).filter(({ status }) => status !== 'failed' && status !== 'canceled'));

  function embedded(payment: Json, wanted: string[]): Json {
    if (isSimple || wanted.length === 0) return payment;
    const parts = {
      refunds: ofPayment(refunds, payment.id),
      chargebacks: ofPayment(chargebacks, payment.id),
    };
    return {
      ...payment,
      _embedded: Object.fromEntries(Object.entries(parts).filter(([name]) => wanted.includes(name))),
    };
  }

  function find(paymentId: string): Json {
    const payment = payments.get(paymentId);
    if (!payment) throw new Error(`no payment ${paymentId}`);
    return payment;
  }

  function setStatus(paymentId: string, status: string): void {
    const payment = find(paymentId);
    Object.assign(payment, { status, isCancelable: false, [`${status}At`]: time() });
    if (status !== 'open') delete payment._links.checkout;
  }

  function servePage({ method }: LocalRequest, id: string): LocalResponse {
    const payment = payments.get(id);
    if (!payment) return { status: 404, body: 'No such payment' };
    const { amount, redirectUrl, cancelUrl, status } = payment;
    if (status === 'open' && method !== 'POST') {
      const body = renderPayPage(
        'Local Mollie',
        `${amount.value} ${amount.currency}`,
        cancelUrl ?? redirectUrl,
      );
      return { status: 200, body };
    }
    if (status === 'open') setStatus(id, 'paid');
    return { status: 303, headers: { location: redirectUrl }, body: '' };
  }

  return {
    ...server,
    payments,
    setStatus,
    pay: (id) => setStatus(id, 'paid'),
    setCancelable(id, isCancelable) {
      find(id).isCancelable = isCancelable;
    },
    refund: (id, value = find(id).amount.value, status = 'refunded') => makeRefund(find(id), value, status),
    updateRefund(id, status) {
      const refund = refunds.get(id);
      if (!refund) throw new Error(`no refund ${id}`);
      refund.status = status;
    },
    chargeBack(paymentId) {
      const id = newId('chb');
      const { amount } = find(paymentId);
      chargebacks.set(id, {
        ...{ resource: 'chargeback', id, amount, settlementAmount: amount, createdAt: time(), paymentId },
        ...{ reason: null, reversedAt: null, _links: {} },
      });
      return id;
    },
    reverseChargeback(id) {
      const chargeback = chargebacks.get(id);
      if (!chargeback) throw new Error(`no chargeback ${id}`);
      chargeback.reversedAt = time();
    },
    holds(id) {
      const { status, amount } = find(id);
      const lost = ofPayment(chargebacks, id).filter(({ reversedAt }) => !reversedAt);
      return (status === 'paid' ? digits(amount.value) : 0) - refundedOf(id) - sum(lost);
    },
    async notify(id, url = find(id).webhookUrl) {
      const response = await fetch(url, { method: 'POST', body: new URLSearchParams({ id }) });
      await response.arrayBuffer();
      return response.status;
    },
  };
}

function ofPayment(objects: Map<string, Json>, paymentId: string): Json[] {
  return [...objects.values()].filter((object) => object.paymentId === paymentId);
}

function sum(objects: Json[]): number {
  return objects.reduce((total, { amount }) => total + digits(amount.value), 0);
}

function digits(value: string): number {
  return Number(value.replace('.', ''));
}

function list(name: string, objects: Json[]): LocalResponse {
  return {
    status: 200,
    body: { count: objects.length, _embedded: { [name]: objects }, _links: { next: null, previous: null } },
  };
}

function refuse(status: number, title: string, detail: string, field?: string): LocalResponse {
  const documentation = { href: 'https://docs.mollie.com/reference/handling-errors', type: 'text/html' };
  return { status, body: { status, title, detail, ...(field && { field }), _links: { documentation } } };
}
