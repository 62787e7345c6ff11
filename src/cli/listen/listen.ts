import { setTimeout } from 'node:timers/promises';
import { newSecret } from '../../actions/events/webhooks/secrets.ts';
import { findTargetError } from '../../adapters/net/target-error.ts';
import { createRoute, type Route } from '../../adapters/webhooks/post-event.ts';
import { matchesType, SUBSCRIBABLE_TYPES } from '../../domain/events/endpoint.ts';
import { type Input, UsageError } from '../command.ts';
import { waitForStopSignal } from '../serve/stop-signal.ts';
import { toPrintable } from '../terminal/output.ts';
import { type FeedEvent, formatEventLine } from './event-line.ts';
import { type EventPage, type FeedReader, withFeed } from './feed-reader.ts';

/** Delay between two polls when there are no new events. */
const POLL_INTERVAL_MS = 500;

/** Prints events until Ctrl-C and, with `--forward-to`, sends each one as a webhook. */
export async function run(input: Input): Promise<void> {
  const { text, flag } = input;
  const types = parseTypes(text('types'));
  const target = text('forward-to');
  const message = target === undefined ? undefined : findTargetError(target, true);
  if (message !== undefined) throw new UsageError(`--forward-to ${message}`);
  const secret = text('secret') ?? newSecret();
  const forward = target === undefined ? undefined : createForwarder(target, secret);
  const stop = new AbortController();
  void waitForStopSignal().then(() => stop.abort());
  try {
    await withFeed(input, stop.signal, async (read, account) => {
      // The end of the feed is read before the next line appears, because its reader may cause an event at once.
      const first = await read(text('after') ?? 'latest');
      process.stderr.write(`Listening to the events of ${toPrintable(account)}. Ctrl-C ends it.\n`);
      if (target !== undefined) process.stderr.write(`Forwarding to ${target}, signed with ${secret}\n`);
      for await (const event of pollEvents(read, first, stop.signal)) {
        if (!matchesType(types, event.type)) continue;
        const outcome = await forward?.(event, stop.signal);
        process.stdout.write(flag('json') ? `${event.doc}\n` : `${formatEventLine(event, outcome)}\n`);
        if (flag('json') && outcome?.error) process.stderr.write(`${event.id}: ${outcome.error}\n`);
      }
    });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
}

function parseTypes(text: string | undefined): string[] {
  const types = text?.split(',').map((type) => type.trim()) ?? ['*'];
  const unknown = types.find((type) => !SUBSCRIBABLE_TYPES.includes(type));
  if (unknown === undefined) return types;
  throw new UsageError(
    `--types: there is no type ${toPrintable(unknown)}. Types: ${SUBSCRIBABLE_TYPES.join(', ')}`,
  );
}

async function* pollEvents(
  read: FeedReader,
  first: EventPage,
  signal: AbortSignal,
): AsyncGenerator<FeedEvent> {
  for (let page = first; ; page = await read(page.next)) {
    for (const event of page.data) yield { ...(event as FeedEvent), doc: JSON.stringify(event) };
    if (!page.hasMore) await setTimeout(POLL_INTERVAL_MS, undefined, { signal });
  }
}

function createForwarder(target: string, secret: string) {
  const route: Route = createRoute(target, { isPrivateAllowed: true, connections: 1 });
  return ({ id, doc }: FeedEvent, signal: AbortSignal) =>
    route.post({ id, body: doc, secrets: [secret], at: Date.now() }, signal);
}
