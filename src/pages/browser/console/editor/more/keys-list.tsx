import type { Store } from '../store.ts';

export function KeysList({ store: { t } }: { store: Store }) {
  const keys: [string, string][] = [
    ['Enter', t.keyNext],
    ['Shift Enter', t.keyBreak],
    ['Alt ↑ ↓', t.keyMove],
    ['Ctrl D', t.duplicate],
    ['Alt Delete', t.keyDelete],
    ['Alt Enter', t.keyMenu],
    ['Alt N', t.addLine],
    ['Alt A', t.addAlternative],
    ['Alt H', t.addSection],
    ['Alt C', t.fromCatalogue],
    ['Alt P', t.preview],
    ['Ctrl Z', t.undo],
    ['Ctrl Shift Z', t.redo],
    ['Ctrl S', t.keySave],
    ['Ctrl Enter', t.send],
  ];
  return (
    <details class="keys">
      <summary>{t.keys}</summary>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
