import type { HistoryEvent } from '../../../domain/quote/history.ts';

/** A longer break between two changes ends a sitting. */
const MAX_BREAK_MS = 30 * 60_000;

/**
 * Joins the changes that a person made in one sitting, such as a series of automatic saves, into one entry with all changed
 * fields. Only the display is shorter: the stored history keeps every change. Events are newest first.
 */
export function groupEvents(events: readonly HistoryEvent[]): HistoryEvent[] {
  const groups: HistoryEvent[] = [];
  let earliest: HistoryEvent | undefined;
  for (const event of events) {
    const group = groups.at(-1);
    if (group && earliest && isSameSitting(event, earliest)) groups[groups.length - 1] = join(group, event);
    else groups.push(event);
    earliest = event;
  }
  return groups;
}

/** Programs have no sittings: each of their changes is an entry. */
function isSameSitting({ type, actor, at }: HistoryEvent, next: HistoryEvent): boolean {
  return (
    type === 'updated' &&
    next.type === 'updated' &&
    actor.type === 'user' &&
    next.actor.type === 'user' &&
    actor.id === next.actor.id &&
    Date.parse(next.at) - Date.parse(at) <= MAX_BREAK_MS
  );
}

/** The later event stays, with the fields of both in the order in which they were changed. */
function join(later: HistoryEvent, earlier: HistoryEvent): HistoryEvent {
  const fields = [...new Set([...listFields(earlier), ...listFields(later)])];
  return { ...later, data: { ...earlier.data, ...later.data, fields } };
}

function listFields({ data }: HistoryEvent): unknown[] {
  return Array.isArray(data.fields) ? data.fields : [];
}
