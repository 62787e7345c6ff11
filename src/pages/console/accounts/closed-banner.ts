import type { Account } from '../../../domain/account/account.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import type { Role } from '../../../domain/people/role.ts';
import type { ConsoleTexts } from '../../../i18n/console.ts';
import { formatDate } from '../../../i18n/format.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { fill } from '../../shell.ts';

interface BannerFrame {
  account: Pick<Account, 'id' | 'closedAt' | 'timeZone'>;
  role: Role;
  locale: Locale;
  t: ConsoleTexts;
}

/** Says on every page that the business is closed. An owner can reopen it there. */
export function renderClosedBanner({ account, role, locale, t }: BannerFrame): Html | false {
  const { id, closedAt, timeZone } = account;
  if (closedAt === null) return false;
  const date = html`<time datetime="${closedAt}">${formatDate(closedAt, locale, timeZone)}</time>`;
  const { closedSince, closedText, reopen, askOwner } = t.accounts;
  return html`<div class="notice closed" role="region" aria-label="${t.accounts.closed}"><p>${fill(closedSince, { date })} ${closedText}</p>
${role === 'owner' ? html`<form method="post" action="/${id}/settings/close/reopen"><button class="button quiet" type="submit">${reopen}</button></form>` : html`<p>${askOwner}</p>`}</div>`;
}
