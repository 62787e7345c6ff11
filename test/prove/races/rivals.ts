import { between, oneOf, type Random } from '../../chaos/random.ts';
import { OWNER_PATHS } from '../../fuzz/operations.ts';
import type { Json, Reply } from '../../support/service/client.ts';
import type { Contested, Shop } from './objects.ts';

/** An operation of the document that changes an object. */
export interface Rival {
  name: string;
  method: string;
  template: string;
  example: Json;
  hasKey: boolean;
}

/** A request of a race, and its response. */
export interface Attempt {
  rival: Rival;
  key?: string;
  body: Json;
  reply: Reply;
}

const CHANGING = ['post', 'put', 'patch', 'delete'];
/** Operations whose effect is at a provider or a mail server. */
const ELSEWHERE = new Set(['refundPayment']);

/** The operations that change one object of a kind, such as `quotes`, from the OpenAPI document. */
export function rivalsOf(document: Json, kind: string): Rival[] {
  const isOfKind = (path: string) => path.startsWith(`/${kind}/{id}`) || path === `/${kind}`;
  return Object.entries<Record<string, Json>>(document.paths)
    .filter(([path]) => isOfKind(path))
    .flatMap(([template, item]) =>
      Object.entries(item)
        .filter(([method, { operationId }]) => CHANGING.includes(method) && !ELSEWHERE.has(operationId))
        .filter(([method]) => template.includes('{id}') || method === 'patch')
        .map(([method, operation]) => ({
          name: operation.operationId,
          method: method.toUpperCase(),
          template,
          example: operation.requestBody?.content['application/json']?.example,
          hasKey: operation.parameters?.some(({ name }: Json) => name === 'Idempotency-Key') ?? false,
        })),
    );
}

/** Bodies that reach the rules of the object; the others send the example of the document. */
const BODIES: Record<string, (random: Random) => Json> = {
  updateQuote: (random) =>
    oneOf(random, [
      { title: `Title ${random()}` },
      { status: 'ACCEPTED' },
      { items: [{ description: 'Other', quantity: 2, unitPrice: Math.floor(between(random, 1, 9999)) }] },
    ]),
  sendQuote: () => ({}),
  sendInvoice: () => ({}),
  remindCustomer: () => ({}),
  remindOfInvoice: () => ({}),
  duplicateQuote: () => ({}),
  requestApproval: () => ({}),
  convertQuote: (random) => oneOf(random, [{}, { stage: 0 }, { stage: 1 }]),
  issueInvoice: () => ({}),
  updateInvoice: (random) => ({ metadata: { mark: String(random()) } }),
  recordPayment: (random) => ({ amount: Math.floor(between(random, 1, 4000)) }),
  creditInvoice: (random) => ({ amount: Math.floor(between(random, 1, 4000)), reason: 'Returned' }),
  updateAccount: (random) => ({ name: `Name ${random()}` }),
  updateUser: (random) => ({ role: oneOf(random, ['member', 'owner']) }),
};

/** Sends all requests at once; half of those that may have a key share one with the same body. */
export async function race(
  shop: Shop,
  object: Contested,
  rivals: readonly Rival[],
  random: Random,
): Promise<Attempt[]> {
  const shared = new Map<string, Json>();
  const requests = rivals.map((rival) => {
    const newBody = BODIES[rival.name] ?? (() => rival.example);
    if (!rival.hasKey || random() < 0.5) return { rival, body: newBody(random) };
    if (!shared.has(rival.name)) shared.set(rival.name, newBody(random));
    return { rival, body: shared.get(rival.name), key: `race-${rival.name}-${object.id}` };
  });
  return await Promise.all(
    requests.map(async (request) => ({ ...request, reply: await send(shop, object, request) })),
  );
}

function send(
  { api, owner }: Shop,
  object: Contested,
  { rival, body, key }: Omit<Attempt, 'reply'>,
): Promise<Reply> {
  let path = rival.template.replace('{id}', object.id);
  for (const [name, value] of Object.entries(object.more)) path = path.replace(`{${name}}`, value);
  const caller = OWNER_PATHS.test(path) ? owner : api;
  const headers = {
    ...(key && { 'Idempotency-Key': key }),
    ...(/Quote$/.test(rival.name) && /approve|reject/.test(rival.name) && { 'If-Match': object.etag }),
  };
  const isFile = rival.name === 'putAttachment';
  return isFile
    ? caller.request(rival.method, path, undefined, { raw: 'y' })
    : caller.request(rival.method, path, body, { headers });
}

export function describeAttempt({ rival, key, body, reply }: Attempt): string {
  const result = `${reply.status} ${reply.body?.code ?? reply.body?.status ?? ''}`.trim();
  return `${rival.name} ${JSON.stringify(body) ?? ''} ${key ? `(key ${key}) ` : ''}→ ${result}`;
}
