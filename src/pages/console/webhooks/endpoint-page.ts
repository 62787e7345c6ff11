import type { Attempt, WebhookDelivery } from '../../../domain/events/delivery.ts';
import type { WebhookEndpoint } from '../../../domain/events/endpoint.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import type { PageNotice } from '../people/people-page.ts';
import { buildSettingsPage } from '../settings/settings-page.ts';
import type { ConsolePage } from '../shell.ts';
import { renderDateTime, type Viewer } from '../viewer.ts';
import { type EndpointForm, formatEndpointState, renderEndpointFields } from './endpoints-page.ts';

export interface EndpointView {
  /** Whether its secret cannot be read, so that nothing is sent. */
  isSecretLost: boolean;
  endpoint: WebhookEndpoint;
  deliveries: readonly WebhookDelivery[];
  /** Cursor of the next, older page. */
  next: string | null;
  notice?: PageNotice | undefined;
  typed?: EndpointForm | undefined;
}

/** `/settings/webhooks/:id` */
export function buildEndpointPage(viewer: Viewer, view: EndpointView): ConsolePage {
  const { base, t } = viewer;
  const { webhooks } = t;
  const { endpoint } = view;
  const at = `${base}/settings/webhooks/${endpoint.id}`;
  return buildSettingsPage(viewer, {
    path: 'webhooks',
    title: endpoint.url,
    heading: html`<bdi dir="ltr">${endpoint.url}</bdi>`,
    back: { href: `${base}/settings/webhooks`, text: webhooks.title },
    actions: html`<form method="post" action="${at}/test"><button class="button" type="submit">${webhooks.test}</button></form>`,
    notice: view.notice,
    body: html`<p>${formatEndpointState(webhooks, endpoint)}${endpoint.previousSecretExpiresAt && html`<br><span class="muted">${webhooks.previousUntil} ${renderDateTime(endpoint.previousSecretExpiresAt, viewer)}</span>`}</p>
${view.isSecretLost && html`<p class="error">${webhooks.secretLost}</p>`}
${renderDeliveries(viewer, at, view)}
${renderChange(viewer, at, view)}
<section class="panel" aria-labelledby="replay"><h2 id="replay">${webhooks.replay}</h2>
<form class="actions" method="post" action="${at}/replay"><label for="since">${webhooks.replaySince}</label>
<input id="since" name="since" type="date" required> <button class="button quiet" type="submit">${webhooks.replay}</button></form></section>
<details class="danger"><summary>${webhooks.rotate} …</summary>
<form method="post" action="${at}/rotate"><p>${webhooks.rotateHint}</p><button class="button" type="submit">${webhooks.rotate}</button></form></details>
<details class="danger"><summary>${webhooks.remove} …</summary>
<form method="post" action="${at}/delete"><p>${webhooks.removeHint}</p><button class="button bad" type="submit">${webhooks.remove}</button></form></details>`,
  });
}

function renderChange(viewer: Viewer, at: string, { endpoint, typed }: EndpointView): Html {
  const { webhooks } = viewer.t;
  const { url, types, description, enabled } = endpoint;
  const values = typed ?? { url, types, description: description ?? '' };
  return html`<section class="panel" aria-label="${webhooks.title}"><form class="form" method="post" action="${at}">
<label class="check"><input type="checkbox" name="enabled" value="1"${enabled && html` checked`}> ${webhooks.isEnabled}</label>
${renderEndpointFields(viewer, values, typed !== undefined)}
<button class="button" type="submit">${webhooks.save}</button></form></section>`;
}

function renderDeliveries(viewer: Viewer, at: string, { deliveries, next }: EndpointView): Html {
  const { webhooks } = viewer.t;
  return html`<div><h2>${webhooks.deliveries}</h2>
<p class="muted">${webhooks.deliveriesIntro}</p></div>
${
  deliveries.length === 0
    ? html`<p class="empty">${webhooks.noDeliveries}</p>`
    : deliveries.map((delivery) => renderDelivery(viewer, at, delivery))
}
${next && html`<p><a class="button quiet" href="${at}?after=${next}">${webhooks.older}</a></p>`}`;
}

function renderDelivery(viewer: Viewer, at: string, delivery: WebhookDelivery): Html {
  const { webhooks } = viewer.t;
  const { id, eventId, type, status, attempts, nextAttemptAt, createdAt } = delivery;
  const name = `${type} ${eventId}`;
  return html`<section class="panel" aria-label="${name}"><h3><code dir="ltr">${type}</code> · ${webhooks[status]}</h3>
<p class="muted"><code dir="ltr">${eventId}</code> · ${renderDateTime(createdAt, viewer)}${nextAttemptAt && html`<br>${webhooks.next}: ${renderDateTime(nextAttemptAt, viewer)}`}</p>
${attempts.length > 0 && html`<details><summary>${webhooks.attempts} (${attempts.length})</summary><ol>${attempts.map((attempt) => renderAttempt(viewer, attempt))}</ol></details>`}
<form method="post" action="${at}/deliveries/${id}/retry"><button class="button quiet" type="submit" aria-label="${webhooks.retry}: ${name}">${webhooks.retry}</button></form></section>`;
}

function renderAttempt(viewer: Viewer, { at, status, ms, response, error }: Attempt): Html {
  const { webhooks } = viewer.t;
  return html`<li>${renderDateTime(at, viewer)} · ${status ?? webhooks.noResponse} · <bdi dir="ltr">${ms} ms</bdi>
${error && html`<br><span lang="en" dir="ltr">${error}</span>`}
${response && html`<pre class="source" tabindex="0"><code dir="auto">${response}</code></pre>`}</li>`;
}
