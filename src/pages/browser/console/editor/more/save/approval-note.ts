import { useEffect } from 'preact/hooks';
import { resolveHref } from '../../../resolve-href.ts';
import type { Store } from '../../store.ts';

/** Keeps the note above the editor, which says why the quote needs approval, that of what was saved last. */
export function ApprovalNote({ store }: { store: Store }) {
  const { value: state } = store.saveState;
  const savedAt = state.kind === 'saved' ? state.at : null;
  useEffect(() => {
    const note = document.getElementById('approval-note');
    const { value: quote } = store.quote;
    if (!note || !quote || savedAt === null) return;
    // A redirect leads to the sign-in page.
    fetch(resolveHref('console-base', `quotes/${quote.id}/approval`), { redirect: 'error' })
      .then(async (response) => {
        if (response.ok) note.innerHTML = await response.text();
      })
      // Without network the note stays as it is; the page of the quote has it, too.
      .catch(() => {});
  }, [savedAt]);
  return null;
}
