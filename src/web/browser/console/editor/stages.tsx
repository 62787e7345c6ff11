import { LazyPart } from './lazy-part.tsx';
import type { Store } from './store.ts';

export function Stages({ store }: { store: Store }) {
  const { t } = store;
  return (
    <details class="panel more-panel" open={store.stages.value.length > 0}>
      <summary>
        <h2>{t.schedule}</h2>
      </summary>
      <p class="hint">{t.scheduleHint}</p>
      <LazyPart part="StageList" store={store} />
    </details>
  );
}
