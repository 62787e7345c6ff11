import type { ElectronicGaps } from '../../../domain/account/particulars/einvoice.ts';
import { type Html, type HtmlValue, html } from '../../../domain/markup/html.ts';
import { clearSignatures, listSignersInTurn } from '../../../domain/quote/acceptance/signers.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { isDecided, isDraft } from '../../../domain/quote/quote.ts';
import { pickPlural } from '../../../i18n/console/plural.ts';
import { formatEnd, formatQuantity } from '../../../i18n/format.ts';
import { icon } from '../../icons.ts';
import { fill } from '../../shell.ts';
import { renderElectronicGaps } from '../forms/electronic-gaps.ts';
import { renderCaptureWarning } from '../not-delivered.ts';
import type { QuoteViewer } from '../quote-viewer.ts';
import type { ConsolePage } from '../shell.ts';
import { renderSeen } from './steps/next-step.ts';

export type SendField = 'to' | 'cc' | 'subject' | 'message';
export type SendValues = Record<SendField, string>;

export interface SendView extends QuoteViewer {
  quote: Quote;
  /** The validity that sending gives an expired quote; `null` if it is valid. */
  renewedUntil: string | null;
  version: number;
  once: string;
  values: SendValues;
  errors: Partial<Record<SendField, HtmlValue>>;
  /** Recipient of a test email: the person. */
  me: string;
  /** Data that the invoice of the quote would lack; `null` if it is not to be electronic. */
  electronic: ElectronicGaps | null;
  /** Whether somebody gets an email when the customer answers. */
  notifiesOwner: boolean;
  /** Whether the business has a tax number, so that a quote without tax is probably a mistake. */
  isTaxed: boolean;
  notice?: ConsolePage['notice'];
}

/** The form with recipients, subject and message, next to a preview of the email. */
export function buildSendPage(view: SendView): ConsolePage {
  const { base, quote, t, notice } = view;
  const path = `${base}/quotes/${quote.id}`;
  const title = isDraft(quote) && quote.sentAt === null ? t.send.title : t.send.titleAgain;
  return {
    section: 'quotes',
    title: title.replace('{number}', quote.number),
    heading: fill(title, { number: html`<bdi>${quote.number}</bdi>` }),
    back: { href: path, text: quote.title },
    wide: true,
    styles: ['quote.css'],
    scripts: ['quote.js'],
    notice,
    body: html`<div class="sending">
<form class="form" method="post" action="${path}/send" novalidate>${renderSeen(view)}
${renderWarnings(view)}
${quote.signers ? renderSigners(view) : renderInput(view, 'to', html` type="email" required autocomplete="off"`)}
${renderInput(view, 'cc', html` type="text" inputmode="email" autocomplete="off"`, t.send.ccHint)}
${renderInput(view, 'subject', html` type="text" autocomplete="off"`)}
${renderMessage(view)}
<p class="muted small">${icon('file')} ${renderCarried(view)}</p>
<div class="actions"><button class="button" type="submit" data-send-key aria-keyshortcuts="Control+Enter">${quote.sentAt === null ? t.send.send : t.send.sendAgain}</button>
<button class="button quiet" type="submit" formaction="${path}/send/preview" formtarget="mail-preview">${t.send.previewButton}</button>
<button class="button quiet" type="submit" formaction="${path}/send/test">${fill(t.send.test, { to: html`<bdi>${view.me}</bdi>` })}</button></div>
</form>
<section class="preview" aria-labelledby="preview"><h2 id="preview">${t.send.preview}</h2>
<iframe name="mail-preview" title="${t.send.preview}" src="${path}/send/preview" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe></section>
</div>`,
  };
}

function renderWarnings(view: SendView): Html {
  const { quote, t, capture, notifiesOwner, isTaxed, renewedUntil, locale, account, electronic } = view;
  return html`${renderCaptureWarning(view)}
${capture !== 'no_server' && !notifiesOwner && html`<p class="notice bad">${t.quote.sentNotNotified}</p>`}
${renewedUntil !== null && html`<p class="notice">${fill(t.send.renews, { date: formatEnd(renewedUntil, locale, account.timeZone) })}</p>`}
${isDecided(quote) && html`<p class="notice">${t.send.replaces}</p>`}
${isTaxed && isTaxMissing(quote) && html`<p class="notice bad">${t.send.noTax}</p>`}
${renderElectronicGaps(view, electronic, { customerId: quote.customerId, quoteId: quote.id })}`;
}

/** Whether there is no tax and a line does not say why. */
function isTaxMissing({ taxAmount, items }: Quote): boolean {
  return taxAmount === 0 && items.some(({ taxCategory }) => taxCategory === undefined);
}

/** Of several signers, those whose turn it is get the email. */
function renderSigners({ t, quote }: SendView): Html {
  const inTurn = listSignersInTurn(isDecided(quote) ? clearSignatures(quote) : quote);
  return html`<p>${t.send.to}: ${inTurn.map(({ name, email }, at) => html`${at > 0 && ', '}<bdi>${name}</bdi> <bdi class="muted">${email}</bdi>`)}</p>`;
}

function renderInput(view: SendView, name: 'to' | 'cc' | 'subject', kind: Html, hint?: string): Html {
  const { t, values, errors } = view;
  return html`<div class="field"><label for="${name}">${t.send[name]}${name === 'cc' && html` <span class="muted">(${t.send.optional})</span>`}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
<input id="${name}" name="${name}"${kind} value="${values[name]}" dir="${name === 'subject' ? 'auto' : 'ltr'}"${marks(errors, name, hint)}>
${renderError(errors, name)}</div>`;
}

function renderMessage({ t, values, errors }: SendView): Html {
  return html`<div class="field"><label for="message">${t.send.message}</label>
<p class="hint" id="message-hint">${t.send.messageHint}</p>
<textarea id="message" name="message" rows="8" dir="auto"${marks(errors, 'message', 'hint')}>
${values.message}</textarea>
${renderError(errors, 'message')}</div>`;
}

function marks(errors: SendView['errors'], name: SendField, hint: string | undefined): Html {
  const described = [hint && `${name}-hint`, errors[name] && `${name}-error`].filter(Boolean).join(' ');
  return html`${errors[name] && html` aria-invalid="true"`}${described !== '' && html` aria-describedby="${described}"`}`;
}

function renderError(errors: SendView['errors'], name: SendField): Html | false {
  const error = errors[name];
  return (
    Boolean(error) && html`<p class="error" id="${name}-error">${icon('alert')} <span>${error}</span></p>`
  );
}

function renderCarried({ quote, t, locale }: SendView): Html {
  const n = quote.attachments.length;
  if (n === 0) return html`${t.send.attached}.`;
  return html`${t.send.attached} ${fill(pickPlural(t.send.files, n, locale), { n: formatQuantity(n, locale) })}.`;
}
