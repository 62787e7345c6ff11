import { type Html, html } from '../../../../domain/markup/html.ts';
import type { Quote } from '../../../../domain/quote/quote.ts';
import { pickPlural } from '../../../../i18n/console/plural.ts';
import { formatEnd, formatQuantity } from '../../../../i18n/format.ts';
import { fill } from '../../../shell.ts';
import { type QuoteViewer, renderName, renderWhen } from '../../quote-viewer.ts';

/** The reminder as the customer would get it. */
interface ShownReminder {
  recipient: string | null;
  views: number;
  subject: string;
  intro: string;
}

/** Renders what has happened to the quote, and the email that would be sent. */
export function renderReminder(viewer: QuoteViewer, quote: Quote, reminder: ShownReminder): Html {
  const { t, locale, account } = viewer;
  const sent = fill(t.quote.sent, {
    to: renderName(reminder.recipient),
    when: renderWhen(viewer, quote.sentAt ?? quote.updatedAt),
  });
  const ends = fill(t.quote.expiresOn, { date: formatEnd(quote.validUntil, locale, account.timeZone) });
  return html`<p>${sent} ${renderOpened(viewer, quote, reminder.views)} ${ends}</p>
<p>${t.quote.remindText}</p>
<blockquote dir="auto"><p><strong>${reminder.subject}</strong></p><p>${reminder.intro}</p></blockquote>`;
}

/** Says whether and when the customer has opened the quote. */
export function renderOpened(
  viewer: QuoteViewer,
  { viewedAt }: Pick<Quote, 'viewedAt'>,
  views: number,
): Html {
  const { t, locale } = viewer;
  if (viewedAt === null) return html`${t.quote.sentNotOpened}`;
  return fill(pickPlural(t.quote.sentOpened, views, locale), {
    n: formatQuantity(views, locale),
    when: renderWhen(viewer, viewedAt),
  });
}
