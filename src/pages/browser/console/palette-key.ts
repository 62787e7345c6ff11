/** Opens the command palette with `Ctrl K` or its button. Its script is loaded on demand. */
export function startPaletteKey(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#palette');
  const field = dialog?.querySelector('input');
  if (!dialog || !field) return;
  let isThere = false;
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    if (dialog.open) dialog.close();
    else open(dialog, field);
  });
  const button = document.querySelector<HTMLElement>('[data-palette]');
  if (button) button.hidden = false;
  button?.addEventListener('click', () => open(dialog, field));

  function open(palette: HTMLDialogElement, input: HTMLInputElement): void {
    input.value = '';
    palette.showModal();
    if (isThere) input.dispatchEvent(new Event('input'));
    else load(palette);
    isThere = true;
  }

  function load(into: HTMLDialogElement): void {
    const script = document.createElement('script');
    script.src = (document.getElementById('palette-script') as HTMLAnchorElement).href;
    script.onerror = () => {
      isThere = false;
      const state = into.querySelector<HTMLElement>('#palette-state');
      if (state) state.textContent = state.dataset.failed ?? '';
    };
    document.head.append(script);
  }
}
