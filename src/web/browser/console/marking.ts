/** One box for all of a list, and how many are marked. Without scripts each box is ticked by itself. */
export function startMarking(): void {
  const all = document.querySelector<HTMLInputElement>('input[data-mark-all]');
  if (!all) return;
  const boxes = () => [...document.querySelectorAll<HTMLInputElement>('[data-row] input[type="checkbox"]')];
  const shown = document.querySelector('[data-marked]');
  const count = () => {
    const marked = boxes().filter((box) => box.checked).length;
    all.checked = marked > 0 && marked === boxes().length;
    all.indeterminate = marked > 0 && !all.checked;
    if (shown) {
      shown.textContent = marked > 0 ? `(${marked.toLocaleString(document.documentElement.lang)})` : '';
    }
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
  // Coming back to the list, browsers keep what was ticked.
  window.addEventListener('pageshow', count);
}
