import type { ConnectedProvider } from '../../../domain/invoice/payment/connected-provider.ts';
import {
  PROVIDER_KINDS,
  PROVIDER_NAMES,
  type ProviderKind,
} from '../../../domain/invoice/payment/provider-kind.ts';
import { STRIPE_EVENTS } from '../../../domain/invoice/payment/stripe-events.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { fill } from '../../../i18n/fill.ts';
import { renderField } from '../../sign-in/card.ts';
import type { PageNotice } from '../people/people-page.ts';
import type { ConsolePage } from '../shell.ts';
import { renderDateTime, renderFacts, type Viewer } from '../viewer.ts';
import { buildSettingsPage } from './settings-page.ts';

export interface PaymentsView {
  provider: ConnectedProvider;
  isTestAccount: boolean;
  /** Whether providers can reach the service. */
  isPublic: boolean;
  /** Whether keys can be stored. */
  isConnectable: boolean;
  notice?: PageNotice | undefined;
  /** The form that was submitted, and its errors. Keys are never shown again. */
  failed?: { kind: ProviderKind; errors: { secretKey?: string; webhookSecret?: string } } | undefined;
}

/** `/settings/payments` */
export function buildPaymentsPage(viewer: Viewer, view: PaymentsView): ConsolePage {
  const { t } = viewer;
  const { payments } = t;
  const { provider, isTestAccount, isPublic, isConnectable, notice } = view;
  return buildSettingsPage(viewer, {
    path: 'payments',
    title: payments.title,
    intro: payments.intro,
    notice,
    styles: ['quote.css'],
    scripts: ['quote.js'],
    body: html`${isTestAccount && html`<p>${payments.testMode}</p>`}
${!isPublic && html`<p>${payments.noPublicUrl}</p>`}
${provider.kind === null ? html`<p class="empty">${payments.none}</p>` : renderConnection(viewer, provider.kind, provider)}
${isConnectable ? PROVIDER_KINDS.map((kind) => renderConnect(viewer, view, kind)) : html`<p>${payments.secretNeeded}</p>`}`,
  });
}

function renderConnection(viewer: Viewer, kind: ProviderKind, provider: ConnectedProvider): Html {
  const { base, t } = viewer;
  const { payments } = t;
  const name = PROVIDER_NAMES[kind];
  const state =
    provider.state === 'not_connected' ? '' : fill(payments.states[provider.state], { provider: name });
  const isWorking = provider.state === 'connected';
  return html`<section class="panel" aria-labelledby="connection"><h2 id="connection">${name}</h2>
<p${!isWorking && html` class="error"`}>${state}</p>
${renderFacts([
  [
    provider.live ? payments.live : payments.test,
    html`<bdi>${fill(payments.keyEnds, { digits: provider.lastFour ?? '' })}</bdi>`,
  ],
  [payments.since, provider.connectedAt && renderDateTime(provider.connectedAt, viewer)],
])}
${provider.notificationUrl !== null && renderUrl(viewer, 'current-url', provider.notificationUrl)}
<form class="form" method="post" action="${base}/settings/payments/disconnect"><p class="muted">${payments.disconnectHint}</p>
<button class="button bad" type="submit">${fill(payments.disconnect, { provider: name })}</button></form></section>`;
}

function renderConnect(viewer: Viewer, view: PaymentsView, kind: ProviderKind): Html {
  const { base, t } = viewer;
  const { payments } = t;
  const { provider, failed } = view;
  const isRenewal = provider.kind === kind;
  const text = isRenewal ? payments.renew : provider.kind === null ? payments.connect : payments.changeTo;
  const title = fill(text, { provider: PROVIDER_NAMES[kind] });
  const isOpen = failed ? failed.kind === kind : isRenewal && provider.state !== 'connected';
  return html`<details class="panel"${isOpen && html` open`}><summary>${title}</summary>
<form class="form" method="post" action="${base}/settings/payments/${kind}" autocomplete="off">
${kind === 'stripe' ? renderStripeFields(viewer, view, isRenewal) : renderMollieFields(viewer, view)}
<button class="button" type="submit">${title}</button></form></details>`;
}

function renderStripeFields(
  viewer: Viewer,
  { provider, failed, isTestAccount }: PaymentsView,
  isRenewal: boolean,
): Html {
  const { payments } = viewer.t;
  const errors = failed?.kind === 'stripe' ? failed.errors : {};
  return html`<p>${isRenewal ? payments.stripeRenew : payments.stripeUrl}</p>
${renderUrl(viewer, 'next-url', provider.nextNotificationUrl)}
<p class="muted" dir="ltr">${STRIPE_EVENTS.map((event, index) => html`${index > 0 && ', '}<code>${event}</code>`)}</p>
<p>${payments.stripeKeys}</p>
${renderKey('secretKey', payments.secretKey, fill(payments.begins, { text: isTestAccount ? 'sk_test_' : 'sk_live_' }), errors.secretKey)}
${renderKey('webhookSecret', payments.webhookSecret, fill(payments.begins, { text: 'whsec_' }), errors.webhookSecret)}`;
}

function renderMollieFields({ t }: Viewer, { failed, isTestAccount }: PaymentsView): Html {
  const { payments } = t;
  const error = failed?.kind === 'mollie' ? failed.errors.secretKey : undefined;
  return html`<p>${payments.mollieKeys}</p>
${renderKey('apiKey', payments.apiKey, fill(payments.begins, { text: isTestAccount ? 'test_' : 'live_' }), error)}`;
}

function renderKey(name: string, label: string, hint: string, error: string | undefined): Html {
  return renderField({ name, label, type: 'password', autocomplete: 'off', hint, error });
}

function renderUrl({ t }: Viewer, id: string, url: string): Html {
  return html`<div class="field copy"><label for="${id}">${t.payments.url}</label>
<div class="copy-row"><input id="${id}" type="text" readonly value="${url}" dir="ltr"><button class="button quiet" type="button" data-copy="${id}" data-copied="${t.quote.copied}" hidden>${t.people.copy}</button></div></div>`;
}
