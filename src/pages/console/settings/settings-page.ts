import { type Html, html } from '../../../domain/markup/html.ts';
import type { ConsolePage } from '../shell.ts';
import type { Viewer } from '../viewer.ts';
import { renderSettingsMenu } from './settings-menu.ts';

interface SettingsPage extends Omit<ConsolePage, 'section'> {
  /** Path of the page in the menu. */
  path: string;
  intro?: string;
}

/** Renders a settings page next to the menu. */
export function buildSettingsPage(viewer: Viewer, settings: SettingsPage): ConsolePage {
  const { path, intro, styles = [], body, ...page } = settings;
  const { base, t } = viewer;
  return {
    back: { href: `${base}/settings`, text: t.settings.all },
    ...page,
    section: 'settings',
    styles: [...new Set([...(['nouns.css', 'settings.css'] as const), ...styles])],
    body: inSettings(
      viewer,
      path,
      html`${intro && html`<p class="muted">${intro}</p>`}
${body}`,
    ),
  };
}

function inSettings(viewer: Viewer, path: string, content: Html): Html {
  return html`<div class="settings">${renderSettingsMenu(viewer, path)}
<div class="settings-body">${content}</div></div>`;
}
