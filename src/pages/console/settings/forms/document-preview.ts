import { readAccount } from '../../../../actions/account/change-account.ts';
import { withPageLogo } from '../../../../actions/account/plated-logo.ts';
import { previewSample } from '../../../../actions/quotes/preview-quote.ts';
import { checkAccount } from '../../../../api/schemas/account/account.ts';
import type { Account } from '../../../../domain/account/account.ts';
import { getNumberSeries } from '../../../../domain/account/numbering.ts';
import { type AccountPatch, patchAccount } from '../../../../domain/account/patch-account.ts';
import { toCalendarDate } from '../../../../domain/calendar.ts';
import { type Html, html } from '../../../../domain/markup/html.ts';
import { currencyDecimals } from '../../../../domain/money/currency.ts';
import { computeTotals } from '../../../../domain/money/totals.ts';
import { createPdfHeaders } from '../../../../http/headers/pdf-headers.ts';
import { findConsoleTexts } from '../../../../i18n/console.ts';
import { resolveLocale } from '../../../../i18n/locale.ts';
import { renderQuotePreview } from '../../../customer/quote/quote-page.ts';
import { previewHeaders } from '../../../headers.ts';
import type { PageContext, PageReply } from '../../console-route.ts';
import { readTyped } from '../../forms/form-values.ts';
import { readParts } from '../../forms/upload.ts';
import type { Viewer } from '../../viewer.ts';
import { getPageRules, readLogo, toPatch } from './account-form.ts';

/** Renders the customer page of a sample quote with the settings in the form. */
export async function showPreview(context: PageContext): Promise<PageReply> {
  const { account, quote, customer } = await createSample(context);
  const body = renderQuotePreview({
    account: await withPageLogo(context.deps, account),
    quote: { ...quote, status: 'SENT', number: formatSampleNumber(account, context.now) },
    customer,
    totals: computeTotals(quote),
    decision: null,
    base: '#',
    pdfUrl: '#',
    documentSha256: '',
    thread: { messages: [], hasEarlier: false, isLatest: true },
  });
  return { headers: previewHeaders, body };
}

export async function showPreviewPdf(context: PageContext): Promise<PageReply> {
  const { pdf } = await createSample(context);
  return { headers: createPdfHeaders('preview.pdf'), body: await pdf() };
}

/** Formats a sample number with the format in the form. */
function formatSampleNumber({ quoteNumberFormat, timeZone }: Account, now: number): string {
  const year = Number(toCalendarDate(now, timeZone).slice(0, 4));
  return getNumberSeries(quoteNumberFormat, year).print(42);
}

async function createSample(context: PageContext) {
  const account = await readAccountForm(context);
  const { settings } = findConsoleTexts(resolveLocale(account.locale)).t;
  const { title, customer, first, second, unit } = settings.sample;
  const price = (major: number) => major * 10 ** currencyDecimals(account.currency);
  const items = [
    { description: first, quantity: 12.5, unit, unitPrice: price(90) },
    { description: second, quantity: 1, unitPrice: price(240) },
  ];
  const previewed = previewSample(
    context.deps,
    account,
    { title, items },
    { name: customer, now: context.now },
  );
  return { account, ...previewed };
}

/** Applies the form to the account. Invalid fields keep their stored values. */
async function readAccountForm(context: PageContext): Promise<Account> {
  const { deps, request, account: stored, now } = context;
  const { account } = await readAccount(deps, stored.id);
  if (request.method !== 'POST') return account;
  const { form, file } = await readParts(request);
  const rules = getPageRules('document');
  const logo = readLogo(form, file);
  const patch: Record<string, unknown> = {
    ...toPatch(context, readTyped(form, Object.keys(rules)), rules),
    ...(logo !== undefined && { logo }),
  };
  for (const { path } of checkAccount(patch)) delete patch[path.split('/')[1] ?? ''];
  if (typeof patch.logo === 'string' && (await deps.renderer.checkLogo(account.id, patch.logo)))
    delete patch.logo;
  return patchAccount(account, patch as AccountPatch, now);
}

/** The form whose values the preview shows. */
export const PREVIEWED_FORM = 'previewed';

/** The preview next to the form if there is room. It works without scripts; with them it follows the fields. */
export function renderPreview({ base, t }: Viewer): Html {
  const words = t.settings.document;
  const path = `${base}/settings/document`;
  return html`<section class="preview" aria-labelledby="preview-title"><h2 id="preview-title">${words.preview}</h2><p class="hint">${words.previewHint}</p>
<div class="actions"><button class="button quiet" type="submit" form="${PREVIEWED_FORM}" id="show-preview" formaction="${path}/preview" formtarget="preview">${words.showPreview}</button><button class="button quiet" type="submit" form="${PREVIEWED_FORM}" formaction="${path}/pdf" formtarget="_blank">${words.openPdf}</button></div>
<iframe name="preview" id="preview" title="${words.preview}" src="${path}/preview" sandbox="allow-same-origin"></iframe></section>`;
}
