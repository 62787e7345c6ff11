import { startListKeys } from './list-keys.ts';
import { startMarking } from './marking.ts';
import { startPaletteKey } from './palette-key.ts';
import { startSignOut } from './sign-out.ts';

startPaletteKey();
startListKeys();
startMarking();
startSignOut();
closeMenusOutside();
openRowsByTheirTime();
// On a phone there are more tabs than fit.
document.querySelector('.tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** A menu closes when something else is pressed, or with Escape. */
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

/** A time stands above the link of its row, so that it can say more on hover. */
function openRowsByTheirTime(): void {
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
