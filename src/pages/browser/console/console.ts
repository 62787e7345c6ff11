import { startListKeys } from './list-keys.ts';
import { startPaletteKey } from './palette-key.ts';
import { startPrefetchFocused } from './prefetch-focused.ts';
import { startSignOut } from './sign-out.ts';

startPaletteKey();
startListKeys();
startPrefetchFocused();
startSignOut();
closeMenusOutside();
openRowOnTimeClick();
startCopying();
// A phone is too narrow for all tabs.
document.querySelector('.tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** Closes an open menu on a click outside or Escape. */
function closeMenusOutside(): void {
  const open = () => document.querySelectorAll<HTMLDetailsElement>('details.menu[open]');
  document.addEventListener('click', (event) => {
    for (const menu of open()) if (!menu.contains(event.target as Node)) menu.open = false;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const menu of open()) {
      menu.open = false;
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
    }
  });
}

/** The time is above the row's link so that it can have a tooltip; a click on it must still open the row. */
function openRowOnTimeClick(): void {
  document.addEventListener('click', (event) => {
    const row = (event.target as Element).closest('time')?.closest('[data-row]');
    const { ctrlKey, metaKey, shiftKey } = event;
    row
      ?.querySelector('a[data-open]')
      ?.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
      );
  });
}

/** Shows the buttons that copy a new secret. */
function startCopying(): void {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy-secrets]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const secrets = [...document.querySelectorAll('.once')].map(({ textContent }) => textContent);
      await navigator.clipboard.writeText(secrets.join('\n'));
      button.textContent = button.dataset.copied ?? '';
    });
  }
}
