import { type Html, html } from '../../../domain/markup/html.ts';
import type { ListedKey } from '../../../domain/people/account-access.ts';
import { findAccess, KEY_SCOPES } from '../../../domain/people/key-scopes.ts';
import { fill } from '../../shell.ts';
import { type Field, type FormState, renderField } from '../forms/field.ts';
import { buildSettingsPage } from '../settings/settings-page.ts';
import type { ConsolePage } from '../shell.ts';
import { renderDateTime, type Viewer } from '../viewer.ts';
import type { PageNotice } from './people-page.ts';

export interface KeysView {
  /** Active keys. */
  keys: readonly ListedKey[];
  notice?: PageNotice | undefined;
  /** Input of the form for a new key, with errors. */
  form?: FormState;
}

/** `/settings/keys` */
export function buildKeysPage(
  viewer: Viewer,
  { keys, notice, form = { values: { access: 'write' }, errors: {} } }: KeysView,
): ConsolePage {
  const { base, t } = viewer;
  const { people } = t;
  return buildSettingsPage(viewer, {
    path: 'keys',
    title: people.keys,
    intro: people.keysIntro,
    notice,
    body: html`${keys.length === 0 ? html`<p class="empty">${people.noKeys}</p>` : keys.map((key) => renderKey(viewer, key))}
<section class="panel" aria-labelledby="create"><h2 id="create">${people.createKey}</h2>
<form class="form" method="post" action="${base}/settings/keys">
${createKeyFields(viewer).map((field) => renderField(field, form, t))}
<button class="button" type="submit">${people.createKey}</button>
</form></section>`,
  });
}

function createKeyFields({ t: { people } }: Viewer): Field[] {
  const options = KEY_SCOPES.map((value) => ({ value, text: people.keyAccess[value] }));
  return [
    { name: 'name', label: people.keyName, required: true, autocomplete: 'off' },
    { name: 'access', label: people.keyMay, kind: 'select', hint: people.keyDraftHint, options },
    { name: 'costs', label: people.seesCosts, kind: 'check' },
    { name: 'expires', label: people.keyExpires, kind: 'date', hint: people.keyExpiresHint },
    { name: 'addresses', label: people.keyAddresses, kind: 'area', rows: 2, hint: people.keyAddressesHint },
  ];
}

function renderKey(viewer: Viewer, key: ListedKey): Html {
  const { base, t } = viewer;
  const { people } = t;
  const limits = [
    people.keyAccess[findAccess(key.scopes)],
    key.seesCosts && people.keySeesCosts,
    key.expiresAt && fill(people.keyUntil, { date: renderDateTime(key.expiresAt, viewer) }),
    key.addresses &&
      fill(people.keyFrom, { addresses: html`<bdi dir="ltr">${key.addresses.join(', ')}</bdi>` }),
  ].filter((limit) => limit !== null && limit !== false);
  return html`<section class="panel" aria-label="${key.name}"><h2><bdi>${key.name}</bdi></h2>
<p>${people.keyBegins} <code dir="ltr">${key.hint}</code>${limits.map((limit) => html` · ${limit}`)}<br>
<span class="muted">${people.created}: ${renderDateTime(key.createdAt, viewer)} · ${people.lastUsed}: ${key.lastUsedAt ? renderDateTime(key.lastUsedAt, viewer) : people.never}</span></p>
<form method="post" action="${base}/settings/keys/${key.id}/revoke"><button class="button bad" type="submit">${fill(people.revokeKey, { name: key.name })}</button></form></section>`;
}
