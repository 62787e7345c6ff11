import { findChangeableQuote } from '../../../actions/quotes/change-quote.ts';
import { readQuote } from '../../../actions/quotes/read-quote.ts';
import { updateQuote } from '../../../actions/quotes/update-quote.ts';
import { checkSigners } from '../../../api/schemas/acceptance/signers.ts';
import { html } from '../../../domain/markup/html.ts';
import { findSignerErrors, MAX_SIGNERS, type SignerInput } from '../../../domain/quote/acceptance/signers.ts';
import { createValidity } from '../../../domain/quote/line/validity.ts';
import { assertNotPartlyInvoiced } from '../../../domain/quote/problems.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatQuantity } from '../../../i18n/format.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { type Field, type FormState, renderField, type Values } from '../forms/field.ts';
import { renderForm, renderFormNotice } from '../forms/form.ts';
import { isProblem, readTyped } from '../forms/form-values.ts';
import { type Stored, submitForm } from '../forms/submit.ts';
import { showProblem } from '../quote/show.ts';
import type { ConsolePage } from '../shell.ts';

const PATH = '/quotes/:id/signers';
const ROWS = Array.from({ length: MAX_SIGNERS }, (_, row) => row);
const PARTS = ['name', 'email', 'order'] as const;
const toName = (row: number, part: (typeof PARTS)[number]) => `signer.${row}.${part}`;
const NAMES = ROWS.flatMap((row) => PARTS.map((part) => toName(row, part)));
/** Rows that are offered at least, and beyond those in use. */
const [MIN_ROWS, BLANK_ROWS] = [2, 1];

/** The people who must sign a quote. The form needs no script. */
export const signerRoutes: ConsoleRoute[] = [
  { method: 'GET', path: PATH, minRole: 'member', handle: show },
  { method: 'POST', path: PATH, minRole: 'member', handle: save },
];

async function show(context: PageContext): Promise<PageReply> {
  const { values } = await readStored(context);
  return { page: await render(context, { values, errors: {} }) };
}

async function save(context: PageContext): Promise<PageReply> {
  const { deps, account, caller, params, form, base, now } = context;
  const typed = readTyped(form, NAMES);
  const { signers, errors } = readSigners(typed, context);
  const { id = '' } = params;
  try {
    return await submitForm(context, {
      ...{ typed, errors, stored: () => readStored(context), show: (state) => render(context, state) },
      async save(expectVersion) {
        const found = await findChangeableQuote({
          ...{ deps, accountId: account.id, quoteId: id, expectVersion, now },
          assertAllowed: assertNotPartlyInvoiced,
        });
        await updateQuote(deps, caller, found, { signers }, now);
        return `${base}/quotes/${id}?notice=saved`;
      },
    });
  } catch (error) {
    if (isProblem(error, 'not_found')) throw error;
    return showProblem(context, error);
  }
}

/** Reads the rows in use, with errors by field; without any, one person accepts the quote. */
function readSigners(typed: Values, { t }: PageContext): { signers: SignerInput[] | null; errors: Values } {
  const rows = ROWS.filter((row) => typed[toName(row, 'name')] || typed[toName(row, 'email')]);
  if (rows.length === 0) return { signers: null, errors: {} };
  const signers = rows.map((row) => ({
    name: typed[toName(row, 'name')] ?? '',
    email: typed[toName(row, 'email')] ?? '',
    order: Number(typed[toName(row, 'order')] || '1'),
  }));
  const found = checkSigners({ signers });
  const { acceptance, forms } = t;
  const errors: Values = {};
  const messages = { name: forms.errors.required, email: forms.errors.email, order: forms.errors.unfit };
  for (const { path } of found) {
    const [, , index, part = 'name'] = path.split('/');
    const name = toName(rows[Number(index ?? 0)] ?? 0, part as 'name');
    errors[name] ??= index === undefined ? acceptance.signersWrong : messages[part as 'name'];
  }
  for (const { path } of findSignerErrors(signers, createValidity(found))) {
    errors[toName(rows[Number(path.split('/')[2])] ?? 0, 'email')] ??= acceptance.signerTwice;
  }
  return { signers, errors };
}

async function readStored(context: PageContext): Promise<Stored & { quote: Quote }> {
  const { deps, account, params, now } = context;
  const { doc, version } = await readQuote(deps, account.id, params.id ?? '', now);
  const quote = JSON.parse(doc) as Quote;
  const values: Values = {};
  for (const [row, signer] of (quote.signers ?? []).entries()) {
    for (const part of PARTS) values[toName(row, part)] = String(signer[part]);
  }
  return { version, values, quote };
}

async function render(context: PageContext, state: FormState): Promise<ConsolePage> {
  const { t, base, form, locale } = context;
  const { version, values, quote } = await readStored(context);
  const words = t.acceptance;
  const path = `${base}/quotes/${quote.id}`;
  const field = (row: number, part: (typeof PARTS)[number], more: Partial<Field>) =>
    renderField({ name: toName(row, part), label: words[LABELS[part]], isPlain: true, ...more }, state, t);
  const last = ROWS.findLast((row) => PARTS.some((part) => state.values[toName(row, part)])) ?? -1;
  const shown = ROWS.slice(0, Math.max(MIN_ROWS, last + 1 + BLANK_ROWS));
  const fields = html`<p>${words.signersIntro}</p><p class="hint">${words.signersHint}</p>
${shown.map(
  (
    row,
  ) => html`<fieldset class="rows"><legend>${fill(words.signer, { n: formatQuantity(row + 1, locale) })}</legend>
<div class="pair">${field(row, 'name', { autocomplete: 'off' })}
${field(row, 'email', { kind: 'email', autocomplete: 'off' })}</div>
${field(row, 'order', { kind: 'whole', ...(row === 0 && { hint: words.signerOrderHint }) })}</fieldset>
`,
)}`;
  const isConflict = state.theirs !== undefined;
  const seen = { version: isConflict ? version : Number(form.version) || version, values };
  const action = `${path}/signers`;
  return {
    section: 'quotes',
    title: fill(words.signersTitle, { number: quote.number }),
    back: { href: path, text: quote.number },
    styles: ['nouns.css', 'settings.css'],
    notice: renderFormNotice(state, context),
    body: renderForm({ action, seen, fields, submit: words.saveSigners, cancel: path }, t),
  };
}

const LABELS = { name: 'signerName', email: 'signerEmail', order: 'signerOrder' } as const;
