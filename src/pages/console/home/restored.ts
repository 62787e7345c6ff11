import { releaseRestored } from '../../../actions/account/restore/places.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import type { ConsoleRoute } from '../console-route.ts';
import type { QuoteViewer } from '../quote-viewer.ts';

/** Says that an older copy of the database was restored, and what that means for what goes out. */
export function renderRestored({ base, role, t }: QuoteViewer): Html {
  const { restored, restoredText, restoredRelease } = t.home;
  return html`<section class="notice warn" aria-labelledby="restored"><h2 id="restored">${restored}</h2><p>${restoredText}</p>
${role !== 'reader' && html`<form method="post" action="${base}/restored/release"><button class="button" type="submit">${restoredRelease}</button></form>`}</section>`;
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
