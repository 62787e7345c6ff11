import { getActorUserId, type HistoryEvent } from '../history.ts';
import { CONTENT_FIELDS } from '../quote.ts';

/** Whether a key has created the quote or changed its content since the last approval that stands. */
export function isKeyInvolved(history: readonly HistoryEvent[]): boolean {
  return listSinceApproval(history).some((event) => event.actor.type === 'key' && isContentChange(event));
}

/**
 * Selects who of those who may approve can decide: nobody who has asked for it or changed the content since the last
 * approval that stands, unless nobody else is left.
 */
export function selectDeciders(
  approvers: readonly string[],
  history: readonly HistoryEvent[],
): readonly string[] {
  const involved = new Set(
    listSinceApproval(history)
      .filter((event) => event.type === 'approval_requested' || isContentChange(event))
      .map(({ actor }) => getActorUserId(actor)),
  );
  const others = approvers.filter((id) => !involved.has(id));
  return others.length > 0 ? others : approvers;
}

/** A rejection of the same content withdraws an approval. */
function listSinceApproval(history: readonly HistoryEvent[]): readonly HistoryEvent[] {
  const approved = new Map<unknown, number>();
  for (const [index, { type, data }] of history.entries()) {
    approved.delete(type === 'approved' || type === 'rejected' ? data.sha256 : undefined);
    if (type === 'approved') approved.set(data.sha256, index);
  }
  return history.slice(Math.max(-1, ...approved.values()) + 1);
}

function isContentChange({ type, data }: HistoryEvent): boolean {
  if (type === 'created') return true;
  if (type !== 'updated' || !Array.isArray(data.fields)) return false;
  return data.fields.some((field) => CHANGED_CONTENT.has(field));
}

/** Costs are no content that the customer reads, but an approval covers them. */
const CHANGED_CONTENT = new Set<unknown>([...CONTENT_FIELDS, 'costs']);
