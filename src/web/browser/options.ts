// Keeps the sums of the page true while the customer chooses, by the same arithmetic as the server.
// Without this script a button asks the server.
import { computeTotals, type Totals } from '../../domain/money/totals.ts';
import { formatMoney } from '../../i18n/format.ts';
import type { Html } from '../../markup/html.ts';
import { replaceSelection, selectionQuery } from '../quote-page/selection-query.ts';
import { type Offer, renderMoney, renderTotals } from '../quote-page/totals.ts';

for (const table of document.querySelectorAll<HTMLElement>('table[data-offer]')) {
  const { items, view } = JSON.parse(table.dataset.offer ?? '') as Offer;
  const rows = [...table.querySelectorAll<HTMLElement>('tr[data-line]')];
  const chosen = items.map((item) => ({ ...item }));

  for (const part of document.querySelectorAll('[data-recalculate]')) part.remove();
  table.addEventListener('input', () => {
    update(true);
    keepInUrl(table);
  });
  // In a quantity it means "done", not "accept".
  table.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
  });
  // What a browser put back into the fields when the page was opened again.
  addEventListener('pageshow', () => update(false));
  update(false);

  function update(isTold: boolean): void {
    for (const row of rows) read(row);
    const totals = computeTotals({ ...view, items: chosen });
    for (const row of rows) showLine(row, totals);
    for (const [index, { subtotal }] of totals.sections.entries()) {
      show(`[data-section="${index}"]`, renderMoney(view, subtotal));
    }
    show('[data-sums]', renderTotals(view, totals));
    show('[data-total]', renderMoney(view, totals.total));
    const said = document.querySelector('[data-said]');
    if (said && isTold) {
      said.textContent = `${view.say.total}: ${formatMoney(totals.total, view.currency, view.locale)}`;
    }
  }

  function read(row: HTMLElement): void {
    const line = chosen[Number(row.dataset.line)];
    if (!line) return;
    const pick = row.querySelector<HTMLInputElement>('input:is([type="checkbox"], [type="radio"])');
    if (pick) line.selected = pick.checked;
    const quantity = row.querySelector<HTMLInputElement>('input[type="number"]');
    // What cannot be read yet leaves the sums as they were.
    if (quantity?.validity.valid) line.quantity = quantity.valueAsNumber;
  }

  function showLine(row: HTMLElement, { amounts, lineDiscounts }: Totals): void {
    const at = Number(row.dataset.line);
    row.classList.toggle('off', chosen[at]?.selected === false);
    show('[data-amount]', renderMoney(view, amounts[at] ?? 0), row);
    show('[data-discount]', renderMoney(view, -(lineDiscounts[at] ?? 0)), row);
  }
}

/** A reload shows the same selection, and so do the links to other pages of the thread. */
function keepInUrl(table: HTMLElement): void {
  const form = table.querySelector('input')?.form;
  if (!form) return;
  const selection = selectionQuery(new FormData(form));
  try {
    history.replaceState(null, '', `?${replaceSelection(location.search, selection)}${location.hash}`);
  } catch {
    // Browsers limit how often that may be done; the next change does it.
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-keeps-selection]'))
    link.search = replaceSelection(link.search, selection);
}

function show(selector: string, content: Html, within: ParentNode = document): void {
  for (const place of within.querySelectorAll(selector)) place.innerHTML = content.toString();
}
