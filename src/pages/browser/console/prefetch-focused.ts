const MIN_FOCUS_MS = 150;

/** Marks the link of a row that keeps the focus, so that browsers fetch its page as if the pointer rested on it. */
export function startPrefetchFocused(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  document.addEventListener('focusin', ({ target }) => {
    clearTimeout(timer);
    const link = (target as Element).closest('a[data-open], .back a');
    if (link) timer = setTimeout(() => link.toggleAttribute('data-focused', true), MIN_FOCUS_MS);
  });
}
