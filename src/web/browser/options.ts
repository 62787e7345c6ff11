// Updates the totals while the customer chooses, with the same code as the server. Without scripts a button
// submits the selection to the server.
import { computeTotals, type Totals } from '../../domain/money/totals.ts';
import { formatMoney } from '../../i18n/format.ts';
import type { Html } from '../../markup/html.ts';
import { replaceSelection, selectionQuery } from '../quote-page/selection-query.ts';
import { type Offer, renderAnnouncement, renderMoney, renderTotals } from '../quote-page/totals.ts';

for (const table of document.querySelectorAll<HTMLElement>('table[data-offer]')) {
  const { items, view } = JSON.parse(table.dataset.offer ?? '') as Offer;
  const rows = [...table.querySelectorAll<HTMLElement>('tr[data-line]')];
  const chosen = items.map((item) => ({ ...item }));

  for (const part of document.querySelectorAll('[data-recalculate]')) part.remove();
  table.addEventListener('input', () => {
    update(true);
    storeSelectionInUrl(table);
  });
  // Enter in a quantity field must not submit the acceptance.
  table.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
  });
  // Browsers may restore the fields when the page is opened again.
  addEventListener('pageshow', () => update(false));
  update(false);

  function update(isAnnounced: boolean): void {
    for (const row of rows) read(row);
    const totals = computeTotals({ ...view, items: chosen });
    for (const row of rows) showLine(row, totals);
    for (const [index, { subtotal }] of totals.sections.entries()) {
      show(`[data-section="${index}"]`, renderMoney(view, subtotal));
    }
    show('[data-sums]', renderTotals(view, totals));
    show('[data-total]', renderMoney(view, totals.total));
    show('[data-announced]', renderAnnouncement(view, totals));
    const said = document.querySelector('[data-said]');
    if (said && isAnnounced) {
      said.textContent = `${view.t.total}: ${formatMoney(totals.total, view.currency, view.locale)}`;
    }
  }

  function read(row: HTMLElement): void {
    const line = chosen[Number(row.dataset.line)];
    if (!line) return;
    const pick = row.querySelector<HTMLInputElement>('input:is([type="checkbox"], [type="radio"])');
    if (pick) line.selected = pick.checked;
    const quantity = row.querySelector<HTMLInputElement>('input[type="number"]');
    // An invalid quantity leaves the totals unchanged.
    if (quantity?.validity.valid) line.quantity = quantity.valueAsNumber;
  }

  function showLine(row: HTMLElement, { amounts, lineDiscounts }: Totals): void {
    const at = Number(row.dataset.line);
    row.classList.toggle('off', chosen[at]?.selected === false);
    show('[data-amount]', renderMoney(view, amounts[at] ?? 0), row);
    show('[data-discount]', renderMoney(view, -(lineDiscounts[at] ?? 0)), row);
  }
}

/** Stores the selection in the URL for reloads and for the links to other pages of the thread. */
function storeSelectionInUrl(table: HTMLElement): void {
  const form = table.querySelector('input')?.form;
  if (!form) return;
  const selection = selectionQuery(new FormData(form));
  try {
    history.replaceState(null, '', `?${replaceSelection(location.search, selection)}${location.hash}`);
  } catch {
    // Browsers limit the rate of history changes; the next change retries.
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-keeps-selection]'))
    link.search = replaceSelection(link.search, selection);
}

function show(selector: string, content: Html | null, within: ParentNode = document): void {
  for (const place of within.querySelectorAll(selector)) place.innerHTML = content?.toString() ?? '';
}
