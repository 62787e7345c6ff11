import { closeAccount, reopenAccount } from '../../../actions/account/close-account.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import type { StoredAccount } from '../../../store/tables/account/accounts.ts';
import { checkBody, readBody } from '../../body.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../../endpoint.ts';
import { formatEtag } from '../../etag.ts';
import { respondOnce } from '../../idempotency.ts';
import { ACCOUNT_EXAMPLE, AccountSchema } from '../../schemas/account/account.ts';
import { CloseAccount, checkCloseAccount } from '../../schemas/account/close.ts';

const closedAt = '2026-11-19T10:00:00.000Z';

const operations = {
  close: {
    id: 'closeAccount',
    tag: 'Account',
    summary: 'Close the account',
    description:
      'Nothing in a closed account can be changed, by people, keys, apps and customers alike: 403 `account_closed`. All of it can be read, and emails, reminders, recurring invoices and webhooks wait. Access can still be taken away: keys, sessions, people and apps. To be sure which account it is, `name` is its exact name. A closed account stays as it is.',
    headers: ['Idempotency-Key'],
    body: { schema: CloseAccount, example: { name: ACCOUNT_EXAMPLE.name } },
    responses: {
      200: { description: 'The account', schema: AccountSchema, example: { ...ACCOUNT_EXAMPLE, closedAt } },
    },
    problems: [...BODY_PROBLEMS, ...REPEAT_PROBLEMS],
  },
  reopen: {
    id: 'reopenAccount',
    tag: 'Account',
    summary: 'Reopen the account',
    description:
      'What waited goes on. Recurring invoices that are more than 3 days late are made as drafts. An open account stays as it is.',
    headers: ['Idempotency-Key'],
    responses: { 200: { description: 'The account', schema: AccountSchema, example: ACCOUNT_EXAMPLE } },
    problems: [...REPEAT_PROBLEMS],
  },
} satisfies Record<string, Operation>;

const route = { method: 'POST', scope: 'write', for: 'owner', needsRecentSignIn: true } as const;

export const closeRoutes: Endpoint[] = [
  { ...route, path: '/api/v1/account/close', operation: operations.close, handle: close },
  { ...route, path: '/api/v1/account/reopen', operation: operations.reopen, handle: reopen },
];

function close(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  return respondOnce(call, respond, async ({ keep }) => {
    const body = readBody(call);
    assertNoErrors(checkBody(body, checkCloseAccount));
    const { name } = body.value as CloseAccount;
    return closeAccount(deps, caller.accountId, name, now, keep);
  });
}

function reopen(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  return respondOnce(call, respond, ({ keep }) => reopenAccount(deps, caller.accountId, now, keep));
}

function respond(stored: StoredAccount): ApiResponse {
  return json(200, stored.account, { ETag: formatEtag(stored) });
}
