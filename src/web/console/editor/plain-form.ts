import { isDecided } from '../../../domain/quote/quote.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatMoney, formatPercent } from '../../../i18n/format.ts';
import type { Locale } from '../../../i18n/locale.ts';
import type { Separators } from '../../../i18n/read-number.ts';
import { writeNumber } from '../../../i18n/write-number.ts';
import { type Html, html } from '../../../markup/html.ts';
import { differenceName } from './difference-name.ts';
import { compare, proposal } from './draft/compare.ts';
import type { Draft } from './draft/draft.ts';
import { liveTotals } from './draft/live-totals.ts';
import type { Flaw } from './draft/read-texts.ts';
import { type EditorWords, isAutomatic, type StoredQuote } from './editor-data.ts';
import { flawText } from './flaw-text.ts';
import { discountKinds, hidden, plainChoice, plainField, renderActionButton } from './plain-fields.ts';
import { type Offers, renderFiles, renderOffers } from './plain-more.ts';
import { plainRow, plainStage } from './plain-rows.ts';

/** The form for browsers without scripts. */
export interface PlainView {
  say: EditorWords;
  locale: Locale;
  separators: Separators;
  draft: Draft;
  /** Currency of the totals: that of the draft if it is valid. */
  currency: string;
  quote: StoredQuote | null;
  /** The draft when the form was first shown, to detect concurrent changes. */
  base: Draft | null;
  action: string;
  flaws: Record<string, Flaw>;
  /** Validation errors of the service, by field path. */
  refusals: Record<string, string>;
  /** Customers that match the typed name. */
  found?: { id: string; name: string; email: string | null }[];
  /** Idempotency key: repeated submissions count as one. */
  once: string;
  /** Results of the catalogue search. */
  offers?: Offers;
  /** The version that someone else has saved in the meantime. */
  theirs?: Draft;
}

export interface PlainForm extends PlainView {
  troubleOf(path: string): string | undefined;
}

export function renderPlainForm(view: PlainView): Html {
  const { say, draft, quote, action, flaws, refusals, locale } = view;
  const example = writeNumber(1234.5, locale.tag);
  const troubleOf = (path: string) => (flaws[path] ? flawText(say, flaws[path], example) : refusals[path]);
  const form: PlainForm = { ...view, troubleOf };
  const text = (name: 'title' | 'reference' | 'currency', label: string) =>
    plainField({ name, label, value: draft[name], trouble: troubleOf(name) });
  const long = (name: 'description' | 'terms' | 'notes', label: string, hint?: string) =>
    plainField({
      ...{ name, label, value: draft[name], trouble: troubleOf(name), rows: 3 },
      ...(hint && { hint }),
    });
  return html`<form class="plain" method="post" action="${action}" enctype="multipart/form-data">
${hidden('once', view.once)}${quote && hidden('version', /\d+/.exec(quote.etag)?.[0] ?? '')}${view.base && hidden('base', JSON.stringify(view.base))}
<button class="visually-hidden" type="submit" name="do" value="calculate" tabindex="-1">${say.recalculate}</button>
${quote && !isAutomatic(quote) && html`<p class="notice">${isDecided(quote) ? say.answeredBefore : fill(say.sentBefore, { revision: String(quote.revision + 1) })}</p>`}
${view.theirs && renderDifferences(view, view.theirs)}
${text('title', say.title)}${renderCustomer(form)}
<div class="plain-cells">${plainField({ name: 'validUntil', label: say.validUntil, value: draft.validUntil, kind: 'date', trouble: troubleOf('validUntil') })}${text('reference', say.reference)}${text('currency', say.currency)}</div>
${long('description', say.introduction)}
<h2>${say.lines}</h2>${troubleOf('rows') && html`<p class="error">${flaws.rows === 'missing' ? say.noLines : troubleOf('rows')}</p>`}
<ol class="plain-list">
${draft.rows.map((row, at) => plainRow(form, row, at))}</ol>
<p class="buttons">${renderActionButton('add', say.addLine)}${renderActionButton('section', say.addSection)}</p>
${renderOffers(view)}
<div class="plain-cells">${plainField({ name: 'discountValue', label: say.discount, value: draft.discountValue, isNumber: true, trouble: troubleOf('discountValue') })}${plainChoice('discountType', say.discountOf, draft.discountType, discountKinds(say))}</div>
${renderTotals(view)}<p>${renderActionButton('calculate', say.recalculate)}</p>
<h2>${say.schedule}</h2>${troubleOf('stages') && html`<p class="error">${troubleOf('stages')}</p>`}
${draft.stages.length > 0 && html`<ol class="plain-list">${draft.stages.map((stage, at) => plainStage(form, stage, at))}</ol>`}<p>${renderActionButton('stage', say.addStage)}</p>
${long('terms', say.terms)}${long('notes', say.notes, say.notesHint)}
${renderFiles(form)}
<p class="buttons"><button class="button" type="submit" name="do" value="save">${saveWords(view)}</button>${(!quote || isAutomatic(quote)) && renderActionButton('send', say.send)}</p>
</form>`;
}

