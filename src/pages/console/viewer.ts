import type { Account } from '../../domain/account/account.ts';
import { type Html, type HtmlValue, html } from '../../domain/markup/html.ts';
import type { QuoteStatus } from '../../domain/quote/quote.ts';
import type { ConsoleTexts } from '../../i18n/console.ts';
import {
  formatCalendarDate,
  formatDate,
  formatDateTime,
  formatEnd,
  formatEndDay,
  formatMoney,
} from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locale.ts';
import { iconClass } from './console-icons.ts';

/** The person who looks at a page: language, formats and account. */
export interface Viewer {
  t: ConsoleTexts;
  locale: Locale;
  account: Pick<Account, 'timeZone' | 'currency' | 'country' | 'eInvoice'>;
  /** `/acc_…` */
  base: string;
  role: 'owner' | 'member' | 'reader';
  /** Whether the person may see and set costs. */
  seesCosts?: boolean;
}

export function money({ locale }: Viewer, minor: number, currency: string): Html {
  return html`<bdi>${formatMoney(minor, currency, locale)}</bdi>`;
}

/** A date with the exact time as a tooltip. */
export function renderDate({ locale, account }: Viewer, iso: string): Html {
  return html`<time datetime="${iso}" title="${formatDateTime(iso, locale, account.timeZone)}">${formatDate(iso, locale, account.timeZone)}</time>`;
}

/** The last day on which a quote is valid. */
export function renderEndDay({ locale, account }: Viewer, iso: string, text?: string): Html {
  const { timeZone } = account;
  return html`<time datetime="${iso}" title="${formatEnd(iso, locale, timeZone)}">${text ?? formatEndDay(iso, locale, timeZone)}</time>`;
}

export function renderDateTime(iso: string, { locale, account }: Viewer): Html {
  return html`<time datetime="${iso}">${formatDateTime(iso, locale, account.timeZone)}</time>`;
}

export function renderCalendarDate({ locale }: Viewer, date: string): Html {
  return html`<time datetime="${date}">${formatCalendarDate(date, locale)}</time>`;
}

export function statusBadge({ t }: Pick<Viewer, 't'>, status: QuoteStatus): Html {
  return html`<span class="badge ${iconClass(status)}">${t.shell[status]}</span>`;
}

/** User-provided text with its own direction and line breaks. */
export function renderUserText(text: string): Html {
  return html`${text.split('\n').map((line, index) => html`${index > 0 && html`<br>`}<bdi>${line}</bdi>`)}`;
}

/** A list of labelled values; empty values are omitted. */
export function renderFacts(facts: readonly (readonly [string, HtmlValue])[]): Html {
  const known = facts.filter(
    ([, value]) => value !== null && value !== false && value !== undefined && value !== '',
  );
  return html`<dl class="facts">${known.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`;
}

export function renderData(data: Readonly<Record<string, string>>): Html {
  return renderFacts(Object.entries(data).map(([key, value]) => [key, html`<bdi>${value}</bdi>`]));
}
