import { deleteCopy, deleteOldCopies, listCopyKeys, titleIn } from '../../console/editor/save/local-copy.ts';
import { resolveHref } from './resolve-href.ts';
import { announceSignOut, onSignOut } from './sign-out-signal.ts';
import { getLocalStorage } from './storage.ts';

/** Windows hear of a sign-out before the service does. */
const SIGN_OUT_MS = 1000;

/** Asks for confirmation before a sign-out that would leave unsaved drafts on this device, then removes them. */
export function startSignOut(): void {
  const storage = getLocalStorage();
  deleteOldCopies(storage, Date.now());
  const dialog = document.getElementById('sign-out') as HTMLDialogElement | null;
  const userId = dialog?.dataset.user;
  if (!dialog || !userId) return;
  const home = resolveHref('console-base', '');
  onSignOut(userId, (isElsewhere) => {
    if (!isElsewhere) return;
    // The next user of this device must not see what the other windows show.
    document.body.replaceChildren();
    setTimeout(() => location.replace(home), SIGN_OUT_MS);
  });
  document.addEventListener('submit', (event) => {
    const { target, submitter } = event;
    const isSignOut = (target as Element).matches('form[action$="/sign-out"]');
    if (!isSignOut || submitter?.getAttribute('formmethod') === 'dialog') return;
    const keys = listCopyKeys(storage, userId);
    if (keys.length > 0 && !dialog.contains(target as Node)) {
      event.preventDefault();
      ask(dialog, [...new Set(keys.map((key) => titleIn(storage, key) || dialog.dataset.untitled || ''))]);
      return;
    }
    announceSignOut(userId);
    for (const key of keys) deleteCopy(storage, key);
  });
}

function ask(dialog: HTMLDialogElement, titles: string[]): void {
  dialog.querySelector('ul')?.replaceChildren(
    ...titles.map((title) => {
      const entry = document.createElement('li');
      entry.dir = 'auto';
      entry.textContent = title;
      return entry;
    }),
  );
  dialog.showModal();
}
