import {
  assertConnectable,
  connectProvider,
  disconnectProvider,
  readConnectedProvider,
} from '../../../actions/payments/connect-provider.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { checkBody, readBody } from '../../body.ts';
import { BODY_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../../endpoint.ts';
import {
  ConnectPaymentProvider,
  checkNewProvider,
  findProviderErrors,
  PAYMENT_PROVIDER_EXAMPLE,
  PaymentProviderSchema,
} from '../../schemas/account/payment-provider.ts';

const response = {
  200: {
    description: 'The payment provider',
    schema: PaymentProviderSchema,
    example: PAYMENT_PROVIDER_EXAMPLE,
  },
};

const operations = {
  get: {
    id: 'getPaymentProvider',
    tag: 'Account',
    summary: 'Get the payment provider',
    description: 'Requires the session of an owner. The keys are never returned.',
    responses: response,
    problems: [],
  },
  put: {
    id: 'connectPaymentProvider',
    tag: 'Account',
    summary: 'Connect a payment provider',
    description:
      'Requires the session of an owner who signed in within the last 15 minutes. The provider is asked whether the key works before it is stored, encrypted; all owners get an email. A provider that was connected is replaced: its key is kept until the payments that customers have begun with it have ended. With the same `secretKey` or the same `webhookSecret` the connection and its URL stay.',
    body: {
      schema: ConnectPaymentProvider,
      example: { kind: 'stripe', secretKey: 'sk_live_0123456789x7Qd', webhookSecret: 'whsec_0123456789' },
    },
    responses: response,
    problems: [...BODY_PROBLEMS, 'secret_needed', 'provider_unreachable'],
  },
  remove: {
    id: 'disconnectPaymentProvider',
    tag: 'Account',
    summary: 'Disconnect the payment provider',
    description:
      'Requires the session of an owner who signed in within the last 15 minutes. Customers can no longer begin to pay online; payments that they have begun are still recorded, and then the key is deleted. All owners get an email.',
    responses: { 204: { description: 'Disconnected' } },
    problems: ['not_found'],
  },
} satisfies Record<string, Operation>;

const PATH = '/api/v1/payment-provider';
const change = { scope: 'write', for: 'owner', needsRecentSignIn: true } as const;

export const paymentProviderRoutes: Endpoint[] = [
  { method: 'GET', path: PATH, scope: 'read', for: 'owner', operation: operations.get, handle: get },
  { method: 'PUT', path: PATH, ...change, operation: operations.put, handle: put },
  { method: 'DELETE', path: PATH, ...change, operation: operations.remove, handle: remove },
];

async function get({ deps, caller }: Call): Promise<ApiResponse> {
  return json(200, await readConnectedProvider(deps, caller.accountId));
}

async function put(call: Call): Promise<ApiResponse> {
  const { deps } = call;
  assertConnectable(deps);
  const body = readBody(call);
  const errors = checkBody(body, checkNewProvider);
  const input = body.value as ConnectPaymentProvider;
  assertNoErrors(errors.length > 0 ? errors : findProviderErrors(input));
  const { kind, secretKey, webhookSecret = null } = input;
  return json(200, await connectProvider(deps, findOwner(call), { kind, secretKey, webhookSecret }));
}

async function remove(call: Call): Promise<ApiResponse> {
  await disconnectProvider(call.deps, findOwner(call));
  return { status: 204 };
}

function findOwner({ caller }: Call): { accountId: string; name: string } {
  const { accountId, visitor } = caller;
  return { accountId, name: visitor?.user.name ?? '' };
}
