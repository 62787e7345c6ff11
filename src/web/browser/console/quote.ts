startCopying();
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
