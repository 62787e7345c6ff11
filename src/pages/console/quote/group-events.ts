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

/** The later event stays, with the fields and items of both in the order in which they were changed. */
function join(later: HistoryEvent, earlier: HistoryEvent): HistoryEvent {
  const fields = union(listFields(earlier), listFields(later));
  const [before, after] = [listItems(earlier), listItems(later)];
  const itemIds = before && after && union(before, after);
  return { ...later, data: { ...earlier.data, ...later.data, fields, itemIds } };
}

function listFields({ data }: HistoryEvent): unknown[] {
  return Array.isArray(data.fields) ? data.fields : [];
}

/** `undefined` if the event changed items without listing them: there were too many, or its version did not. */
function listItems(event: HistoryEvent): unknown[] | undefined {
  const { itemIds } = event.data;
  if (Array.isArray(itemIds)) return itemIds;
  return listFields(event).includes('items') ? undefined : [];
}

function union(first: unknown[], second: unknown[]): unknown[] {
  return [...new Set([...first, ...second])];
}
