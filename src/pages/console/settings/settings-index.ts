import { readLimitUses } from '../../../actions/account/limits/account-limits.ts';
import type { LimitUses } from '../../../domain/account/limits/account-limits.ts';
import { html } from '../../../domain/markup/html.ts';
import { fill } from '../../shell.ts';
import type { ConsoleRoute, PageContext } from '../console-route.ts';
import type { ConsolePage } from '../shell.ts';
import { type FoundSetting, findSettings } from './find-settings.ts';
import { renderLimits } from './limits.ts';
import { renderSearch, SETTINGS_MENU } from './settings-menu.ts';

/** All settings pages, or what a search finds in them; people who are no owners have only their own page. */
export const settingsRoute: ConsoleRoute = {
  method: 'GET',
  path: '/settings',
  minRole: 'reader',
  handle: async (context) =>
    context.role === 'owner'
      ? { page: buildIndex(context, await readLimitUses(context.deps, context.account.id)) }
      : { redirect: `${context.base}/settings/you` },
};

function buildIndex(context: PageContext, limits: LimitUses): ConsolePage {
  const { t, query } = context;
  const search = (query.search ?? '').trim();
  const entries = search === '' ? listPages(context) : findSettings(context, search);
  return {
    section: 'settings',
    title: t.shell.settings,
    styles: ['settings.css'],
    ...(search !== '' && { back: { href: `${context.base}/settings`, text: t.settings.all } }),
    body: html`${renderSearch(context, search)}
${entries.length === 0 ? html`<p class="empty" role="status">${fill(t.settings.nothingFound, { search: html`<bdi>${search}</bdi>` })}</p>` : renderEntries(context, entries)}
${search === '' && renderLimits(context, limits)}`,
  };
}

function listPages({ t }: PageContext): FoundSetting[] {
  return SETTINGS_MENU.map(({ path, getWords }) => {
    const { title, intro } = getWords(t);
    return { path, label: title, text: intro };
  });
}

function renderEntries({ base }: PageContext, entries: readonly FoundSetting[]) {
  return html`<ul class="settings-list">${entries.map(
    ({ path, label, text }) =>
      html`<li><a href="${base}/settings/${path}">${label}</a><p class="muted">${text}</p></li>\n`,
  )}</ul>`;
}
