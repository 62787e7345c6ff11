import { type Html, html } from '../../../domain/markup/html.ts';
import type { ConsoleTexts } from '../../../i18n/console.ts';

interface Tab {
  path: string;
  text(t: ConsoleTexts): string;
}

/** The settings pages in menu order; all of them are for owners. */
const TABS: readonly Tab[] = [
  { path: 'business', text: ({ settings }) => settings.business.title },
  { path: 'document', text: ({ settings }) => settings.document.title },
  { path: 'mail', text: ({ settings }) => settings.mail.title },
  { path: 'payments', text: ({ payments }) => payments.title },
  { path: 'approval', text: ({ approval }) => approval.title },
  { path: 'people', text: ({ people }) => people.people },
  { path: 'keys', text: ({ people }) => people.keys },
  { path: 'webhooks', text: ({ webhooks }) => webhooks.title },
  { path: 'accounting', text: ({ books }) => books.settings },
  { path: 'data', text: ({ settings }) => settings.data.title },
];

export function settingsTabs({ base, t }: { base: string; t: ConsoleTexts }, current: string): Html {
  return html`<nav class="tabs" aria-label="${t.shell.settings}">
${TABS.map(
  ({ path, text }) =>
    html`<a href="${base}/settings/${path}"${path === current && html` aria-current="page"`}>${text(t)}</a>\n`,
)}</nav>`;
}
