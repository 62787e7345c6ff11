import type { FieldError } from '../../../../../../domain/errors.ts';
import { toDraftPath } from '../../../../../console/editor/draft/draft-path.ts';
import { formatServerError } from '../../../../../console/editor/server-error-text.ts';
import type { Store } from '../../store.ts';

/** Maps the validation errors of a response to fields of the draft. */
export function mapFieldErrors(
  errors: readonly FieldError[],
  keys: string[],
  { t, draft }: Store,
): Record<string, string> {
  const places = errors.map((error) => [
    toDraftPath(error.path, keys, draft.value) ?? 'rows',
    formatServerError(t, error),
  ]);
  return Object.fromEntries(places);
}
