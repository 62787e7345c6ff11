/** Opens the command palette with `Ctrl K`. Its script is loaded on demand. */
export function startPaletteKey(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#palette');
  const field = dialog?.querySelector('input');
  if (!dialog || !field) return;
  let isThere = false;
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    if (dialog.open) return dialog.close();
    field.value = '';
    dialog.showModal();
    if (isThere) field.dispatchEvent(new Event('input'));
    else load(dialog);
    isThere = true;
  });

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
