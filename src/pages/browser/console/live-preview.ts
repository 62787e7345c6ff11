/** Updates the preview next to a form without adding history entries. */
const button = document.querySelector<HTMLButtonElement>('#show-preview');
const frame = document.querySelector<HTMLIFrameElement>('#preview');
const DEBOUNCE_MS = 400;

if (button?.form && frame) follow(button.form, button.formAction, frame);

function follow(form: HTMLFormElement, address: string, shown: HTMLIFrameElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: AbortController | undefined;
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, DEBOUNCE_MS);
  });

  async function refresh(): Promise<void> {
    pending?.abort();
    pending = new AbortController();
    try {
      const response = await fetch(address, {
        method: 'POST',
        body: new FormData(form),
        signal: pending.signal,
      });
      if (response.ok) put(await response.text());
    } catch {
      // Keeps the last preview; the next change retries.
    }
  }

  function put(page: string): void {
    const next = new DOMParser().parseFromString(page, 'text/html').documentElement;
    const now = shown.contentDocument;
    if (now) now.replaceChild(now.adoptNode(next), now.documentElement);
  }
}
