import { createAccountKey, listAccountKeys, revokeAccountKey } from '../../../actions/account/accounts.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import type { ListedKey } from '../../../domain/people/account-access.ts';
import { findKeyErrors } from '../../../domain/people/key-errors.ts';
import { findAccess } from '../../../domain/people/key-scopes.ts';
import { checkBody, readBody } from '../../body.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../../endpoint.ts';
import { formatList } from '../../query.ts';
import { createListSchema, exampleList } from '../../schemas/list.ts';
import { CreateKey, checkNewKey, KEY_EXAMPLE, KeySchema } from '../../schemas/person/key.ts';
import { respondSecretOnce } from '../../secret-response.ts';

const operations = {
  list: {
    id: 'listKeys',
    tag: 'People',
    summary: 'List the API keys',
    responses: {
      200: {
        description: 'All keys, including revoked ones',
        schema: createListSchema(KeySchema),
        example: exampleList(KEY_EXAMPLE),
      },
    },
    problems: [],
  },
  create: {
    id: 'createKey',
    tag: 'People',
    summary: 'Create an API key',
    description:
      'The key itself, `secret`, is in this response and never shown again. `scopes` defaults to `read` and `write`, `seesCosts` to `false`.',
    headers: ['Idempotency-Key'],
    body: { schema: CreateKey, example: { name: 'Website', scopes: ['read', 'write'] } },
    responses: {
      201: {
        description: 'The key',
        schema: KeySchema,
        example: { ...KEY_EXAMPLE, secret: 'prf_live_a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6' },
      },
    },
    problems: [...BODY_PROBLEMS, ...REPEAT_PROBLEMS],
  },
  remove: {
    id: 'revokeKey',
    tag: 'People',
    summary: 'Revoke an API key',
    description: 'Takes effect immediately.',
    responses: { 204: { description: 'Revoked' } },
    problems: ['not_found'],
  },
} satisfies Record<string, Operation>;

const PATH = '/api/v1/keys';
const change = { scope: 'write', for: 'owner', needsRecentSignIn: true } as const;

export const keyRoutes: Endpoint[] = [
  { method: 'GET', path: PATH, scope: 'read', for: 'owner', operation: operations.list, handle: list },
  { method: 'POST', path: PATH, ...change, operation: operations.create, handle: create },
  { method: 'DELETE', path: `${PATH}/:id`, ...change, operation: operations.remove, handle: remove },
];

async function list({ deps, caller }: Call): Promise<ApiResponse> {
  return json(200, formatList(await listAccountKeys(deps, caller.accountId)));
}

async function create(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  const respond = (key: ListedKey & { secret: string }) => json(201, key, { Location: `${PATH}/${key.id}` });
  return respondSecretOnce(call, respond, async ({ keep }) => {
    const body = readBody(call);
    assertNoErrors(checkBody(body, checkNewKey));
    const {
      name,
      scopes = ['read', 'write'],
      seesCosts = false,
      expiresAt = null,
      addresses = null,
    } = body.value as CreateKey;
    const input = {
      name: name.trim(),
      access: findAccess(scopes),
      seesCosts,
      expiresAt: expiresAt === null ? null : Date.parse(expiresAt),
      addresses,
    };
    assertNoErrors(findKeyErrors(input, now));
    return createAccountKey(deps, caller.accountId, input, now, keep);
  });
}

async function remove({ deps, caller, params, now }: Call): Promise<ApiResponse> {
  await revokeAccountKey(deps, caller.accountId, params.id ?? '', now);
  return { status: 204 };
}
