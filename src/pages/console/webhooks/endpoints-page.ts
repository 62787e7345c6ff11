import { SUBSCRIBABLE_TYPES, type WebhookEndpoint } from '../../../domain/events/endpoint.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { renderField } from '../../sign-in/card.ts';
import type { PageNotice } from '../people/people-page.ts';
import { buildSettingsPage } from '../settings/settings-page.ts';
import type { ConsolePage } from '../shell.ts';
import type { Viewer } from '../viewer.ts';

/** Values of the endpoint form. */
export interface EndpointForm {
  url: string;
  types: readonly string[];
  description: string;
}

export interface EndpointsView {
  endpoints: readonly WebhookEndpoint[];
  /** Ids of those whose secret cannot be read. */
  unreadable: readonly string[];
  notice?: PageNotice | undefined;
  typed?: EndpointForm;
}

/** `/settings/webhooks` */
export function buildEndpointsPage(
  viewer: Viewer,
  { endpoints, unreadable, notice, typed }: EndpointsView,
): ConsolePage {
  const { base, t } = viewer;
  const { webhooks } = t;
  return buildSettingsPage(viewer, {
    path: 'webhooks',
    title: webhooks.title,
    intro: webhooks.intro,
    notice,
    body: html`${endpoints.length === 0 ? html`<p class="empty">${webhooks.none}</p>` : endpoints.map((endpoint) => renderEndpoint(viewer, endpoint, unreadable.includes(endpoint.id)))}
<section class="panel" aria-labelledby="add"><h2 id="add">${webhooks.add}</h2>
<form class="form" method="post" action="${base}/settings/webhooks">
${renderEndpointFields(viewer, typed ?? { url: '', types: ['*'], description: '' }, typed !== undefined)}
<button class="button" type="submit">${webhooks.add}</button>
</form></section>`,
  });
}

function renderEndpoint({ base, t }: Viewer, endpoint: WebhookEndpoint, isSecretLost: boolean): Html {
  return html`<section class="panel" aria-label="${endpoint.url}">
<h2><a href="${base}/settings/webhooks/${endpoint.id}"><bdi dir="ltr">${endpoint.url}</bdi></a></h2>
<p>${endpoint.description && html`<bdi>${endpoint.description}</bdi><br>`}
<span class="muted">${formatEndpointState(t.webhooks, endpoint)} · <bdi dir="ltr">${endpoint.types.includes('*') ? t.webhooks.allEvents : endpoint.types.join(', ')}</bdi></span></p>${isSecretLost && html`<p class="error">${t.webhooks.secretLost}</p>`}</section>`;
}

export function formatEndpointState(
  { enabled, off, offGone, offFailing }: Viewer['t']['webhooks'],
  endpoint: WebhookEndpoint,
): string {
  if (endpoint.enabled) return enabled;
  return { gone: offGone, failing: offFailing, none: off }[endpoint.disabledReason ?? 'none'];
}

/** Fields to create or change an endpoint. */
export function renderEndpointFields({ t }: Viewer, values: EndpointForm, isUrlWrong: boolean): Html {
  const { webhooks } = t;
  const isAll = values.types.includes('*');
  return html`${renderField({
    name: 'url',
    label: webhooks.url,
    type: 'url',
    value: values.url,
    autocomplete: 'off',
    hint: webhooks.urlHint,
    error: isUrlWrong ? webhooks.urlWrong : undefined,
  })}
<div class="field"><label for="description">${webhooks.description}</label>
<input id="description" name="description" type="text" maxlength="500" autocomplete="off" value="${values.description}"></div>
<details${!isAll && html` open`}><summary>${webhooks.someEvents}</summary>
<fieldset class="event-types"><legend>${webhooks.events}</legend>
${SUBSCRIBABLE_TYPES.filter((type) => type !== '*').map(
  (type) =>
    html`<label class="check"><input type="checkbox" name="type:${type}" value="1"${values.types.includes(type) && html` checked`}> <code dir="ltr">${type}</code></label>\n`,
)}</fieldset></details>`;
}
