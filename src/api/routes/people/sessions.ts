import { listMemberSessions, revokeSession } from '../../../actions/people/members.ts';
import { type ApiResponse, type Call, type Endpoint, json } from '../../endpoint.ts';
import { formatList } from '../../query.ts';
import { createListSchema, exampleList } from '../../schemas/list.ts';
import { SESSION_EXAMPLE, SessionSchema } from '../../schemas/person/people.ts';

const PATH = '/api/v1/sessions';

export const sessionRoutes: Endpoint[] = [
  {
    method: 'GET',
    path: PATH,
    scope: 'read',
    for: 'owner',
    operation: {
      id: 'listSessions',
      tag: 'People',
      summary: 'List the sessions of all users of the account',
      description:
        'Lists the sessions that were used in this account. `lastSeenAt` is the last use in this account.',
      responses: {
        200: {
          description: 'The sessions that have not ended',
          schema: createListSchema(SessionSchema),
          example: exampleList(SESSION_EXAMPLE),
        },
      },
      problems: [],
    },
    handle: list,
  },
  {
    method: 'DELETE',
    path: `${PATH}/:id`,
    scope: 'write',
    for: 'owner',
    operation: {
      id: 'endSession',
      tag: 'People',
      summary: 'End a session in the account',
      description:
        'Takes effect immediately: the user must sign in again to use this account. Other accounts of the user are not affected.',
      responses: { 204: { description: 'Ended' } },
      problems: ['not_found'],
    },
    handle: end,
  },
];

async function list({ deps, caller, now }: Call): Promise<ApiResponse> {
  const current = caller.visitor?.sessionId ?? '';
  return json(200, formatList(await listMemberSessions(deps, caller.accountId, current, now)));
}

async function end({ deps, caller, params }: Call): Promise<ApiResponse> {
  await revokeSession(deps, caller.accountId, params.id ?? '');
  return { status: 204 };
}
