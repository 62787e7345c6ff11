import { createOwnAccount } from '../../../actions/account/create-own-account.ts';
import { runOnce } from '../../../actions/once.ts';
import { listOwnAccounts } from '../../../actions/people/signed-in.ts';
import type { Account } from '../../../domain/account/account.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { checkBody, readBody } from '../../body.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../../endpoint.ts';
import { formatEtag } from '../../etag.ts';
import { readIdempotencyKey } from '../../idempotency.ts';
import { formatList } from '../../query.ts';
import { ACCOUNT_EXAMPLE, AccountSchema } from '../../schemas/account/account.ts';
import {
  CreateAccount,
  checkNewAccount,
  OWN_ACCOUNT_EXAMPLE,
  OwnAccountSchema,
} from '../../schemas/account/new-account.ts';
import { createListSchema, exampleList } from '../../schemas/list.ts';

const operations = {
  list: {
    id: 'listAccounts',
    tag: 'Account',
    summary: 'List the accounts of the signed-in person',
    description: 'The request names no account. Keys belong to one account: `GET /account` returns it.',
    responses: {
      200: {
        description: 'All accounts that the person belongs to',
        schema: createListSchema(OwnAccountSchema),
        example: exampleList(OWN_ACCOUNT_EXAMPLE),
      },
    },
    problems: [],
  },
  create: {
    id: 'createAccount',
    tag: 'Account',
    summary: 'Create an account that the signed-in person owns',
    description:
      'The request names no account, and nothing of the other accounts of the person is copied. Settings that are left out have the defaults of every new account. A person can own as many accounts as `ACCOUNTS_PER_PERSON` says.',
    headers: ['Idempotency-Key'],
    body: {
      schema: CreateAccount,
      example: { name: 'Studio Lindqvist', country: 'SE', currency: 'SEK', timeZone: 'Europe/Stockholm' },
    },
    responses: {
      201: { description: 'The account', schema: AccountSchema, example: ACCOUNT_EXAMPLE },
    },
    problems: [...BODY_PROBLEMS, 'too_many_accounts', ...REPEAT_PROBLEMS],
  },
} satisfies Record<string, Operation>;

const PATH = '/api/v1/accounts';

export const accountsRoutes: Endpoint[] = [
  { method: 'GET', path: PATH, scope: 'read', for: 'person', operation: operations.list, handle: list },
  {
    ...{ method: 'POST', path: PATH, scope: 'write', for: 'person', needsRecentSignIn: true },
    ...{ operation: operations.create, handle: create },
  },
];

async function list({ deps, caller }: Call): Promise<ApiResponse> {
  return json(200, formatList(caller.visitor ? await listOwnAccounts(deps, caller.visitor) : []));
}

async function create(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  const keyed = readIdempotencyKey(call);
  // Stored with another account of the person, in which others may use the same key.
  const request = keyed && { ...keyed, key: `${caller.keyId} ${keyed.key}` };
  return runOnce<Account>(deps, request, respond, async ({ keep }) => {
    const body = readBody(call);
    assertNoErrors(checkBody(body, checkNewAccount));
    const { kind = 'live', ...settings } = body.value as CreateAccount;
    return createOwnAccount(deps, caller.keyId, { kind, ...settings }, now, keep);
  });
}

/** Like GET /account, the URL is that of the account which the header names. */
function respond(account: Account): ApiResponse {
  return json(201, account, { Location: '/api/v1/account', ETag: formatEtag({ version: 1 }) });
}
