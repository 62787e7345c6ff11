const SHOWN_MS = 2000;

/** Shows the buttons that copy the code beside them. */
export function offerCopies(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button.copy')) {
    button.hidden = false;
    const name = button.ariaLabel;
    button.addEventListener('click', () => void copy(button, name));
  }
}

/** What a button is called begins with what stands on it at each moment: so it is found by voice. */
async function copy(button: HTMLButtonElement, name: string | null): Promise<void> {
  const code = button.parentElement?.querySelector('pre');
  if (!code) return;
  const isCopied = await toClipboard(code);
  button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
  button.ariaLabel = button.textContent;
  say(isCopied ? 'Copied' : 'Selected: press Ctrl+C to copy');
  setTimeout(() => {
    button.textContent = 'Copy';
    button.ariaLabel = name;
  }, SHOWN_MS);
}

/** Where the page did not come by https, a browser has no clipboard for it: the text is selected instead. */
async function toClipboard(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(code);
    return false;
  }
}

/** To those who listen to the page. */
export function say(text: string): void {
  const status = document.getElementById('docs-status');
  if (status) status.textContent = text;
}
