import type { Actor } from '../../domain/quote/history.ts';
import type { Traces } from './erase-texts.ts';

/**
 * The facts that an erasure needs until it is finished, even if the process dies: the record of the customer has lost
 * them.
 */
interface Unfinished {
  traces: Traces;
  actor: Actor;
}

export function formatUnfinished({ traces, actor }: Unfinished): string {
  return JSON.stringify({ traces: { ...traces, documentIds: [...traces.documentIds] }, actor });
}

export function parseUnfinished(json: string): Unfinished {
  const { traces, actor } = JSON.parse(json) as Unfinished & { traces: { documentIds: string[] } };
  return { traces: { ...traces, documentIds: new Set(traces.documentIds) }, actor };
}
