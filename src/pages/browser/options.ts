// Updates the totals while the customer chooses, with the same code as the server. If the page hides the prices of
// items, the server computes them. Without scripts a button submits the selection to the server.

import type { Html } from '../../domain/markup/html.ts';
import { getUnitPrice, isPricedInParts, isStepUsed } from '../../domain/money/quantity-prices.ts';
import { computeTotals, type Totals } from '../../domain/money/totals.ts';
import type { UnpricedLine } from '../../domain/quote/line/line-item.ts';
import { computeContractTotal, computeRecurring } from '../../domain/quote/recurring/recurring-totals.ts';
import { formatMoney } from '../../i18n/format.ts';
import { pickSelection, replaceSelection, selectionQuery } from '../customer/quote/selection-query.ts';
import {
  type Offer,
  renderAnnouncement,
  renderMoney,
  renderPayments,
  renderTotals,
} from '../customer/quote/totals.ts';

/** A wait after the last change, so that a series of changes is one request. */
const DELAY_MS = 250;
/** Headings of sections and their sums. */
const SUM_ROWS = '.section, .at-rate';

for (const table of document.querySelectorAll<HTMLElement>('table[data-offer]')) {
  const { items, view } = JSON.parse(table.dataset.offer ?? '') as Offer;
  const rows = [...table.querySelectorAll<HTMLElement>('tr[data-line]')];
  const chosen = items.map((item) => ({ ...item }));

  for (const part of document.querySelectorAll('[data-recalculate]')) part.remove();
  watchSelection(table, () => update(true));
  // Browsers may restore the fields when the page is opened again.
  addEventListener('pageshow', () => update(false));
  update(false);

  function update(isAnnounced: boolean): void {
    for (const row of rows) read(row);
    const wrong = markQuantities(table);
    const known = (minor: number) => renderMoney(view, wrong === undefined ? minor : null);
    const totals = computeTotals({ ...view, items: chosen });
    for (const row of rows) showLine(row, totals);
    for (const [index, { subtotal }] of totals.sections.entries()) {
      show(`[data-section="${index}"]`, known(subtotal));
    }
    const recurring = view.later && computeRecurring(chosen as UnpricedLine[], view);
    const later = recurring && { recurring, contractTotal: computeContractTotal(totals.total, recurring) };
    show('[data-sums]', renderTotals(view, wrong === undefined ? totals : null, later));
    show('[data-total]', known(totals.total));
    if (later && view.later)
      show(
        '[data-payments]',
        wrong === undefined
          ? renderPayments(view, { total: totals.total, ...later }, view.later.t)
          : known(0),
      );
    show('[data-announced]', wrong === undefined ? renderAnnouncement(view, totals) : null);
    const said = document.querySelector('[data-said]');
    if (said && isAnnounced) {
      said.textContent =
        wrong ??
        readPayments() ??
        `${view.t.total}: ${formatMoney(totals.total, view.currency, view.locale)}`;
    }
  }

  function read(row: HTMLElement): void {
    const line = chosen[Number(row.dataset.line)];
    if (!line) return;
    const pick = row.querySelector<HTMLInputElement>('input:is([type="checkbox"], [type="radio"])');
    if (pick) line.selected = pick.checked;
    const quantity = row.querySelector<HTMLInputElement>('input[type="number"]');
    if (quantity?.validity.valid) line.quantity = quantity.valueAsNumber;
  }

  /** Marks the steps that the quantity has, and shows its price unless its parts have several. */
  function showPrice(row: HTMLElement, line: Offer['items'][number] | undefined): void {
    if (!line?.quantityPrices) return;
    const { quantity, quantityPrices } = line;
    for (const [index, step] of row.querySelectorAll('[data-step]').entries())
      step.classList.toggle('used', isStepUsed(quantityPrices, quantity, index));
    const price = isPricedInParts({ quantity, quantityPrices })
      ? null
      : renderMoney(view, isWrong(row) ? null : getUnitPrice(line, quantity));
    show('[data-price]', price, row);
  }

  function showLine(row: HTMLElement, { amounts, lineDiscounts }: Totals): void {
    const at = Number(row.dataset.line);
    row.classList.toggle('off', chosen[at]?.selected === false);
    const known = (minor: number) => renderMoney(view, isWrong(row) ? null : minor);
    show('[data-amount]', known(amounts[at] ?? 0), row);
    showPrice(row, chosen[at]);
    show('[data-discount]', known(-(lineDiscounts[at] ?? 0)), row);
  }
}

