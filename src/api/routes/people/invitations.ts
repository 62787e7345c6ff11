import {
  type Invited,
  invite,
  listAccountInvitations,
  withdrawInvitation,
} from '../../../actions/people/invitations.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { normalizeEmail } from '../../../domain/people/person.ts';
import { checkBody, readBody } from '../../body.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../../endpoint.ts';
import { formatList } from '../../query.ts';
import { createListSchema, exampleList } from '../../schemas/list.ts';
import {
  CreateInvitation,
  checkNewInvitation,
  INVITATION_EXAMPLE,
  InvitationSchema,
} from '../../schemas/person/people.ts';
import { respondSecretOnce } from '../../secret-response.ts';

const operations = {
  list: {
    id: 'listInvitations',
    tag: 'People',
    summary: 'List the open invitations',
    responses: {
      200: {
        description: 'The invitations that have not been accepted yet',
        schema: createListSchema(InvitationSchema),
        example: exampleList(INVITATION_EXAMPLE),
      },
    },
    problems: [],
  },
  create: {
    id: 'createInvitation',
    tag: 'People',
    summary: 'Invite a person by email',
    description:
      'The link in the email works once, for seven days. Another invitation to the same address replaces it. Without a mail server the response has the link.',
    headers: ['Idempotency-Key'],
    body: { schema: CreateInvitation, example: { email: 'grace@example.com', role: 'reader' } },
    responses: {
      201: { description: 'The invitation', schema: InvitationSchema, example: INVITATION_EXAMPLE },
    },
    problems: [
      ...BODY_PROBLEMS,
      'already_member',
      'too_many_invitations',
      'limit_reached',
      ...REPEAT_PROBLEMS,
    ],
  },
  remove: {
    id: 'withdrawInvitation',
    tag: 'People',
    summary: 'Withdraw an invitation',
    responses: { 204: { description: 'Withdrawn: its link no longer works' } },
    problems: ['not_found'],
  },
} satisfies Record<string, Operation>;

const PATH = '/api/v1/invitations';
const change = { scope: 'write', for: 'owner', needsRecentSignIn: true } as const;

export const invitationRoutes: Endpoint[] = [
  { method: 'GET', path: PATH, scope: 'read', for: 'owner', operation: operations.list, handle: list },
  { method: 'POST', path: PATH, ...change, operation: operations.create, handle: create },
  { method: 'DELETE', path: `${PATH}/:id`, ...change, operation: operations.remove, handle: remove },
];

async function list({ deps, caller, now }: Call): Promise<ApiResponse> {
  return json(200, formatList(await listAccountInvitations(deps, caller.accountId, now)));
}

async function create(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  const respond = ({ invitation, url, isMailed }: Invited) => {
    const shown = isMailed ? invitation : { ...invitation, url };
    return json(201, shown, { Location: `${PATH}/${invitation.id}` });
  };
  return respondSecretOnce(call, respond, async ({ keep }) => {
    const body = readBody(call);
    assertNoErrors(checkBody(body, checkNewInvitation));
    const { email, role } = body.value as CreateInvitation;
    const wanted = { email: normalizeEmail(email) ?? email, role, by: caller.visitor?.user ?? null };
    const hasMailServer = deps.config.smtpUrl !== null;
    const inviting = { ...deps, baseUrl: deps.publicUrl(), hasMailServer };
    return invite(inviting, caller.accountId, wanted, now, keep);
  });
}

async function remove({ deps, caller, params }: Call): Promise<ApiResponse> {
  await withdrawInvitation(deps, caller.accountId, params.id ?? '');
  return { status: 204 };
}
