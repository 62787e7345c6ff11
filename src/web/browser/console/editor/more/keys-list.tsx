import type { Store } from '../store.ts';

export function KeysList({ store: { say } }: { store: Store }) {
  const keys: [string, string][] = [
    ['Enter', say.keyNext],
    ['Shift Enter', say.keyBreak],
    ['Alt ↑ ↓', say.keyMove],
    ['Ctrl D', say.duplicate],
    ['Alt Delete', say.keyDelete],
    ['Alt Enter', say.keyMenu],
    ['Alt N', say.addLine],
    ['Alt H', say.addSection],
    ['Alt C', say.fromCatalogue],
    ['Alt P', say.preview],
    ['Ctrl Z', say.undo],
    ['Ctrl Shift Z', say.redo],
    ['Ctrl S', say.keySave],
    ['Ctrl Enter', say.send],
  ];
  return (
    <details class="keys">
      <summary>{say.keys}</summary>
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
