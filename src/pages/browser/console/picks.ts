startSelection();

/** Adds a checkbox that selects all rows, and a count. Without scripts each row is selected by itself. */
function startSelection(): void {
  const all = document.querySelector<HTMLInputElement>('input[data-mark-all]');
  if (!all) return;
  const boxes = () => [...document.querySelectorAll<HTMLInputElement>('[data-row] input[type="checkbox"]')];
  const shown = document.querySelector('[data-marked]');
  const count = () => {
    const marked = boxes().filter((box) => box.checked).length;
    all.checked = marked > 0 && marked === boxes().length;
    all.indeterminate = marked > 0 && !all.checked;
    if (shown) shown.textContent = marked.toLocaleString(document.documentElement.lang);
  };
  const label = all.closest('label');
  if (label) label.hidden = false;
  all.addEventListener('change', () => {
    for (const box of boxes()) box.checked = all.checked;
    count();
  });
  document.addEventListener('change', (event) => {
    if (event.target !== all) count();
  });
  // The boxes are cleared after the event.
  document.addEventListener('reset', () => setTimeout(count));
  // Browsers restore checked boxes when the user returns to the list.
  window.addEventListener('pageshow', count);
}
