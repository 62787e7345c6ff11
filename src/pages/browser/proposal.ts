// Shows the total of the changes that the customer asks for while they are typed, with the same code as the server.

import { computeTotals } from '../../domain/money/totals.ts';
import { getSeparators } from '../../i18n/parse-number.ts';
import { readPrice, readQuantity, WISHES } from '../customer/quote/proposal/read-wishes.ts';
import { type PricedOffer, renderMoney } from '../customer/quote/totals.ts';

const WRONG = '[aria-invalid="true"]';

for (const section of document.querySelectorAll<HTMLElement>('[data-wishes]')) {
  const place = section.querySelector('[data-wished]');
  // Enter must not submit the acceptance.
  section.addEventListener('keydown', (event) => {
    const isField = event.target instanceof HTMLInputElement;
    if (event.key === 'Enter' && isField) event.preventDefault();
  });
  const offer = document.querySelector<HTMLElement>('[data-offer]')?.dataset.offer;
  if (!place || offer === undefined) continue;
  const { items, view } = JSON.parse(offer) as PricedOffer;
  const separators = getSeparators(view.locale.tag);
  section.querySelector('[data-compute-wished]')?.remove();
  document.addEventListener('input', update);
  // Browsers may restore the fields when the page is opened again.
  addEventListener('pageshow', update);

  function update(): void {
    const wished = items.flatMap((item, line) => {
      if (find(WISHES.removed(line))?.checked) return [];
      const quantity = read(WISHES.quantity(line), (text) => readQuantity(text, separators));
      const unitPrice = read(WISHES.unitPrice(line), (text) => readPrice(text, view.currency, separators));
      const chosen = { ...item, ...readRow(line) };
      return [{ ...chosen, quantity: quantity ?? chosen.quantity, unitPrice: unitPrice ?? chosen.unitPrice }];
    });
    try {
      const { total } = computeTotals({ ...view, items: wished });
      const isWrong = document.querySelector(`[data-offer] ${WRONG}, [data-wishes] ${WRONG}`) !== null;
      if (place) place.innerHTML = renderMoney(view, isWrong ? null : total).toString();
    } catch {
      // The server says what is too large.
    }

    function read(name: string, parse: (text: string) => number | undefined) {
      const field = find(name);
      if (!field) return undefined;
      const value = parse(field.value);
      field.setAttribute('aria-invalid', String(value === undefined));
      return value === undefined || value === Number(field.dataset.now) ? undefined : value;
    }
  }

  /** What the customer chose in the table. */
  function readRow(line: number): { selected?: boolean; quantity?: number } {
    const row = document.querySelector(`tr[data-line="${line}"]`);
    const pick = row?.querySelector<HTMLInputElement>('input:is([type="checkbox"], [type="radio"])');
    const quantity = row?.querySelector<HTMLInputElement>('input[type="number"]');
    return {
      ...(pick && { selected: pick.checked }),
      ...(quantity?.validity.valid && { quantity: quantity.valueAsNumber }),
    };
  }

  function find(name: string): HTMLInputElement | null {
    return section.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  }
}
