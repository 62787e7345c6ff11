import { type RestoredState, releaseRestored } from '../../../actions/account/restore/places.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { formatDateTime, formatNumber } from '../../../i18n/format.ts';
import { fill } from '../../shell.ts';
import type { ConsoleRoute } from '../console-route.ts';
import { type QuoteViewer, renderList } from '../quote-viewer.ts';

/** Says that an older copy of the database was restored, what may have gone out since, and what waits. */
export function renderRestored(view: QuoteViewer, restored: RestoredState): Html {
  const { base, role, t, account, locale } = view;
  const { since, held, numbers } = restored;
  const texts = t.home;
  const count = (n: number) => formatNumber(n, locale);
  const skipped = numbers.map(
    ({ first, last, n }) => `${first === last ? first : `${first} – ${last}`} (${count(n)})`,
  );
  const mails = held.first.map(({ to, subject }) => `${to}: ${subject}`);
  const more = held.count - mails.length;
  const time = since && formatDateTime(new Date(since).toISOString(), locale, account.timeZone);
  return html`<section class="notice warn" aria-labelledby="restored"><h2 id="restored">${texts.restored}</h2><p>${texts.restoredText}</p>
<ul>${time && html`<li>${fill(texts.restoredSince, { time })}</li>`}
${skipped.length > 0 && html`<li>${texts.restoredSkipped} ${renderList(view, skipped)}</li>`}
<li>${fill(texts.restoredHeld, { n: count(held.count) })} ${renderList(view, mails)}${more > 0 && html` · ${fill(texts.restoredMore, { n: count(more) })}`}</li></ul>
${role !== 'reader' && html`<form method="post" action="${base}/restored/release"><button class="button" type="submit">${texts.restoredRelease}</button></form>`}</section>`;
}

export const releaseRestoredRoute: ConsoleRoute = {
  method: 'POST',
  path: '/restored/release',
  minRole: 'member',
  async handle({ deps, account, base }) {
    await releaseRestored(deps, account.id);
    return { redirect: `${base}/` };
  },
};
