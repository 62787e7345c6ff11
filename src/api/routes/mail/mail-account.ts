import { assertMailConnectable, type Connector } from '../../../actions/mail/connect-mail-account.ts';
import { connectSmtp } from '../../../actions/mail/connect-smtp.ts';
import { disconnectMailAccount } from '../../../actions/mail/disconnect-mail-account.ts';
import { readMailAccount } from '../../../actions/mail/read-mail-account.ts';
import { Problem } from '../../../domain/errors.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { checkBody, readBody } from '../../body.ts';
import { BODY_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../../endpoint.ts';
import {
  ConnectMailAccount,
  checkNewMailAccount,
  MAIL_ACCOUNT_EXAMPLE,
  MailAccountSchema,
} from '../../schemas/account/mail-account.ts';

const response = {
  200: { description: 'The mail account', schema: MailAccountSchema, example: MAIL_ACCOUNT_EXAMPLE },
};

const operations = {
  get: {
    id: 'getMailAccount',
    tag: 'Account',
    summary: 'Get the mail account',
    description: 'Requires the session of an owner. Passwords and tokens are never returned.',
    responses: response,
    problems: [],
  },
  put: {
    id: 'connectMailAccount',
    tag: 'Account',
    summary: 'Connect a mail server',
    description:
      'Requires the session of an owner who signed in within the last 15 minutes. A test email goes to that owner by this mail server; only if the server accepts it, the mail account is stored, with its password encrypted, and replaces the one that was connected. All owners get an email. From then on emails of the account are sent by this mail server only, even if it fails. TLS with a valid certificate is required.',
    body: {
      schema: ConnectMailAccount,
      example: {
        kind: 'smtp',
        host: 'mail.example.com',
        port: 587,
        user: 'rosa@example.com',
        password: 'correct horse battery staple',
        from: 'rosa@example.com',
        imapHost: 'mail.example.com',
        imapPort: 993,
      },
    },
    responses: response,
    problems: [
      ...BODY_PROBLEMS,
      'mail_account_live_only',
      'secret_needed',
      'send_limited',
      'mail_refused',
      'mail_unavailable',
      'mail_timeout',
    ],
  },
  remove: {
    id: 'disconnectMailAccount',
    tag: 'Account',
    summary: 'Disconnect the mail account',
    description:
      'Requires the session of an owner who signed in within the last 15 minutes. The credentials are deleted, and emails are sent by the mail server of the service again, also those that wait. All owners get an email.',
    responses: { 204: { description: 'Disconnected' } },
    problems: ['not_found'],
  },
} satisfies Record<string, Operation>;

const PATH = '/api/v1/mail-account';
const change = { scope: 'write', for: 'owner', needsRecentSignIn: true } as const;

export const mailAccountRoutes: Endpoint[] = [
  { method: 'GET', path: PATH, scope: 'read', for: 'owner', operation: operations.get, handle: get },
  { method: 'PUT', path: PATH, ...change, operation: operations.put, handle: put },
  { method: 'DELETE', path: PATH, ...change, operation: operations.remove, handle: remove },
];

async function get({ deps, caller }: Call): Promise<ApiResponse> {
  return json(200, await readMailAccount(deps, caller.accountId));
}

async function put(call: Call): Promise<ApiResponse> {
  const { deps } = call;
  const owner = findOwner(call);
  await assertMailConnectable(deps, owner.accountId);
  const body = readBody(call);
  assertNoErrors(checkBody(body, checkNewMailAccount));
  const { kind: _, ...input } = body.value as ConnectMailAccount;
  const optional = { imapHost: null, imapPort: null, plusAddressing: false, authservId: null, moveTo: null };
  return json(200, await connectSmtp(deps, owner, { ...optional, ...input }));
}

async function remove(call: Call): Promise<ApiResponse> {
  await disconnectMailAccount(call.deps, findOwner(call));
  return { status: 204 };
}

function findOwner({ caller: { accountId, visitor } }: Call): Connector {
  // Routes for owners are not open to keys.
  if (!visitor) throw new Problem('forbidden', 'This requires the session of an owner.');
  return { accountId, sessionId: visitor.sessionId, user: visitor.user };
}
