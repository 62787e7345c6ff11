import { type Html, type HtmlValue, html } from '../../domain/markup/html.ts';
import { type AssetName, assetPath } from '../assets.ts';
import { type ConsoleIcon, iconClass } from '../console/console-icons.ts';
import { documentLocale } from '../console/shell.ts';
import { MARK_PATH, renderDocument } from '../shell.ts';
import { OPERATOR_PATH, type OperatorContext } from './operator-context.ts';

interface OperatorPage {
  /** The entry of the menu; none while there is nothing to choose from. */
  section?: 'accounts' | 'installation';
  title: string;
  back?: { href: string; text: string };
  notice?: { tone: 'good' | 'bad'; text: HtmlValue } | undefined;
  body: Html;
  styles?: AssetName[];
  wide?: boolean;
}

const ENTRIES = [
  { section: 'accounts', path: OPERATOR_PATH, icon: 'customers' },
  { section: 'installation', path: `${OPERATOR_PATH}/installation`, icon: 'settings' },
] as const;

/** The frame of the console, without an account. */
export function renderOperatorPage(context: OperatorContext, page: OperatorPage): string {
  const { locale, t, person } = context;
  const { operator, shell } = t;
  const entry = (href: string, icon: ConsoleIcon, text: HtmlValue, isCurrent = false) =>
    html`<li><a class="${iconClass(icon)}" href="${href}"${isCurrent && html` aria-current="page"`}>${text}</a></li>\n`;
  const entries = page.section
    ? ENTRIES.map(({ section, path, icon }) => entry(path, icon, operator[section], section === page.section))
    : [];
  const others = entry('/', 'home', operator.back);
  const { accounts, user } = person;
  const own =
    accounts[0] && entry(`/${accounts[0].id}/settings/you`, 'person', html`<bdi>${user.name}</bdi>`);
  return renderDocument({
    locale: documentLocale(locale),
    title: `${page.title} · ${operator.title}`,
    styles: [assetPath('page.css'), assetPath('console.css'), ...(page.styles ?? []).map(assetPath)],
    bodyClass: 'console',
    icon: MARK_PATH,
    body: html`<a class="skip" href="#main">${shell.skip}</a>
<header class="sidebar"><div class="business"><strong>${operator.title}</strong></div>
<nav aria-label="${shell.main}"><ul>
${entries}</ul><ul class="foot">
${others}${own}<li><form method="post" action="/sign-out"><button class="link" type="submit">${shell.signOut}</button></form></li>
</ul></nav></header>
<main id="main" class="page${page.wide && ' wide'}" tabindex="-1">
${page.back && html`<p class="back"><a href="${page.back.href}">${page.back.text}</a></p>`}
<div class="page-head"><h1>${page.title}</h1></div>
${page.notice && html`<div class="notice ${page.notice.tone}" role="${page.notice.tone === 'bad' ? 'alert' : 'status'}">${page.notice.text}</div>`}
${page.body}
</main>
<nav class="bottom-bar" aria-label="${shell.main}"><ul>
${entries}${others}</ul></nav>`,
  });
}
