import { useState } from 'preact/hooks';
import { LazyPart } from './lazy-part.tsx';
import type { Store } from './store.ts';

export function Stages({ store }: { store: Store }) {
  const { t } = store;
  // Turning it off again must not close the panel under the reader's hand.
  const [isOpenAtFirst] = useState(store.head.value.invoiceOnAcceptance);
  return (
    <details class="panel more-panel" open={store.stages.value.length > 0 || isOpenAtFirst}>
      <summary>
        <h2>{t.schedule}</h2>
      </summary>
      <p class="hint">{t.scheduleHint}</p>
      <LazyPart part="StageList" store={store} />
    </details>
  );
}
