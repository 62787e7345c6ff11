startCopying();
startSendKey();
growFrames();

/** Shows the copy buttons, which need scripts. */
function startCopying(): void {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const field = document.getElementById(button.dataset.copy ?? '') as HTMLInputElement | null;
    if (!field) continue;
    button.hidden = false;
    button.addEventListener('click', async () => {
      field.select();
      await navigator.clipboard.writeText(field.value);
      button.textContent = button.dataset.copied ?? '';
    });
  }
}

/** Ctrl+Enter, or Cmd+Enter, sends from any field of the form. A key that is still held down does not count. */
function startSendKey(): void {
  const button = document.querySelector<HTMLButtonElement>('button[data-send-key]');
  document.addEventListener('keydown', (event) => {
    if (!button || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
    event.preventDefault();
    button.form?.requestSubmit(button);
  });
}

/** Resizes a same-origin frame to its content; without scripts it scrolls. */
function growFrames(): void {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-grows]')) {
    const grow = () => {
      const content = frame.contentDocument?.documentElement;
      if (content) frame.style.blockSize = `${content.offsetHeight + 2}px`;
    };
    frame.addEventListener('load', grow);
    window.addEventListener('resize', grow);
    if (frame.contentDocument?.readyState === 'complete') grow();
  }
}
