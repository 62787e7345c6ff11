import { type Answered, submit } from '../support/api/customer.ts';
import type { Reply } from '../support/service/client.ts';
import type { Operation } from './check/history.ts';
import { type ChaosAccount, createClientFor } from './faults/cluster.ts';
import { between, oneOf, type Random } from './random.ts';

/** Creates operations with unique values, so that each effect can be traced to its operation. */
export interface OperationContext {
  random: Random;
  mark(): string;
}

export const LONG_PAST = '2020-01-31';
/** No day may end between the load and the checks. */
const FAR_AHEAD = '2099-12-31';

export function create(
  account: ChaosAccount,
  shop: OperationContext,
  { keyed }: { keyed: boolean },
): Operation {
  const title = shop.mark();
  const due = { when: 'acceptance' };
  const body = {
    customerId: oneOf(shop.random, ['cus_a', 'cus_b']),
    title,
    items: [19, 7].map((taxRate) => ({
      ...{ description: 'Work', quantity: 1.5, taxRate },
      unitPrice: Math.round(between(shop.random, 1, 99_999)),
    })),
    paymentSchedule: [
      { label: 'Deposit', type: 'percentage', value: 50, due },
      { label: 'Rest', type: 'rest', due },
    ],
  };
  return post('create', account, '/quotes', body, keyed ? shop.mark() : undefined, { title });
}

export function update(
  account: ChaosAccount,
  shop: OperationContext,
  quote: { id: string; version: number },
): Operation {
  const title = shop.mark();
  const headers = { 'If-Match': `"${quote.version}"` };
  return operation('update', account, {
    quoteId: quote.id,
    version: quote.version,
    title,
    isRepeatable: true,
    run: (url) => createClientFor({ url }, account).patch(`/quotes/${quote.id}`, { title }, { headers }),
  });
}

/** Converts one of the two stages, or everything that is left. */
export function convert(
  account: ChaosAccount,
  shop: OperationContext,
  quoteId: string,
  stage: number | undefined,
): Operation {
  const path = `/quotes/${quoteId}/convert-to-invoice`;
  // Half of the invoices are overdue as soon as they are issued.
  const dueDate = oneOf(shop.random, [LONG_PAST, FAR_AHEAD]);
  const body = { paymentMethod: 'BANK_TRANSFER', stage, dueDate };
  return post('convert', account, path, body, shop.mark(), { quoteId, stage });
}

export function send(
  account: ChaosAccount,
  shop: OperationContext,
  quoteId: string,
  { keyed }: { keyed: boolean },
): Operation {
  const recipient = `${shop.mark()}@customer.example`;
  const key = keyed ? shop.mark() : undefined;
  return post('send', account, `/quotes/${quoteId}/send`, { email: recipient }, key, { quoteId, recipient });
}

export function remove(account: ChaosAccount, quoteId: string): Operation {
  return operation('delete', account, {
    quoteId,
    isRepeatable: true,
    run: (url) => createClientFor({ url }, account).delete(`/quotes/${quoteId}`),
  });
}

/** Submits a decision on the customer page, based on the version seen there. */
export function answer(
  kind: 'accept' | 'decline',
  account: ChaosAccount,
  quoteId: string,
  page: { path: string; seen: Record<string, string> },
): Operation {
  return operation(kind, account, {
    quoteId,
    isRepeatable: true,
    run: async (url) => toReply(await submit(`${url}${page.path}`, kind, { name: 'Ada', ...page.seen })),
  });
}

export function toReply(page: Answered): Reply {
  return { ...page, body: undefined };
}

export function post(
  kind: Operation['kind'],
  account: ChaosAccount,
  path: string,
  body: object,
  key: string | undefined,
  more: Partial<Operation>,
): Operation {
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
  return operation(kind, account, {
    ...more,
    key,
    isRepeatable: key !== undefined,
    run: (url) => createClientFor({ url }, account).post(path, body, { headers }),
  });
}

export function operation(
  kind: Operation['kind'],
  account: ChaosAccount,
  rest: Pick<Operation, 'run' | 'isRepeatable'> & Partial<Operation>,
): Operation {
  return { kind, account, ...rest, attempts: 0, unclear: 0 };
}
