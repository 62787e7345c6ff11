import { resolveHref } from './resolve-href.ts';
import { getLocalStorage } from './storage.ts';

/** `off` in the local storage turns the shortcuts off: speech input may type their letters by mistake. */
const STORED_AS = 'proffer:shortcuts';

/**
 * Keyboard shortcuts of lists: `j` and `k` move, `Enter` opens, `x` selects, `/` searches, `n` creates a quote,
 * `?` shows help.
 */
export function startListKeys(): void {
  const storage = getLocalStorage();
  const isOn = () => storage?.getItem(STORED_AS) !== 'off';
  startSwitch(storage, isOn());
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]') || !isOn()) return;
    const act = ACTIONS[event.key];
    if (act?.()) event.preventDefault();
  });
}

/** Lets people turn the shortcuts off, on the page about them. */
function startSwitch(storage: Storage | null, isOn: boolean): void {
  const section = document.querySelector<HTMLElement>('[data-shortcuts]');
  const box = section?.querySelector('input');
  if (!storage || !section || !box) return;
  section.hidden = false;
  box.checked = isOn;
  box.addEventListener('change', () => storage.setItem(STORED_AS, box.checked ? 'on' : 'off'));
}

/** Each returns whether it did something. */
const ACTIONS: Record<string, () => boolean> = {
  j: () => move(1),
  k: () => move(-1),
  x: mark,
  '/': search,
  n: newQuote,
  '?': help,
};

function move(by: number): boolean {
  const links = [...document.querySelectorAll<HTMLElement>('[data-row] a[data-open]')];
  if (links.length === 0) return false;
  const row = document.activeElement?.closest('[data-row]');
  const at = links.findIndex((link) => link.closest('[data-row]') === row);
  const next = at === -1 ? (by > 0 ? 0 : links.length - 1) : at + by;
  links[Math.max(0, Math.min(links.length - 1, next))]?.focus();
  return true;
}

function mark(): boolean {
  const box = document.activeElement
    ?.closest('[data-row]')
    ?.querySelector<HTMLInputElement>('input[type="checkbox"]');
  box?.click();
  return box != null;
}

function search(): boolean {
  const field = document.querySelector<HTMLInputElement>('input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}

function newQuote(): boolean {
  const link = document.querySelector('a.new, a[data-new]');
  if (!link) return false;
  location.href = resolveHref('console-base', 'quotes/new');
  return true;
}

function help(): boolean {
  document.querySelector<HTMLDialogElement>('#keys')?.showModal();
  return true;
}

/** A field of a dialog that was just closed can keep the focus for a moment. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    !target.closest('dialog:not([open])') &&
    (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'))
  );
}
