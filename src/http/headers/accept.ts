import { parseWeights } from './weights.ts';

const JSON_TYPE = 'application/json';

/** Whether `Accept` names this type and prefers it to JSON, which is the default. */
export function prefersOverJson(accept: string | undefined, type: string): boolean {
  if (accept === undefined) return false;
  const weights = parseWeights(accept);
  return (weights.get(type) ?? 0) > (weights.get(JSON_TYPE) ?? 0);
}

/** Whether `Accept` names JSON, at a URL that returns a page by default. */
export function acceptsJson(accept: string | undefined): boolean {
  return accept !== undefined && (parseWeights(accept).get(JSON_TYPE) ?? 0) > 0;
}
