import { changeAccount, checkNewLogo, readAccount } from '../../../actions/account/change-account.ts';
import { readLimitUses } from '../../../actions/account/limits/account-limits.ts';
import { mayNotChangeRules } from '../../../actions/agreement/approval/approval-problems.ts';
import type { Deps } from '../../../app/deps.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { requirePermission } from '../../../http/session/permissions.ts';
import type { StoredAccount } from '../../../store/tables/account/accounts.ts';
import { checkBody, omitFields, readBody } from '../../body.ts';
import { BODY_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../../endpoint.ts';
import { createIfMatchCheck, formatEtag } from '../../etag.ts';
import {
  ACCOUNT_EXAMPLE,
  ACCOUNT_READ_ONLY,
  AccountSchema,
  checkAccount,
  PatchAccount,
} from '../../schemas/account/account.ts';

const account = { description: 'The account', schema: AccountSchema, example: ACCOUNT_EXAMPLE };

const operations = {
  get: {
    id: 'getAccount',
    tag: 'Account',
    summary: 'Get the business that issues the quotes',
    responses: { 200: account },
    problems: [],
  },
  patch: {
    id: 'updateAccount',
    tag: 'Account',
    summary: 'Update the business that issues the quotes',
    description:
      'JSON merge patch (RFC 7396): omitted fields keep their values, `null` clears an optional field. `bank` and `registrations` are replaced as a whole. Only the session of an owner changes `requireTwoStep`, within 15 minutes of the sign-in, and the rules of `approval` while `madeByKeys` is on: keys get 403, unless they send back what is stored.',
    headers: ['If-Match'],
    body: {
      schema: PatchAccount,
      example: { name: 'Studio Lindqvist', currency: 'SEK', locale: 'sv' },
    },
    responses: { 200: account },
    problems: [...BODY_PROBLEMS, 'precondition_failed', 'sign_in_again', 'pdf_busy'],
  },
} satisfies Record<string, Operation>;

export const accountRoutes: Endpoint[] = [
  { method: 'GET', path: '/api/v1/account', scope: 'read', operation: operations.get, handle: get },
  {
    method: 'PATCH',
    path: '/api/v1/account',
    scope: 'write',
    for: 'settings',
    operation: operations.patch,
    handle: patch,
  },
];

/** The permission that changing the sign-in requirements needs. */
const SECURITY = { scope: 'write', for: 'owner', needsRecentSignIn: true } as const;

async function get({ deps, caller }: Call): Promise<ApiResponse> {
  return respond(deps, await readAccount(deps, caller.accountId));
}

async function patch(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  const body = readBody(call);
  body.value = omitFields(body.value, ACCOUNT_READ_ONLY);
  const errors = checkBody(body, checkAccount);
  const { problem, bitmap } = await checkNewLogo(deps, caller.accountId, body.value.logo, errors);
  assertNoErrors(problem ? [...errors, problem] : errors);
  const expectSecurityPower = () => requirePermission(SECURITY, caller, deps.clock());
  const expectPerson = () => {
    if (caller.role === 'key') throw mayNotChangeRules(deps, caller.accountId);
  };
  const change = {
    ...{ patch: body.value as PatchAccount, bitmap, expectVersion: createIfMatchCheck(call) },
    ...{ expectSecurityPower, expectPerson },
  };
  return respond(deps, await changeAccount(deps, caller.accountId, change, now));
}

/** The ETag is that of the settings: limits and their use are no part of what is changed here. */
async function respond(deps: Deps, stored: StoredAccount): Promise<ApiResponse> {
  const { account, isLimited } = stored;
  const shown = isLimited ? { ...account, limits: await readLimitUses(deps, account.id) } : account;
  return json(200, shown, { ETag: formatEtag(stored) });
}
