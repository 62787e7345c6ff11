import { weightsOf } from './weights.ts';

const JSON_TYPE = 'application/json';

/** Whether `Accept` names this type and likes it better than JSON, which is what all others get. */
export function prefersToJson(accept: string | undefined, type: string): boolean {
  if (accept === undefined) return false;
  const weights = weightsOf(accept);
  return (weights.get(type) ?? 0) > (weights.get(JSON_TYPE) ?? 0);
}

/** Whether `Accept` names JSON, where people get a page. */
export function namesJson(accept: string | undefined): boolean {
  return accept !== undefined && (weightsOf(accept).get(JSON_TYPE) ?? 0) > 0;
}
