import { useEffect } from 'preact/hooks';
import { customerPath } from '../../../../../console/resources/customer-path.ts';
import { resolveHref } from '../../../resolve-href.ts';
import type { Store } from '../../store.ts';

/** Keeps the note above the editor, which says what electronic invoices lack, that of the chosen customer. */
export function ElectronicNote({ store }: { store: Store }) {
  const { customerId } = store.head.value;
  useEffect(() => {
    const note = document.getElementById('electronic-note');
    if (!note || note.dataset.customer === customerId) return;
    note.dataset.customer = customerId;
    note.replaceChildren();
    // A redirect leads to the sign-in page.
    fetch(resolveHref('console-base', `${customerPath(customerId)}/electronic`), { redirect: 'error' })
      .then(async (response) => {
        const markup = response.ok ? await response.text() : '';
        // A slow response must not replace the note of a customer that was chosen later.
        if (note.dataset.customer === customerId) note.innerHTML = markup;
      })
      // Without network there is no note; the page of the customer has it, too.
      .catch(() => {});
  }, [customerId]);
  return null;
}
