import { type Html, html } from '../../domain/markup/html.ts';
import { formatMoney } from '../../i18n/format.ts';
import type { DocumentPage } from './quote/view.ts';

/** The name of the document above its title. */
export function renderHero(name: Html, title: string): Html {
  return html`<header class="hero">
<p class="eyebrow">${name}</p>
<h1><bdi>${title}</bdi></h1>
</header>`;
}

export function renderSeller({ account }: DocumentPage): Html {
  if (!account.logo) return html`<p class="seller"><bdi>${account.name}</bdi></p>`;
  return html`<p class="seller"><img class="logo" src="${account.logo}" alt="${account.name}"></p>`;
}

/** Whether the amount would not fit on one line in large type. */
export function isLong({ currency, locale }: DocumentPage, minor: number): boolean {
  return formatMoney(minor, currency, locale).length > 15;
}

const NO_BREAK_SPACE = '\u00a0';

export function renderContact({ account }: DocumentPage): Html {
  const { email, phone } = account;
  const parts = [
    html`<bdi>${account.name}</bdi>`,
    email && html`<a href="mailto:${email}"><bdi>${email}</bdi></a>`,
    phone &&
      html`<a href="tel:${phone.replace(/[^+\d]/g, '')}"><bdi>${phone.replaceAll(' ', NO_BREAK_SPACE)}</bdi></a>`,
    // The account stored with an older acceptance has no registrations.
    ...(account.registrations ?? []).map(({ label, value }) => html`<bdi>${label}</bdi> <bdi>${value}</bdi>`),
  ].filter(Boolean);
  return html`${parts.map((part, index) => html`${index > 0 && ' · '}${part}`)}`;
}
