const SHOWN_MS = 2000;

/** Shows the copy buttons of code samples. */
export function showCopyButtons(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button.copy')) {
    button.hidden = false;
    const name = button.ariaLabel;
    button.addEventListener('click', () => void copy(button, name));
  }
}

/** The accessible name always starts with the visible text, so that voice control finds the button. */
async function copy(button: HTMLButtonElement, name: string | null): Promise<void> {
  const code = button.parentElement?.querySelector('pre');
  if (!code) return;
  const isCopied = await toClipboard(code);
  button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
  button.ariaLabel = button.textContent;
  announce(isCopied ? 'Copied' : 'Selected: press Ctrl+C to copy');
  setTimeout(() => {
    button.textContent = 'Copy';
    button.ariaLabel = name;
  }, SHOWN_MS);
}

/** Without HTTPS there is no clipboard API: the text is selected instead. */
async function toClipboard(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(code);
    return false;
  }
}

/** Announces a text to screen readers. */
export function announce(text: string): void {
  const status = document.getElementById('docs-status');
  if (status) status.textContent = text;
}
