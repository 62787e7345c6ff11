import { type Html, html } from '../../../domain/markup/html.ts';
import type { ConsoleTexts } from '../../../i18n/console.ts';
import { iconClass } from '../console-icons.ts';
import type { Viewer } from '../viewer.ts';

interface Entry {
  path: string;
  getWords(t: ConsoleTexts): { title: string; intro: string };
}

/** The settings pages in menu order; all of them are for owners. */
export const SETTINGS_MENU: readonly Entry[] = [
  { path: 'business', getWords: ({ settings }) => settings.business },
  { path: 'document', getWords: ({ settings }) => settings.document },
  { path: 'invoices', getWords: ({ settings }) => settings.invoices },
  { path: 'tax', getWords: ({ settings }) => settings.tax },
  { path: 'mail', getWords: ({ settings }) => settings.mail },
  { path: 'payments', getWords: ({ payments }) => payments },
  { path: 'people', getWords: ({ people }) => ({ title: people.people, intro: people.peopleIntro }) },
  { path: 'approval', getWords: ({ approval }) => ({ ...approval, intro: approval.settingsIntro }) },
  { path: 'questions', getWords: ({ acceptance }) => acceptance },
  { path: 'keys', getWords: ({ people }) => ({ title: people.keys, intro: people.keysIntro }) },
  { path: 'apps', getWords: ({ apps }) => ({ title: apps.connectedApps, intro: apps.accountIntro }) },
  { path: 'webhooks', getWords: ({ webhooks }) => webhooks },
  { path: 'accounting', getWords: ({ books }) => ({ title: books.settings, intro: books.settingsIntro }) },
  { path: 'data', getWords: ({ settings }) => settings.data },
  { path: 'close', getWords: ({ accounts }) => accounts },
];

/** The menu next to a page. On narrow screens, the link to the list of all pages takes its place. */
export function renderSettingsMenu(viewer: Viewer, current: string): Html {
  const { base, t } = viewer;
  return html`<div class="settings-side">${renderSearch(viewer, '')}
<nav aria-label="${t.shell.settings}"><ul>
${SETTINGS_MENU.map(
  ({ path, getWords }) =>
    html`<li><a href="${base}/settings/${path}"${path === current && html` aria-current="page"`}>${getWords(t).title}</a></li>\n`,
)}</ul></nav></div>`;
}

export function renderSearch({ base, t }: Viewer, text: string): Html {
  const { search } = t.settings;
  return html`<form class="settings-search" role="search" action="${base}/settings"><label class="visually-hidden" for="settings-search">${search}</label><input type="search" id="settings-search" name="search" value="${text}" placeholder="${t.forms.search}" maxlength="100" autocomplete="off"><button class="button quiet ${iconClass('search')}" type="submit"><span class="visually-hidden">${t.forms.search}</span></button></form>`;
}
