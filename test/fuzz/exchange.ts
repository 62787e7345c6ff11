import assert from 'node:assert/strict';
import { signIn } from '../support/console/sign-in.ts';
import type { Client, Json, Reply } from '../support/service/client.ts';
import type { TestService } from '../support/service/service.ts';
import { assertStored, type FuzzedOperation, OWNER_PATHS, withPath } from './operations.ts';

/** Operations that return something other than their input. */
const RETURN_OTHER_VALUES = new Set([
  'sendQuote',
  'sendInvoice',
  'remindOfInvoice',
  'creditInvoice',
  'requestApproval',
  'readMessages',
  'previewQuote',
  'sendTestMail',
  'remindCustomer',
  'createInvitation',
  'createKey',
  'advanceTestClock',
  'replayWebhookEvents',
  'resendEvent',
]);

/**
 * Returns a client with a key, and an owner session for operations closed to keys. Webhook endpoints belong to a
 * separate account without events, so that nothing is delivered.
 */
export async function createFuzzClient(service: TestService): Promise<Client> {
  const account = await service.newAccount();
  const owner = await signIn(service, { accountId: account.accountId });
  const quiet = await service.newAccount();
  const request: Client['request'] = (method, path, body, options) =>
    callerFor(path).request(method, path, body, options);
  const callerFor = (path: string): Client => {
    if (path.startsWith('/webhook-endpoints')) return quiet;
    return OWNER_PATHS.test(path) ? owner : account;
  };
  return { ...account, request };
}

/** Expects no 5xx, a response that matches the document (checked by the client), and accepted input that is stored. */
export async function exchange(api: Client, operation: FuzzedOperation, text: string): Promise<Reply> {
  let path = operation.template;
  const reply = await withPath(operation.template, api, (found) => {
    path = found;
    return api.request(operation.method, found, undefined, { raw: text });
  });
  assert.ok(reply.status < 500, `${operation.name} ${text}: ${reply.text}`);
  if (reply.status >= 300 || text === '') return reply;
  const given: Json = JSON.parse(text);
  try {
    if (!RETURN_OTHER_VALUES.has(operation.name)) assertStored(given, reply.body);
    const address = operation.readBack(path, reply);
    // A concurrent request may have changed the same customer, account or endpoint, so the response has to suffice.
    if (address && !/^\/(customers|account|webhook-endpoints)/.test(address)) {
      assertStored(given, (await api.get(address)).body);
    }
  } catch (error) {
    throw new Error(`${operation.name} ${text} came back as ${reply.text}`, { cause: error });
  }
  return reply;
}

/** Generated references match nothing; this replaces most of them with an existing id or removes them. */
export function withCustomer(text: string): string {
  try {
    const given = JSON.parse(text);
    if (typeof given.customerId === 'string' && given.customerId.length % 4 !== 3)
      given.customerId = 'cus_test';
    if (given.templateId?.length % 4 !== 3) delete given.templateId;
    for (const item of Array.isArray(given.items) ? given.items : []) {
      if (item?.catalogueItemId?.length % 4 !== 3) delete item?.catalogueItemId;
    }
    return JSON.stringify(given);
  } catch {
    return text;
  }
}
