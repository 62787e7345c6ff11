import { type Html, html } from '../../../../domain/markup/html.ts';
import { findAllowed } from '../../../../domain/quote/proposal/proposed-quote.ts';
import { formatAmountInput, formatNumberInput } from '../../../../i18n/format-input.ts';
import { fill } from '../../../shell.ts';
import { renderError, renderText } from '../forms.ts';
import { ACCEPT_FORM } from '../items.ts';
import { buildPricedOffer, isChoosing } from '../offer.ts';
import { hasWrongQuantity, moment, money, type QuotePage, seller } from '../view.ts';
import { WISHES } from './read-wishes.ts';

/** The form to ask for changes. Its fields belong to the form of the page, so that they go along with the selection. */
export function renderProposal(page: QuotePage): Html | null {
  const { t, base, quote, proposals = 'off', openProposal, wishes, errors, values } = page;
  if (proposals === 'off') return null;
  const isTouched = wishes && (wishes.changes.length > 0 || wishes.unreadable.length > 0);
  const isOpened = isTouched || errors?.proposal || errors?.changes || values?.proposal;
  const offer = quote.show.linePrices && !isChoosing(page) && JSON.stringify(buildPricedOffer(page));
  return html`<details class="card"${isOpened && html` open`}>
<summary><h2>${t.askForChanges}</h2></summary>
<div class="fields wishes" data-wishes${offer && html` data-offer="${offer}"`}>
${openProposal && html`<p>${fill(t.changesAsked, { date: moment(page, openProposal.createdAt) })}</p>`}
<p class="hint">${fill(t.changesHint, { seller: seller(page) })}</p>
<div id="changes-wanted">${quote.items.map((item, line) => renderWish(page, item, line))}</div>
${renderError(page, 'changes')}
${quote.show.linePrices && renderTotal(page)}
${renderText(page, 'proposal', t.changesText, { optional: false })}
<div class="submit"><button class="button quiet" type="submit" form="${ACCEPT_FORM}" formaction="${base}/proposal" formnovalidate>${t.askForChanges}</button></div>
</div>
</details>`;
}

function renderWish(page: QuotePage, item: QuotePage['quote']['items'][number], line: number): Html | null {
  const { t, quote, locale, currency, proposals = 'off', values, offered = quote } = page;
  const stored = offered.items[line] ?? item;
  const allowed = findAllowed(item, quote, proposals);
  const canRemove = allowed.removed && quote.items.length > 1;
  if (!allowed.quantity && !allowed.unitPrice && !canRemove) return null;
  const [name = ''] = item.description.split('\n');
  const quantity = formatNumberInput(item.quantity, locale.tag);
  const price = formatAmountInput(item.unitPrice, currency, locale.tag);
  const removed = WISHES.removed(line);
  return html`<fieldset class="wish"><legend><bdi>${name}</bdi></legend>
${allowed.quantity && renderInput(page, WISHES.quantity(line), t.quantity, quantity, stored.quantity, item.unit)}
${allowed.unitPrice && renderInput(page, WISHES.unitPrice(line), t.unitPrice, price, stored.unitPrice)}
${canRemove && html`<label class="pick"><input type="checkbox" name="${removed}" form="${ACCEPT_FORM}"${values?.[removed] !== undefined && html` checked`}> <span>${t.leaveOut}</span></label>`}
</fieldset>
`;
}

/** A text, because a field that the browser finds wrong inside of what is folded would keep the customer from accepting. */
function renderInput(
  { values, wishes }: QuotePage,
  name: string,
  label: string,
  text: string,
  now: number,
  unit = '',
): Html {
  const isWrong = wishes?.unreadable.includes(name);
  return html`<label class="wished"><span>${label}${unit && html` <bdi>(${unit})</bdi>`}</span> <input name="${name}" type="text" inputmode="decimal" maxlength="30" autocomplete="off" form="${ACCEPT_FORM}" data-now="${now}" value="${values?.[name] ?? text}"${isWrong && html` aria-invalid="true"`}></label>`;
}

/** Follows the fields with scripts; without them, a button computes it. */
function renderTotal(page: QuotePage): Html {
  const { t, base, quote, wishes } = page;
  const isWrong = hasWrongQuantity(page) || wishes?.error !== undefined;
  return html`<p class="wished-total"><span class="label">${quote.recurring ? t.dueNow : t.newTotal}</span> <output data-wished>${money(page, isWrong ? null : (wishes?.total ?? quote.total))}</output>
<button class="button plain" type="submit" form="${ACCEPT_FORM}" formaction="${base}/choose" formnovalidate data-compute-wished>${t.recalculate}</button></p>`;
}