function saveWords({ say, quote }: PlainView): string {
  if (!quote || isAutomatic(quote)) return say.save;
  return isDecided(quote) ? say.saveReopen : fill(say.saveRevision, { revision: String(quote.revision + 1) });
}

/**
 * The name is looked up when the form is submitted. Several matches are offered; new customers cannot be created
 * here.
 */
function renderCustomer({ say, draft, found, troubleOf }: PlainForm): Html {
  const field = plainField({
    ...{ name: 'customerName', label: say.customer, value: draft.customerName, hint: say.customerHint },
    trouble: troubleOf('customer'),
  });
  if (!found)
    return html`${hidden('customerId', draft.customerId)}${hidden('customerWas', draft.customerName)}${field}`;
  const name = draft.customerName;
  return html`${hidden('customerWas', name)}${field}<fieldset><legend>${found.length > 0 ? say.found : say.customerNone}</legend>
${found.map(
  ({
    id,
    name: own,
    email,
  }) => html`<label class="check"><input type="radio" name="customerId" value="${id}"> <span><bdi>${own}</bdi> <span class="muted">${email}</span></span></label>
`,
)}<label class="check"><input type="radio" name="customerId" value="new"> <span>${fill(say.createCustomer, { name })}</span></label>
${plainField({ name: 'newEmail', label: say.email, value: '' })}</fieldset>`;
}

function renderTotals({ say, draft, separators, locale, currency }: PlainView): Html {
  const totals = liveTotals(draft, separators);
  if (!totals) return html`<p class="error">${say.tooMuch}</p>`;
  const money = (minor: number) => formatMoney(minor, currency, locale);
  const sum = (label: string, minor: number) => html`<div><dt>${label}</dt><dd>${money(minor)}</dd></div>`;
  return html`<dl class="plain-totals">${sum(say.subtotal, totals.subtotal)}${totals.discountAmount > 0 && sum(say.discount, -totals.discountAmount)}${totals.taxes
    .filter(({ rate }) => rate > 0)
    .map(({ rate, tax }) =>
      sum(fill(say.taxOf, { rate: formatPercent(rate, locale) }), tax),
    )}${sum(say.total, totals.total)}</dl>
${totals.uncounted > 0 && html`<p class="hint">${fill(say.uncounted, { n: String(totals.uncounted) })}</p>`}`;
}

function renderDifferences({ say, draft, base, separators }: PlainView, theirs: Draft): Html {
  const differences = compare(base ?? theirs, draft, theirs, separators);
  const picks = proposal(differences);
  const version = (path: string, side: 'mine' | 'theirs', text: string) =>
    html`<label class="check"><input type="radio" name="pick:${path}" value="${side}"${picks[path] === side && html` checked`}> <span><strong>${say[side]}</strong> <bdi class="version">${text || say.nothing}</bdi></span></label>
`;
  return html`<section class="notice bad" role="alert"><h2>${say.conflictTitle}</h2><p>${say.conflictText}</p>
${differences.map(({ path, line, mine, theirs: other }) => html`<fieldset class="versions"><legend>${differenceName(path, say)}${line !== undefined && html` · <bdi>${line}</bdi>`}</legend>${version(path, 'mine', mine)}${version(path, 'theirs', other)}</fieldset>`)}
<p><button class="button" type="submit" name="do" value="merge">${say.useThese}</button></p></section>`;
}