for (const table of document.querySelectorAll<HTMLElement>('table[data-choose]')) {
  const inputs = [...table.querySelectorAll('input')];
  const form = inputs[0]?.form;
  const button = document.querySelector<HTMLButtonElement>('[data-recalculate] button[formaction]');
  let timer = 0;
  let latest = new AbortController();

  showRecalculate(false);
  watchSelection(table, () => {
    markDeselected();
    markQuantities(table);
    clearTimeout(timer);
    timer = setTimeout(requestTotals, DELAY_MS);
  });
  // Browsers may restore the fields when the page is opened again.
  addEventListener('pageshow', () => {
    markDeselected();
    const isRestored = inputs.some((input) =>
      input.type === 'number' ? input.value !== input.defaultValue : input.checked !== input.defaultChecked,
    );
    if (isRestored) void requestTotals();
  });

  async function requestTotals(): Promise<void> {
    if (!form || !button) return;
    latest.abort();
    latest = new AbortController();
    const { signal } = latest;
    try {
      const body = pickSelection(new FormData(form));
      const response = await fetch(button.formAction, { method: 'POST', body, signal });
      const text = await response.text();
      // Without totals if a quantity is not offered.
      const isShown = response.ok || response.status === 400;
      if (isShown) copyTotals(new DOMParser().parseFromString(text, 'text/html'));
      showRecalculate(!isShown);
    } catch {
      // The button submits the selection, unless a later request does.
      if (!signal.aborted) showRecalculate(true);
    }
  }

  /** Copies everything that depends on the selection from a page that the server rendered for it. */
  function copyTotals(page: Document): void {
    for (const selector of ['[data-sums]', '[data-total]', '[data-payments]', '[data-announced]']) {
      const sources = page.querySelectorAll(selector);
      for (const [index, place] of document.querySelectorAll(selector).entries()) {
        place.innerHTML = sources[index]?.innerHTML ?? '';
      }
    }
    const groups = page.querySelectorAll('table.items tbody');
    for (const [index, group] of table.querySelectorAll('tbody').entries()) {
      for (const row of group.querySelectorAll(SUM_ROWS)) row.remove();
      group.prepend(...(groups[index]?.querySelectorAll(SUM_ROWS) ?? []));
    }
    const said = document.querySelector('[data-said]');
    const label = document.querySelector('#summary-total')?.textContent;
    const total = `${label}: ${document.querySelector('[data-total]')?.textContent}`;
    if (said) said.textContent = markQuantities(table) ?? readPayments() ?? total;
  }

  function markDeselected(): void {
    for (const input of inputs) {
      const isPick = input.type !== 'number';
      if (isPick) input.closest('tr[data-line]')?.classList.toggle('off', !input.checked);
    }
  }
}

function watchSelection(table: HTMLElement, update: () => void): void {
  table.addEventListener('input', () => {
    update();
    storeSelectionInUrl(table);
  });
  // Enter in a quantity field must not submit the acceptance.
  table.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') event.preventDefault();
  });
}

/** Marks the quantities that are not offered. Returns what is offered instead of the first of them. */
function markQuantities(table: HTMLElement): string | undefined {
  let offered: string | undefined;
  for (const input of table.querySelectorAll<HTMLInputElement>('input[type="number"]')) {
    const { valid } = input.validity;
    const range = document.getElementById(`${input.id}-range`);
    input.setAttribute('aria-invalid', String(!valid));
    if (range) range.className = valid ? 'detail' : 'error';
    if (!valid) offered ??= range?.textContent ?? '';
  }
  return offered;
}

function isWrong(row: HTMLElement): boolean {
  return row.querySelector('[aria-invalid="true"]') !== null;
}

/** What is announced where something recurs. */
function readPayments(): string | undefined {
  return document.querySelector('[data-payments]')?.textContent;
}

function showRecalculate(isShown: boolean): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-recalculate]')) part.hidden = !isShown;
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
