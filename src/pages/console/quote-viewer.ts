import type { CaptureReason } from '../../actions/mail/sender.ts';
import { memoize } from '../../domain/bounded-cache.ts';
import { type Html, type HtmlValue, html } from '../../domain/markup/html.ts';
import { formatDateTime } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locale.ts';
import { formatWhen } from '../../i18n/relative-time.ts';
import type { Viewer } from './viewer.ts';

/** The viewer of a page about quotes, and the current time. */
export interface QuoteViewer extends Viewer {
  now: number;
  /** Whether the person may change quotes and see the customer link. */
  canWrite: boolean;
  /** Why no email is delivered; `null` if emails are. */
  capture: CaptureReason | null;
}

/** Relative time with the exact time as a tooltip and for screen readers. */
export function renderWhen(viewer: QuoteViewer, iso: string): Html {
  const { locale, account, now } = viewer;
  const exact = formatExactTime(iso, locale, account.timeZone);
  const when = formatWhen(iso, { locale, timeZone: account.timeZone, now });
  if (exact.startsWith(when)) return html`<time datetime="${iso}" title="${exact}">${when}</time>`;
  return html`<time datetime="${iso}" title="${exact}">${when}<span class="visually-hidden"> (${exact})</span></time>`;
}

const cache = new Map<string, string>();
const MAX_CACHED = 5000;

/** Cached per minute, the precision shown: formatting took half of the rendering time of lists. */
function formatExactTime(iso: string, locale: Locale, timeZone: string): string {
  const key = `${iso.slice(0, 16)} ${locale.tag} ${locale.calendar} ${timeZone}`;
  return memoize(cache, MAX_CACHED, key, () => formatDateTime(iso, locale, timeZone));
}

/** Joins texts as a list in the language. */
export function renderList({ locale }: Pick<QuoteViewer, 'locale'>, texts: readonly string[]): Html {
  const parts = new Intl.ListFormat(locale.tag, { type: 'conjunction' }).formatToParts(texts);
  return html`${parts.map(({ type, value }) => (type === 'element' ? html`<bdi>${value}</bdi>` : value))}`;
}

/** Text or markup for a person. */
export type Words = HtmlValue;

/** Isolates the direction of a user-provided name or address inside a sentence. */
export function renderName(text: string | null | undefined): Html {
  return html`<bdi>${text}</bdi>`;
}
