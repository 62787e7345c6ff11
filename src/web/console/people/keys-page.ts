import type { ListedKey } from '../../../domain/person/account-access.ts';
import { fill } from '../../../i18n/fill.ts';
import { type Html, html } from '../../../markup/html.ts';
import { type Reader, renderDateTime } from '../reader.ts';
import { settingsTabs } from '../settings/settings-tabs.ts';
import type { ConsolePage } from '../shell.ts';
import { renderField } from '../sign-in/card.ts';
import type { PageNotice } from './people-page.ts';

export interface KeysView {
  /** Active keys. */
  keys: readonly ListedKey[];
  notice?: PageNotice | undefined;
  typed?: { name?: string | undefined };
  nameFault?: boolean;
}

/** `/settings/keys` */
export function buildKeysPage(
  reader: Reader,
  { keys, notice, typed = {}, nameFault }: KeysView,
): ConsolePage {
  const { base, t } = reader;
  const { people } = t;
  return {
    section: 'settings',
    title: people.keys,
    notice,
    body: html`${settingsTabs(reader, 'keys')}
<p class="muted">${people.keysIntro}</p>
${keys.length === 0 ? html`<p class="empty">${people.noKeys}</p>` : keys.map((key) => renderKey(reader, key))}
<section class="panel" aria-labelledby="create"><h2 id="create">${people.createKey}</h2>
<form class="form" method="post" action="${base}/settings/keys">
${renderField({ name: 'name', label: people.keyName, value: typed.name, autocomplete: 'off', error: nameFault ? people.keyNameWrong : undefined })}
<label class="check"><input type="checkbox" name="readOnly" value="1"> ${people.keyReadOnly}</label>
<button class="button" type="submit">${people.createKey}</button>
</form></section>`,
  };
}

function renderKey(reader: Reader, key: ListedKey): Html {
  const { base, t } = reader;
  const { people } = t;
  const may = key.scopes.includes('write') ? people.mayWrite : people.mayRead;
  return html`<section class="panel" aria-label="${key.name}"><h2><bdi>${key.name}</bdi></h2>
<p>${people.keyBegins} <code dir="ltr">${key.hint}</code> · ${may}<br>
<span class="muted">${people.created}: ${renderDateTime(key.createdAt, reader)} · ${people.lastUsed}: ${key.lastUsedAt ? renderDateTime(key.lastUsedAt, reader) : people.never}</span></p>
<form method="post" action="${base}/settings/keys/${key.id}/revoke"><button class="button bad" type="submit">${fill(people.revokeKey, { name: key.name })}</button></form></section>`;
}
