import { addAlternative } from '../../../../../console/editor/draft/alternatives.ts';
import { newKey } from '../../api.ts';
import type { Store } from '../../store.ts';

/** Adds an alternative to a line and puts the cursor into it. */
export function addAlternativeLine(store: Store, key: string): void {
  const added = newKey();
  store.focus = { key: added, field: 'description' };
  store.edit((draft) => addAlternative(draft, key, added, store.t.choiceHint));
}
