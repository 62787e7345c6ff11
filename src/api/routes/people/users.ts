import {
  changeMember,
  expectMember,
  listAccountMembers,
  removeMember,
} from '../../../actions/people/members.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { checkBody, readBody } from '../../body.ts';
import { BODY_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../../endpoint.ts';
import { formatList } from '../../query.ts';
import { createListSchema, exampleList } from '../../schemas/list.ts';
import { checkUserPatch, PatchUser, USER_EXAMPLE, UserSchema } from '../../schemas/person/people.ts';

const operations = {
  list: {
    id: 'listUsers',
    tag: 'People',
    summary: 'List the users of the account',
    responses: {
      200: {
        description: 'All users',
        schema: createListSchema(UserSchema),
        example: exampleList(USER_EXAMPLE),
      },
    },
    problems: [],
  },
  update: {
    id: 'updateUser',
    tag: 'People',
    summary: 'Change the role or the rights of a user',
    description:
      'Takes effect immediately. The role of the last owner of an account cannot be changed. Rights are for members: an owner has them all, and a change of role ends those that it does not name.',
    body: { schema: PatchUser, example: { role: 'reader' } },
    responses: { 200: { description: 'The user', schema: UserSchema, example: USER_EXAMPLE } },
    problems: [...BODY_PROBLEMS, 'not_found', 'last_owner'],
  },
  remove: {
    id: 'removeUser',
    tag: 'People',
    summary: 'Remove a user from the account',
    description: 'Takes effect immediately. The last owner of an account cannot be removed.',
    responses: { 204: { description: 'Removed' } },
    problems: ['not_found', 'last_owner'],
  },
} satisfies Record<string, Operation>;

const PATH = '/api/v1/users';
const change = { scope: 'write', for: 'owner', needsRecentSignIn: true } as const;

export const userRoutes: Endpoint[] = [
  { method: 'GET', path: PATH, scope: 'read', for: 'owner', operation: operations.list, handle: list },
  { method: 'PATCH', path: `${PATH}/:id`, ...change, operation: operations.update, handle: update },
  { method: 'DELETE', path: `${PATH}/:id`, ...change, operation: operations.remove, handle: remove },
];

async function list({ deps, caller }: Call): Promise<ApiResponse> {
  return json(200, formatList(await listAccountMembers(deps, caller.accountId)));
}

async function update(call: Call): Promise<ApiResponse> {
  const { deps, caller, params, now } = call;
  await expectMember(deps, caller.accountId, params.id ?? '');
  const body = readBody(call);
  assertNoErrors(checkBody(body, checkUserPatch));
  const change = body.value as PatchUser;
  return json(200, await changeMember(deps, caller.accountId, params.id ?? '', change, now));
}

async function remove({ deps, caller, params }: Call): Promise<ApiResponse> {
  await removeMember(deps, caller.accountId, params.id ?? '');
  return { status: 204 };
}
