import type { InvoiceSource } from '../../../domain/document.ts';
import { PROVIDER_NAMES, type ProviderKind } from '../../../domain/invoice/payment/provider-kind.ts';
import { html } from '../../../domain/markup/html.ts';
import { formatMoney } from '../../../i18n/format.ts';
import { INVOICE, PAYMENT, pickTexts } from '../../../i18n/messages.ts';
import { accentPath, assetPath } from '../../assets.ts';
import { type IconName, icon } from '../../icons.ts';
import { fill, renderDocument } from '../../shell.ts';
import { localize } from '../quote/view.ts';

/** State of a payment when the customer comes back. `pending`: it is on its way, or not known yet. */
export type PayStatus = 'paid' | 'pending' | 'unpaid';

/** Leads to the page of the provider. The form cannot redirect there: the policy allows forms to this site only. */
export function renderToProviderPage(
  source: InvoiceSource,
  { provider, url }: { provider: ProviderKind; url: string },
): string {
  const { texts } = localizePayment(source);
  const text = fill(texts.toProviderText, { provider: PROVIDER_NAMES[provider] });
  return renderPage(source, {
    icon: 'clock',
    title: texts.toProvider,
    text,
    button: { label: texts.continueToPayment, url },
  });
}

/** Says that no payment could be started, and that nothing was charged. */
export function renderNotStartedPage(
  source: InvoiceSource,
  outcome: 'unreachable' | 'refused',
  invoiceUrl: string,
): string {
  const { locale, texts } = localizePayment(source);
  const seller = html`<bdi>${source.account.name}</bdi>`;
  return renderPage(source, {
    icon: 'alert',
    title: texts.startFailed,
    text: outcome === 'unreachable' ? texts.tryLater : fill(texts.notPossible, { seller }),
    button: { label: pickTexts(INVOICE, locale).viewInvoice, url: invoiceUrl },
  });
}

/** The page that the provider sends the customer back to. `invoiceUrl` is `null` if the link was revoked. */
export function renderPayStatusPage(
  source: InvoiceSource,
  { status, amount, invoiceUrl }: { status: PayStatus; amount: number; invoiceUrl: string | null },
): string {
  const { locale, texts } = localizePayment(source);
  const places = {
    seller: html`<bdi>${source.account.name}</bdi>`,
    amount: html`<bdi class="nowrap">${formatMoney(amount, source.invoice.currency, locale)}</bdi>`,
  };
  const button =
    invoiceUrl === null ? null : { label: pickTexts(INVOICE, locale).viewInvoice, url: invoiceUrl };
  const said = {
    paid: { icon: 'check', title: texts.receivedTitle, text: fill(texts.receivedText, places) },
    pending: { icon: 'clock', title: texts.pendingTitle, text: texts.pendingText },
    unpaid: { icon: 'info', title: texts.unpaidTitle, text: texts.unpaidText },
  } as const;
  return renderPage(source, { ...said[status], button });
}

function localizePayment({ account, customer }: InvoiceSource) {
  const { locale } = localize({ account, customer });
  return { locale, texts: pickTexts(PAYMENT, locale) };
}

function renderPage(
  source: InvoiceSource,
  said: {
    icon: IconName;
    title: string;
    text: Parameters<typeof html>[1];
    button: { label: string; url: string } | null;
  },
): string {
  const { account, invoice } = source;
  const { locale } = localizePayment(source);
  return renderDocument({
    locale,
    title: `${said.title} · ${invoice.number}`,
    styles: [assetPath('page.css'), accentPath(account.accentColor)],
    body: html`<main class="message">
<span class="mark">${icon(said.icon)}</span>
<h1>${said.title}</h1>
<p>${said.text}</p>
<p class="small"><bdi>${account.name}</bdi> · <bdi class="nowrap">${invoice.number}</bdi></p>
${said.button && html`<p><a class="button" href="${said.button.url}">${said.button.label}</a></p>`}
</main>`,
  });
}
