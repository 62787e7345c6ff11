import { type Html, html } from '../../../domain/markup/html.ts';
import { needsCurrency } from '../../../domain/quote/list/quote-sorts.ts';
import { icon } from '../../icons.ts';
import { fill } from '../../shell.ts';
import { DEFAULT_SORT, isNarrowed, type ListState, listHref, MAX_FILTER_LENGTH } from './list-url.ts';
import { COSTED_SORT_WORDS, type FilterErrors, type QuoteListView, SORT_WORDS } from './list-view.ts';

/** Search and filters in one GET form, so that the URL can be bookmarked. */
export function renderFilters(view: QuoteListView): Html {
  const { base, state, t, errors, customerChoices } = view;
  const isUsed = isNarrowed({ ...state, search: '' }) || state.sort !== DEFAULT_SORT;
  const isOpen = Object.keys(errors).length > 0 || customerChoices.length > 0;
  return html`<form class="quote-filter" method="get" action="${base}/quotes" role="search">
${state.status && html`<input type="hidden" name="status" value="${state.status}">`}${state.isMarginShown && html`<input type="hidden" name="margin" value="1">`}
<div class="search"><label class="visually-hidden" for="search">${t.quotes.search}</label>
<input id="search" type="search" name="search" value="${state.search}" placeholder="${t.quotes.search}" maxlength="${MAX_FILTER_LENGTH}" autocomplete="off" dir="auto">
<button class="button quiet" type="submit">${t.quotes.searchButton}</button></div>
<details${isOpen && html` open`}><summary class="button quiet">${t.quotes.filters}${isUsed && html` <span class="dot" aria-hidden="true"></span>`}</summary>
<div class="fields">
${renderCustomer(view)}
${renderInput(view, 'from', 'date')}
${renderInput(view, 'to', 'date')}
${renderInput(view, 'min', 'amount')}
${renderInput(view, 'max', 'amount')}
${renderInput(view, 'currency', 'code')}
${renderApproval(view)}${renderSort(view)}
</div>
<div class="actions"><button class="button" type="submit">${t.quotes.apply}</button></div>
</details>
</form>`;
}

/** What the filter leaves open, and what it consists of. */
export function renderNarrowing(view: QuoteListView): Html {
  return html`${renderChoices(view)}
${renderChips(view)}`;
}

function renderCustomer(view: QuoteListView): Html {
  const { t, state, customerName, errors } = view;
  if (customerName !== null) return html`<input type="hidden" name="customer" value="${state.customer}">`;
  return html`<div class="field"><label for="customer">${t.quotes.customer}</label>
<input id="customer" name="customer" type="text" value="${state.customer}" maxlength="${MAX_FILTER_LENGTH}" autocomplete="off" dir="auto" placeholder="${t.quotes.customerHint}"${marks(errors, 'customer')}>
${renderError(errors, 'customer')}</div>`;
}

const INPUTS = {
  date: html`type="date"`,
  amount: html`type="text" inputmode="decimal" autocomplete="off" dir="ltr"`,
  code: html`type="text" maxlength="3" autocomplete="off" autocapitalize="characters" spellcheck="false" dir="ltr"`,
};

function renderInput(
  { t, state, errors, currency }: QuoteListView,
  name: 'from' | 'to' | 'min' | 'max' | 'currency',
  kind: keyof typeof INPUTS,
): Html {
  const value = name === 'currency' && state.currency === '' ? currency : state[name];
  // A date field does not show an invalid value, which would be lost.
  const isReadable = kind !== 'date' || errors[name] === undefined;
  return html`<div class="field"><label for="${name}">${t.quotes[name]}</label>
<input id="${name}" name="${name}" ${INPUTS[isReadable ? kind : 'amount']} value="${value}"${marks(errors, name)}>
${renderError(errors, name)}</div>`;
}

/** Only for accounts with rules of approval. */
function renderApproval({ t, state, hasApproval }: QuoteListView): Html | false {
  if (!hasApproval && state.approval === '') return false;
  const isWaiting = state.approval === 'requested';
  return html`<div class="field"><label for="approval">${t.approval.title}</label>
<select id="approval" name="approval"><option value="">${t.quotes.all}</option><option value="requested"${isWaiting && html` selected`}>${t.approval.states.requested}</option></select></div>
`;
}

function renderSort({ t, state, seesCosts }: QuoteListView): Html {
  return html`<div class="field"><label for="sort">${t.quotes.sort}</label>
<select id="sort" name="sort">${(seesCosts ? COSTED_SORT_WORDS : SORT_WORDS).map((sort) => html`<option value="${sort}"${sort === state.sort && html` selected`}>${t.quotes.sorts[sort]}</option>`)}</select></div>`;
}

function marks(errors: FilterErrors, name: keyof FilterErrors): Html | false {
  return errors[name] !== undefined && html` aria-invalid="true" aria-describedby="${name}-error"`;
}

function renderError(errors: FilterErrors, name: keyof FilterErrors): Html | false {
  const error = errors[name];
  return (
    error !== undefined &&
    html`<p class="error" id="${name}-error">${icon('alert')} <span>${error}</span></p>`
  );
}

/** Choices if several customers match the typed name. */
function renderChoices({ base, state, t, customerChoices }: QuoteListView): Html | false {
  if (customerChoices.length === 0) return false;
  return html`<div class="notice" role="status"><p>${fill(t.quotes.customerWhich, { name: html`<bdi>${state.customer}</bdi>` })}</p>
<ul class="chips">${customerChoices.map(({ id, name }) => html`<li><a class="chip" href="${listHref(base, state, { customer: id })}"><bdi>${name}</bdi></a></li>`)}</ul></div>`;
}

/** The active filters, each with a link that removes it. */
function renderChips(view: QuoteListView): Html | false {
  const { base, state, t, customerName, errors } = view;
  const { quotes } = t;
  const isCompared = needsCurrency(state.sort);
  const isRange = state.min !== '' || state.max !== '' || isCompared;
  const set: [keyof ListState, string, string][] = [
    ['search', quotes.searchButton, state.search],
    ['customer', quotes.customer, customerName ?? ''],
    ['from', quotes.from, errors.from ? '' : state.from],
    ['to', quotes.to, errors.to ? '' : state.to],
    ['min', quotes.min, errors.min ? '' : state.min],
    ['max', quotes.max, errors.max ? '' : state.max],
    ['currency', quotes.currency, isRange && !errors.currency ? state.currency || view.currency : ''],
    ['approval', t.approval.title, state.approval && t.approval.states[state.approval]],
  ];
  const shown = set.filter(([, , value]) => value !== '');
  if (shown.length === 0) return false;
  return html`<ul class="chips">
${shown.map(([name, label, value]) => {
  // Without its currency a list cannot be in the order of its totals.
  const isOrder = name === 'currency' && isCompared;
  const href = listHref(base, state, { [name]: '', ...(isOrder && { sort: DEFAULT_SORT }) });
  return html`<li><a class="chip" href="${href}" aria-label="${fill(quotes.removeFilter, { what: `${label}: ${value}` })}"><span>${label}: <bdi>${value}</bdi></span>${icon('cross')}</a></li>`;
})}
${shown.length > 1 && html`<li><a href="${listHref(base, cleared(state))}">${quotes.clear}</a></li>`}
</ul>`;
}

function cleared(state: ListState): ListState {
  return {
    ...state,
    search: '',
    customer: '',
    from: '',
    to: '',
    min: '',
    max: '',
    currency: '',
    approval: '',
  };
}
