import type { ConnectedApp } from '../../../domain/apps/app.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { fill } from '../../shell.ts';
import { buildSettingsPage } from '../settings/settings-page.ts';
import type { ConsolePage } from '../shell.ts';
import { renderDateTime, type Viewer } from '../viewer.ts';

/** `/settings/apps`: all apps of the account, for its owners. `url` is what people enter in an app. */
export function buildAppsPage(
  viewer: Viewer,
  { apps, url, notice }: { apps: readonly ConnectedApp[]; url: string; notice: ConsolePage['notice'] },
): ConsolePage {
  const { base, t } = viewer;
  const none = html`<p class="empty">${fill(t.apps.none, { url: html`<code dir="ltr">${url}</code>` })}</p>`;
  return buildSettingsPage(viewer, {
    path: 'apps',
    title: t.apps.connectedApps,
    intro: t.apps.accountIntro,
    notice,
    body: html`${
      apps.length === 0
        ? none
        : apps.map(
            (app) =>
              html`<section class="panel" aria-label="${app.name}"><h2><bdi>${app.name}</bdi></h2>
${renderApp(viewer, app, { action: `${base}/settings/apps/${app.id}/end`, more: fill(t.apps.by, { name: html`<bdi>${app.userName}</bdi>` }) })}</section>`,
          )
    }`,
  });
}

/** The apps that the person has connected, in all accounts. */
export function renderOwnApps(
  viewer: Viewer,
  apps: readonly ConnectedApp[],
  accounts: readonly { id: string; name: string }[],
): Html {
  const { base, t } = viewer;
  const findName = (accountId: string) => accounts.find(({ id }) => id === accountId)?.name;
  return html`<section class="panel" id="apps" aria-labelledby="own-apps"><h2 id="own-apps">${t.apps.connectedApps}</h2>
<p class="muted">${t.apps.ownIntro}</p>
${apps.length === 0 && html`<p>${t.apps.ownNone}</p>`}
${apps.map((app) => html`<h3><bdi>${app.name}</bdi></h3>${renderApp(viewer, app, { action: `${base}/settings/you/apps/${app.accountId}/${app.id}/end`, more: html`<bdi>${findName(app.accountId)}</bdi>` })}`)}
</section>`;
}

function renderApp(
  viewer: Viewer,
  app: ConnectedApp,
  { action, more }: { action: string; more: Html },
): Html {
  const { apps } = viewer.t;
  const { name, host, resource, access, seesCosts, createdAt, lastUsedAt } = app;
  return html`<p><bdi dir="ltr">${host}</bdi> · ${more} · ${apps[resource]} · ${apps.scopes[access]}${seesCosts && html` · ${apps.seesCosts}`}<br>
<span class="muted">${apps.connected}: ${renderDateTime(createdAt, viewer)} · ${apps.lastUsed}: ${lastUsedAt ? renderDateTime(lastUsedAt, viewer) : apps.unused}</span></p>
<form method="post" action="${action}"><button class="button bad" type="submit">${fill(apps.end, { app: name })}</button></form>`;
}
