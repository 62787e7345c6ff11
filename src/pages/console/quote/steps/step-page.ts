import { type HtmlValue, html } from '../../../../domain/markup/html.ts';
import { fill } from '../../../shell.ts';
import type { QuoteViewer } from '../../quote-viewer.ts';
import type { ConsolePage } from '../../shell.ts';
import { renderSeen } from './next-step.ts';

/** Actions that need confirmation. */
export type Step =
  | ('accept' | 'decline' | 'renew' | 'invoice' | 'revoke' | 'delete' | 'details')
  | 'end-recurring';

export interface StepView extends QuoteViewer {
  quote: { id: string; number: string; title: string };
  version: number;
  once: string;
  step: Step;
  /** Explains what happens and what is lost. */
  texts: string[];
  fields?: HtmlValue;
  /** Whether the invoice may be sent although something is missing. */
  isUnsure?: boolean;
  notice?: { tone: 'bad'; text: HtmlValue } | undefined;
}

/** A confirmation page with the required fields. */
export function buildStepPage(view: StepView): ConsolePage {
  const { base, quote, t, step, texts, fields, notice } = view;
  const path = `${base}/quotes/${quote.id}`;
  const { title, button } = WORDS[step];
  const number = html`<bdi>${quote.number}</bdi>`;
  return {
    section: 'quotes',
    title: t.quote[title].replace('{number}', quote.number),
    heading: fill(t.quote[title], { number }),
    back: { href: path, text: quote.title },
    styles: ['quote.css'],
    notice,
    body: html`<form class="form sure" method="post" action="${path}/${step}">${renderSeen(view)}
${texts.map((text) => html`<p>${text}</p>\n`)}
${fields}
<div class="actions">${step === 'invoice' && html`<button class="button" type="submit" name="do" value="send">${t.quote.invoiceSend}</button>${view.isUnsure && html`<button class="button quiet" type="submit" name="do" value="send-anyway">${t.quote.invoiceSendAnyway}</button>`}`}<button class="button${buttonLook(step)}" type="submit">${fill(t.quote[button], { number })}</button><a class="button quiet" href="${path}">${t.quote.cancel}</a></div>
</form>`,
  };
}

const WORDS = {
  accept: { title: 'acceptTitle', button: 'acceptButton' },
  decline: { title: 'declineTitle', button: 'declineButton' },
  renew: { title: 'renewTitle', button: 'renewButton' },
  invoice: { title: 'invoiceTitle', button: 'invoiceButton' },
  revoke: { title: 'revokeTitle', button: 'revokeButton' },
  delete: { title: 'deleteTitle', button: 'deleteButton' },
  'end-recurring': { title: 'endTitle', button: 'endButton' },
  details: { title: 'detailsTitle', button: 'detailsButton' },
} as const;

function buttonLook(step: Step): string {
  if (step === 'delete' || step === 'revoke' || step === 'end-recurring') return ' bad sure';
  // The main button also sends the invoice.
  return step === 'invoice' ? ' quiet' : '';
}
