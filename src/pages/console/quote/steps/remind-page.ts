import type { ReminderPreview } from '../../../../actions/sending/outbox/preview-reminder.ts';
import { type HtmlValue, html } from '../../../../domain/markup/html.ts';
import type { Quote } from '../../../../domain/quote/quote.ts';
import { formatEnd } from '../../../../i18n/format.ts';
import { fill } from '../../../shell.ts';
import type { FormState } from '../../forms/field.ts';
import { renderCaptureWarning } from '../../not-delivered.ts';
import { type QuoteViewer, renderName, renderWhen } from '../../quote-viewer.ts';
import type { ConsolePage } from '../../shell.ts';
import { renderSeen } from './next-step.ts';
import { renderContacts, renderWordFields } from './reminder.ts';

export interface RemindView extends QuoteViewer {
  quote: Quote;
  reminder: ReminderPreview;
  version: number;
  once: string;
  state: FormState;
  notice?: { tone: 'bad'; text: HtmlValue } | undefined;
}

/** What has happened to the quote, and the reminder to change and send, next to its preview. */
export function buildRemindPage(view: RemindView): ConsolePage {
  const { base, quote, reminder, state, t, locale, account, notice } = view;
  const path = `${base}/quotes/${quote.id}`;
  const sent = fill(t.quote.sent, {
    to: renderName(reminder.recipient),
    when: renderWhen(view, quote.sentAt ?? quote.updatedAt),
  });
  const ends = fill(t.quote.expiresOn, { date: formatEnd(quote.validUntil, locale, account.timeZone) });
  return {
    section: 'quotes',
    title: t.quote.remindTitle.replace('{number}', quote.number),
    heading: fill(t.quote.remindTitle, { number: html`<bdi>${quote.number}</bdi>` }),
    back: { href: path, text: quote.title },
    wide: true,
    styles: ['quote.css'],
    scripts: ['quote.js'],
    notice,
    body: html`<div class="sending">
<form class="form" method="post" action="${path}/remind" novalidate>${renderSeen(view)}
${renderCaptureWarning(view)}
<p>${view.capture !== 'no_server' && sent} ${ends}</p>
<p>${renderContacts(view, quote, reminder)}</p>
${renderWordFields(view, reminder, state)}
<div class="actions"><button class="button" type="submit" data-send-key aria-keyshortcuts="Control+Enter">${t.quote.remindButton}</button>
<button class="button quiet" type="submit" formaction="${path}/remind/preview" formtarget="mail-preview">${t.send.previewButton}</button>
<a class="button quiet" href="${path}">${t.quote.cancel}</a></div>
</form>
<section class="preview" aria-labelledby="preview"><h2 id="preview">${t.send.preview}</h2>
<iframe name="mail-preview" title="${t.send.preview}" src="${path}/remind/preview" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe></section>
</div>`,
  };
}
