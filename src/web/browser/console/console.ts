import { startListKeys } from './list-keys.ts';
import { startMarking } from './marking.ts';
import { startPaletteKey } from './palette-key.ts';

startPaletteKey();
startListKeys();
startMarking();
closeMenusOutside();

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
