import type { ReminderPreview } from '../../../../actions/sending/outbox/preview-reminder.ts';
import { type Html, html } from '../../../../domain/markup/html.ts';
import type { Quote } from '../../../../domain/quote/quote.ts';
import { pickPlural } from '../../../../i18n/console/plural.ts';
import { listLanguages } from '../../../../i18n/countries.ts';
import { formatQuantity } from '../../../../i18n/format.ts';
import { fill } from '../../../shell.ts';
import { type FormState, renderField } from '../../forms/field.ts';
import { type QuoteViewer, renderWhen } from '../../quote-viewer.ts';

/** Says whether and when the customer has opened the quote, when one last wrote, and when a reminder goes by itself. */
export function renderContacts(
  viewer: QuoteViewer,
  quote: Pick<Quote, 'viewedAt'>,
  { views, lastContactAt, nextAt }: ReminderPreview,
): Html {
  const { t } = viewer;
  const contact =
    lastContactAt !== null && fill(t.quote.lastContact, { when: renderWhen(viewer, lastContactAt) });
  const next =
    nextAt === null
      ? t.quote.noNextReminder
      : fill(t.quote.nextReminder, { when: renderWhen(viewer, nextAt) });
  return html`${renderOpened(viewer, quote, views)} ${contact} ${next}`;
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

/** Names of the fields for the words of a reminder; several quotes in one form have theirs. */
export function getWordFields(quoteId = ''): { subject: string; message: string } {
  const end = quoteId && `-${quoteId}`;
  return { subject: `subject${end}`, message: `message${end}` };
}

/** The fields for subject and message, in the language of the customer. */
export function renderWordFields(
  { t, locale }: QuoteViewer,
  { language }: Pick<ReminderPreview, 'language'>,
  state: FormState,
  quoteId = '',
): Html {
  const names = getWordFields(quoteId);
  const name = listLanguages([], locale, language)[0]?.text ?? language;
  const hint = fill(t.quote.remindHint, { language: name }).toString();
  return html`${renderField({ name: names.subject, label: t.send.subject, isPlain: true, autocomplete: 'off' }, state, t)}
${renderField({ name: names.message, label: t.send.message, kind: 'area', rows: 6, isPlain: true, hint }, state, t)}`;
}
