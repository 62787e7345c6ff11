import { setTimeout } from 'node:timers/promises';
import { chooseAccount } from '../../actions/account/accounts.ts';
import { FEED_TYPES, type FeedType } from '../../domain/events/feed-event.ts';
import type { Database } from '../../store/database.ts';
import { CliError, type Input, UsageError } from '../command.ts';
import { type FeedEvent, formatEventLine } from '../listen/event-line.ts';
import { type Service, ServiceError } from '../service/request.ts';
import { withService } from '../service/with-service.ts';
import { findNearest } from '../terminal/nearest.ts';
import { printJson, toPrintable } from '../terminal/output.ts';
import { SCENARIOS } from './scenarios.ts';

/** Some events are recorded by a background job, which runs every few seconds. */
const MAX_WAIT_MS = 30_000;
const POLL_INTERVAL_MS = 200;

/** Creates objects in a test account that cause an event of the type, and prints the event. */
export async function run(input: Input): Promise<void> {
  const type = readType(input.args[0] ?? '');
  const scenario = SCENARIOS[type];
  if (!scenario) {
    throw new CliError(
      `${type} cannot be triggered: it depends on a person, a mail server or a payment provider`,
    );
  }
  const findAccount = async (db: Database) => (await chooseAccount(db.read, undefined, 'test'))?.id;
  await withService(input, { name: 'proffer trigger', access: 'write', findAccount }, async ({ call }) => {
    const now = await readTestClock(call);
    const { next } = await call<{ next: string }>('GET', '/events?after=latest');
    await scenario(call, now);
    const event = await waitForEvent(call, type, next);
    if (input.flag('json')) printJson(event);
    else process.stdout.write(`${formatEventLine({ ...event, doc: '' }, undefined)}\n`);
  });
}

function readType(text: string): FeedType {
  const type = FEED_TYPES.find((each) => each === text);
  if (type) return type;
  const types = Object.keys(SCENARIOS);
  const guess = findNearest(text, types);
  const hint = guess ? ` (did you mean ${guess}?)` : '';
  throw new UsageError(
    `there is no event type ${toPrintable(text)} to trigger${hint}. Types: ${types.join(', ')}`,
  );
}

/** Only test accounts have a clock. In others, the quotes and emails would be real. */
async function readTestClock(call: Service['call']): Promise<number> {
  const clock = await call<{ now: string }>('GET', '/test-clock').catch((error) => {
    if (!(error instanceof ServiceError && error.problem.code === 'not_found')) throw error;
    throw new CliError(
      'trigger works in test accounts only: create one (proffer accounts create --test), and name it with --account',
    );
  });
  return Date.parse(clock.now);
}

async function waitForEvent(call: Service['call'], type: FeedType, after: string): Promise<FeedEvent> {
  const end = performance.now() + MAX_WAIT_MS;
  while (performance.now() < end) {
    const { data } = await call<{ data: FeedEvent[] }>('GET', `/events?after=${after}&type=${type}`);
    const [event] = data;
    if (event) return event;
    await setTimeout(POLL_INTERVAL_MS);
  }
  throw new CliError(`${type} did not occur within ${MAX_WAIT_MS / 1000} s; see the log of the service`);
}
