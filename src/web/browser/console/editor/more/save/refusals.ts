import type { FieldError } from '../../../../../../domain/errors.ts';
import { placeOf } from '../../../../../console/editor/draft/place-of.ts';
import { refusalText } from '../../../../../console/editor/refusal-text.ts';
import type { Store } from '../../store.ts';

/** Maps the validation errors of a response to fields of the draft. */
export function refusalsOf(
  errors: readonly FieldError[],
  keys: string[],
  { say, draft }: Store,
): Record<string, string> {
  const places = errors.map((error) => [
    placeOf(error.path, keys, draft.value) ?? 'rows',
    refusalText(say, error),
  ]);
  return Object.fromEntries(places);
}
