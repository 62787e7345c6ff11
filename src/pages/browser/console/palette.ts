import { resolveHref } from './resolve-href.ts';

/** An entry of `GET …/palette`. */
interface Place {
  kind: string;
  label: string;
  /** Relative to the account. */
  path: string;
}

startPalette();

/** Searches quotes, customers, pages and actions in the palette that was just opened. */
function startPalette(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#palette');
  const field = document.querySelector<HTMLInputElement>('#palette-text');
  const list = document.querySelector<HTMLUListElement>('#palette-list');
  const state = document.querySelector<HTMLElement>('#palette-state');
  if (!dialog || !field || !list || !state) return;
  let asked = 0;
  let at = 0;

  field.addEventListener('input', () => void find());
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      choose(at + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      (list.children[at] as HTMLElement | undefined)?.click();
    }
  });
  void find();

  async function find(): Promise<void> {
    const turn = ++asked;
    try {
      const response = await fetch(
        resolveHref('console-base', `palette?q=${encodeURIComponent(field?.value ?? '')}`),
      );
      if (!response.ok) throw new Error(String(response.status));
      const { data } = (await response.json()) as { data: Place[] };
      if (turn === asked) show(data);
    } catch {
      if (turn === asked && state) state.textContent = state.dataset.failed ?? '';
    }
  }

  function show(places: Place[]): void {
    list?.replaceChildren(...places.map((place, index) => createRow(place, index, go)));
    if (state) state.textContent = places.length === 0 ? (state.dataset.nothing ?? '') : '';
    choose(0);
  }

  /** Closes first, because Back may restore the page as it was left. */
  function go(path: string): void {
    dialog?.close();
    location.assign(resolveHref('console-base', path));
  }

  function choose(next: number): void {
    const rows = [...(list?.children ?? [])];
    at = Math.max(0, Math.min(rows.length - 1, next));
    for (const [index, row] of rows.entries()) row.setAttribute('aria-selected', String(index === at));
    rows[at]?.scrollIntoView({ block: 'nearest' });
    const chosen = rows[at];
    if (chosen) field?.setAttribute('aria-activedescendant', chosen.id);
    else field?.removeAttribute('aria-activedescendant');
  }
}

function createRow({ kind, label, path }: Place, index: number, go: (path: string) => void): HTMLElement {
  const row = document.createElement('li');
  row.id = `palette-${index}`;
  row.role = 'option';
  row.addEventListener('click', () => go(path));
  const name = document.createElement('bdi');
  name.textContent = label;
  const what = document.createElement('span');
  what.className = 'muted small';
  what.textContent = kind;
  row.append(name, ' ', what);
  return row;
}
