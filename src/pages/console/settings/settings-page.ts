import { type Html, html } from '../../../domain/markup/html.ts';
import type { ConsolePage } from '../shell.ts';
import type { Viewer } from '../viewer.ts';
import { settingsTabs } from './settings-tabs.ts';

interface SettingsPage {
  /** Path of the page in the menu. */
  path: string;
  title: string;
  intro?: string;
  body: Html;
  notice?: ConsolePage['notice'];
  actions?: ConsolePage['actions'];
  scripts?: ConsolePage['scripts'];
  wide?: boolean;
}

/** Renders a settings page below the menu. */
export function buildSettingsPage(viewer: Viewer, page: SettingsPage): ConsolePage {
  const { path, title, intro, body, notice, actions, scripts, wide = false } = page;
  return {
    section: 'settings',
    title,
    wide,
    notice,
    actions,
    styles: ['nouns.css', 'settings.css'],
    ...(scripts && { scripts }),
    body: html`${settingsTabs(viewer, path)}
${intro && html`<p class="muted">${intro}</p>`}
${body}`,
  };
}
