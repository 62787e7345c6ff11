import { setTimeout } from 'node:timers/promises';
import { newSecret } from '../../actions/webhook/secrets.ts';
import { WANTED_TYPES, wantsType } from '../../domain/webhook/endpoint.ts';
import { type Route, routeTo } from '../../webhooks/post-event.ts';
import { targetFlaw } from '../../webhooks/target-flaw.ts';
import { type Input, UsageError } from '../command.ts';
import { stopSignal } from '../serve/stop-signal.ts';
import { printable } from '../terminal/output.ts';
import { eventLine, type ListenedEvent } from './event-line.ts';
import { type EventPage, type FeedReader, withFeed } from './feed-reader.ts';

/** Delay between two polls when there are no new events. */
const LOOK_MS = 500;

/** Prints events until Ctrl-C and, with `--forward-to`, sends each one as a webhook. */
export async function run(input: Input): Promise<void> {
  const { text, flag } = input;
  const types = typesFrom(text('types'));
  const target = text('forward-to');
  const flaw = target === undefined ? undefined : targetFlaw(target, true);
  if (flaw !== undefined) throw new UsageError(`--forward-to ${flaw}`);
  const secret = text('secret') ?? newSecret();
  const forward = target === undefined ? undefined : forwardTo(target, secret);
  const stop = new AbortController();
  void stopSignal().then(() => stop.abort());
  try {
    await withFeed(input, async (read, account) => {
      process.stderr.write(`Listening to the events of ${printable(account)}. Ctrl-C ends it.\n`);
      if (target !== undefined) process.stderr.write(`Forwarding to ${target}, signed with ${secret}\n`);
      for await (const event of follow(read, text('after') ?? 'latest', stop.signal)) {
        if (!wantsType(types, event.type)) continue;
        const outcome = await forward?.(event, stop.signal);
        process.stdout.write(flag('json') ? `${event.doc}\n` : `${eventLine(event, outcome)}\n`);
        if (flag('json') && outcome?.error) process.stderr.write(`${event.id}: ${outcome.error}\n`);
      }
    });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
}

function typesFrom(text: string | undefined): string[] {
  const types = text?.split(',').map((type) => type.trim()) ?? ['*'];
  const unknown = types.find((type) => !WANTED_TYPES.includes(type));
  if (unknown === undefined) return types;
  throw new UsageError(`--types: there is no type ${printable(unknown)}. Types: ${WANTED_TYPES.join(', ')}`);
}

async function* follow(read: FeedReader, from: string, signal: AbortSignal): AsyncGenerator<ListenedEvent> {
  let after = from;
  for (;;) {
    const page: EventPage = await read(after, signal);
    for (const doc of page.docs) yield { ...(JSON.parse(doc) as Omit<ListenedEvent, 'doc'>), doc };
    after = page.next;
    if (!page.hasMore) await setTimeout(LOOK_MS, undefined, { signal });
  }
}

function forwardTo(target: string, secret: string) {
  const route: Route = routeTo(target, { isPrivateAllowed: true, connections: 1 });
  return ({ id, doc }: ListenedEvent, signal: AbortSignal) =>
    route.post({ id, body: doc, secrets: [secret], at: Date.now() }, signal);
}
