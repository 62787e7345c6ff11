import type { Static } from 'typebox';
import { finishAdvance } from '../../../actions/account/test-clock/run-due-actions.ts';
import {
  type Advance,
  advanceTestClock,
  type ClockState,
  readTestClock,
} from '../../../actions/account/test-clock/test-clock.ts';
import type { FieldError } from '../../../domain/errors.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { checkBody, readBody } from '../../body.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../../endpoint.ts';
import { respondOnce } from '../../idempotency.ts';
import { compileCheck } from '../../schemas/check.ts';
import { oneOf, timestamp } from '../../schemas/fields.ts';
import { Type } from '../../schemas/type.ts';

const TestClockSchema = Type.Object(
  {
    now: Type.String({ format: 'date-time', description: 'Current time of the account' }),
    status: oneOf(['ready', 'advancing'], {
      description: '`advancing` until everything that falls due in between is done',
    }),
  },
  { title: 'TestClock', additionalProperties: false },
);
type TestClockSchema = Static<typeof TestClockSchema>;

const AdvanceClock = Type.Object(
  {
    advanceTo: Type.Optional({ ...timestamp, description: 'The time to advance the clock to' }),
    advanceBy: Type.Optional(
      Type.String({
        format: 'duration',
        description:
          'How far to advance the clock: an ISO 8601 duration, such as `P3D`, by the calendar in UTC',
      }),
    ),
  },
  { title: 'TestClockAdvance', additionalProperties: false },
);
type AdvanceClock = Static<typeof AdvanceClock>;
const checkAdvance = compileCheck(AdvanceClock);

const clock = (description: string, status: TestClockSchema['status']) => ({
  description,
  schema: TestClockSchema,
  example: { now: '2026-12-01T09:00:00.000Z', status },
});

const operations = {
  get: {
    id: 'getTestClock',
    tag: 'Account',
    summary: 'Get the test clock',
    description: 'Only accounts with test keys have one.',
    responses: { 200: clock('The clock', 'ready') },
    problems: ['not_found'],
  },
  advance: {
    id: 'advanceTestClock',
    tag: 'Account',
    summary: 'Advance the test clock',
    description:
      'Only for accounts with test keys. Dates and deadlines of the account follow its clock, which continues from the new time. It can only be advanced, by up to one year per request. Everything that falls due in between (`quote.expiring`, reminders, expiry) is done when the response is sent, in order and with the time at which it was due. If that is more than 10,000 actions, the response is 202, and the clock is `advancing` until they are done. Identifiers, Idempotency-Keys, limits, links, sessions and retries use real time.',
    headers: ['Idempotency-Key'],
    body: { schema: AdvanceClock, example: { advanceBy: 'P3D' } },
    responses: {
      200: clock('The clock has the new time', 'ready'),
      202: clock('The clock is still advancing', 'advancing'),
    },
    problems: [...BODY_PROBLEMS, 'not_found', ...REPEAT_PROBLEMS],
  },
} satisfies Record<string, Operation>;

const path = '/api/v1/test-clock';

export const testClockRoutes: Endpoint[] = [
  { method: 'GET', path, scope: 'read', operation: operations.get, handle: get },
  { method: 'POST', path, scope: 'write', operation: operations.advance, handle: advance },
];

async function get({ deps, caller }: Call): Promise<ApiResponse> {
  return createClockResponse(await readTestClock(deps, caller.accountId), 200);
}

async function advance(call: Call): Promise<ApiResponse> {
  const { deps, caller } = call;
  await readTestClock(deps, caller.accountId);
  const respond = (state: ClockState) => createClockResponse(state, state.isAdvancing ? 202 : 200);
  const response = await respondOnce(call, respond, async ({ keep }) =>
    advanceTestClock(deps, caller.accountId, readAdvance(call), keep),
  );
  if (response.status === 200) await finishAdvance(deps, caller.accountId);
  return response;
}

function readAdvance(call: Call): Advance {
  const body = readBody(call);
  const errors: FieldError[] = checkBody(body, checkAdvance);
  const { advanceTo, advanceBy } = body.value as AdvanceClock;
  const isOne = (advanceTo === undefined) !== (advanceBy === undefined);
  assertNoErrors(
    isOne || errors.length > 0
      ? errors
      : [{ path: '', message: 'must have advanceTo or advanceBy, and not both' }],
  );
  return advanceTo === undefined ? { advanceBy: advanceBy ?? '' } : { advanceTo };
}

function createClockResponse({ now, isAdvancing }: ClockState, status: number): ApiResponse {
  const clock: TestClockSchema = {
    now: new Date(now).toISOString(),
    status: isAdvancing ? 'advancing' : 'ready',
  };
  return json(status, clock);
}
