import { readAccount } from '../../../../actions/account/change-account.ts';
import { previewFor } from '../../../../actions/quote/preview-quote.ts';
import type { Account } from '../../../../domain/account/account.ts';
import { seriesOf } from '../../../../domain/account/numbering.ts';
import { type AccountPatch, patchAccount } from '../../../../domain/account/patch-account.ts';
import { calendarDate } from '../../../../domain/calendar.ts';
import { currencyDecimals } from '../../../../domain/money/currency.ts';
import { computeTotals } from '../../../../domain/money/totals.ts';
import { consoleSayings } from '../../../../i18n/console.ts';
import { resolveLocale } from '../../../../i18n/locale.ts';
import { checkAccount } from '../../../../schemas/account.ts';
import { lookHeaders } from '../../../../web/headers.ts';
import { renderQuoteLook } from '../../../../web/quote-page/quote-page.ts';
import { pdfHeaders } from '../../../headers/pdf-headers.ts';
import type { PageContext, PageReply } from '../console-route.ts';
import { typedIn } from '../forms/form-values.ts';
import { readParts } from '../forms/upload.ts';
import { DOCUMENT, logoIn, patchOf } from './account-form.ts';

/** Renders the customer page of a sample quote with the settings in the form. */
export async function showPreview(context: PageContext): Promise<PageReply> {
  const { account, quote, customer } = await sample(context);
  const body = renderQuoteLook({
    account,
    quote: { ...quote, status: 'SENT', number: numberOf(account, context.now) },
    customer,
    totals: computeTotals(quote),
    acceptance: null,
    base: '#',
    pdfUrl: '#',
    documentSha256: '',
    thread: { messages: [], hasEarlier: false, isLatest: true },
  });
  return { headers: lookHeaders, body };
}

export async function showPreviewPdf(context: PageContext): Promise<PageReply> {
  const { pdf } = await sample(context);
  return { headers: pdfHeaders('preview.pdf'), body: await pdf() };
}

/** Formats a sample number with the format in the form. */
function numberOf({ quoteNumberFormat, timeZone }: Account, now: number): string {
  const year = Number(calendarDate(now, timeZone).slice(0, 4));
  return seriesOf(quoteNumberFormat, year).print(42);
}

async function sample(context: PageContext) {
  const account = await accountInForm(context);
  const { settings } = consoleSayings(resolveLocale(account.locale)).say;
  const { title, customer, first, second, unit } = settings.sample;
  const price = (major: number) => major * 10 ** currencyDecimals(account.currency);
  const items = [
    { description: first, quantity: 12.5, unit, unitPrice: price(90), taxRate: 19 },
    { description: second, quantity: 1, unitPrice: price(240), taxRate: 19 },
  ];
  const previewed = previewFor(context.deps, account, { title, items }, { name: customer, now: context.now });
  return { account, ...previewed };
}

/** Applies the form to the account. Invalid fields keep their stored values. */
async function accountInForm(context: PageContext): Promise<Account> {
  const { deps, request, account: stored, now } = context;
  const { account } = await readAccount(deps, stored.id);
  if (request.method !== 'POST') return account;
  const { form, file } = await readParts(request);
  const typed = typedIn(form, Object.keys(DOCUMENT));
  const logo = logoIn(form, file);
  const patch: Record<string, unknown> = {
    ...patchOf(context, typed, DOCUMENT),
    ...(logo !== undefined && { logo }),
  };
  for (const { path } of checkAccount(patch)) delete patch[path.split('/')[1] ?? ''];
  if (typeof patch.logo === 'string' && (await deps.renderer.checkLogo(account.id, patch.logo)))
    delete patch.logo;
  return patchAccount(account, patch as AccountPatch, now);
}
