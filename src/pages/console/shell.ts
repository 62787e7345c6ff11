import type { Account } from '../../domain/account/account.ts';
import { memoize } from '../../domain/bounded-cache.ts';
import { addToFirstElement, type Html, type HtmlValue, html } from '../../domain/markup/html.ts';
import type { ConsoleTexts } from '../../i18n/console.ts';
import type { Locale } from '../../i18n/locale.ts';
import { type AssetName, assetPath } from '../assets.ts';
import { MARK_PATH, renderDocument } from '../shell.ts';
import { renderClosedBanner } from './accounts/closed-banner.ts';
import { type ConsoleIcon, iconClass } from './console-icons.ts';

/** Menu entry of a page. */
type Section =
  | 'home'
  | 'quotes'
  | 'customers'
  | 'invoices'
  | 'catalogue'
  | 'templates'
  | 'settings'
  | 'mailbox'
  | 'you';

/** Content of a page; the shell renders the frame around it. */
export interface ConsolePage {
  section: Section;
  title: string;
  /** Replaces the title as the heading if it needs markup. */
  heading?: HtmlValue;
  /** Link above the heading, back to a list. */
  back?: { href: string; text: string };
  /** Buttons next to the heading; at most one is primary. */
  actions?: HtmlValue;
  /** Announced immediately to screen readers too. */
  notice?: { tone: 'good' | 'bad' | 'info' | 'warn'; text: HtmlValue } | undefined;
  body: Html;
  styles?: AssetName[];
  scripts?: AssetName[];
  /** Uses the full width, as lists and the editor do. */
  wide?: boolean;
}

/** Stands in the body of a page for parts that are sent later, while the work goes on. Escaped text never contains it. */
export const LATER_PARTS = html`<!--later-->`;

/** Markup of a part of a page. */
export type PagePart = Html;

/** The person, their accounts and the locale. */
export interface ConsoleFrame {
  account: Pick<Account, 'id' | 'name' | 'kind' | 'closedAt' | 'timeZone'>;
  /** All accounts that the person may access, this one too. */
  accounts: Pick<Account, 'id' | 'name' | 'closedAt'>[];
  person: { id: string; name: string; email: string };
  role: 'owner' | 'member' | 'reader';
  locale: Locale;
  t: ConsoleTexts;
  /** Whether people can create accounts. */
  mayCreateAccount: boolean;
  /** Whether emails are captured and the person may see them. */
  hasMailbox: boolean;
}

interface Entry {
  section: Section;
  path: string;
  icon: ConsoleIcon;
}

const ENTRIES: readonly Entry[] = [
  { section: 'home', path: '/', icon: 'home' },
  { section: 'quotes', path: '/quotes', icon: 'quotes' },
  { section: 'customers', path: '/customers', icon: 'customers' },
  { section: 'invoices', path: '/invoices', icon: 'invoices' },
  { section: 'catalogue', path: '/catalogue', icon: 'catalogue' },
  { section: 'templates', path: '/templates', icon: 'templates' },
];
export const NEW_ACCOUNT_PATH = '/accounts/new';
const MAILBOX: Entry = { section: 'mailbox', path: '/mailbox', icon: 'mailbox' };
const SETTINGS: Entry = { section: 'settings', path: '/settings/business', icon: 'settings' };
/** Narrow screens have no menu next to the settings. */
const SETTINGS_LIST: Entry = { ...SETTINGS, path: '/settings' };
const YOU: Entry = { section: 'you', path: '/settings/you', icon: 'person' };

export function renderConsole(frame: ConsoleFrame, page: ConsolePage): string {
  const { account, locale } = frame;
  const { before, after } = renderFrame(frame, page.section);
  const content = addToFirstElement(page.body, INVALID, html` autofocus`);
  const hasInvalidField = content !== page.body;
  return renderDocument({
    locale: documentLocale(locale),
    title: `${page.title} · ${account.name}`,
    styles: [assetPath('page.css'), assetPath('console.css'), ...(page.styles ?? []).map(assetPath)],
    scripts: listScripts(page).map(assetPath),
    bodyClass: 'console',
    icon: MARK_PATH,
    body: html`${before}
<main id="main" class="page${page.wide && ' wide'}" tabindex="-1">
${renderClosedBanner(frame)}
${page.back && html`<p class="back"><a href="${page.back.href}">${page.back.text}</a></p>`}
<div class="page-head"><h1>${page.heading ?? page.title}</h1>${page.actions && html`<div class="actions">${page.actions}</div>`}</div>
${page.notice && renderNotice(page.notice, hasInvalidField)}
${content}
</main>
${after}`,
  });
}

/** The scripts of a page. The editor saves by itself, and has its own warning before it is left. */
function listScripts({ scripts = [] }: ConsolePage): AssetName[] {
  return ['console.js', ...(scripts.includes('editor.js') ? [] : ['unsaved-form.js' as const]), ...scripts];
}

/** Marks fields with errors. The first one gets the focus, also without scripts. */
const INVALID = html` aria-invalid="true"`;

/** A notice about an error that no field shows gets the focus itself. */
function renderNotice({ tone, text }: NonNullable<ConsolePage['notice']>, hasInvalidField: boolean): Html {
  const isFocused = tone === 'bad' && !hasInvalidField;
  return html`<div class="notice ${tone}" role="${tone === 'bad' ? 'alert' : 'status'}"${isFocused && html` tabindex="-1" autofocus`}>${text}</div>`;
}

interface Frame {
  before: Html;
  after: Html;
}

const cache = new Map<string, Frame>();
const MAX_CACHED = 2000;

/** Caches the frame, which is the same on consecutive pages of a person. */
function renderFrame(frame: ConsoleFrame, section: Section): Frame {
  const { account, accounts, person, role, locale, t, hasMailbox, mayCreateAccount } = frame;
  const others = accounts.flatMap(({ id, name, closedAt }) => [id, name, closedAt]);
  const own = [
    section,
    role,
    locale.language,
    hasMailbox,
    mayCreateAccount,
    person.id,
    person.name,
    account.id,
    account.name,
    account.kind,
  ];
  // Stored texts never contain this character.
  const key = [...own, ...others].join('\0');
  const base = `/${account.id}`;
  return memoize(cache, MAX_CACHED, key, () => ({
    before: html`<a class="skip" href="#main">${t.shell.skip}</a>
${renderSidebar(frame, section, base)}`,
    after: html`${renderBottomBar(frame, section, base)}
${renderScriptData(frame, base)}`,
  }));
}

/** Numbers can follow another language than the texts do. */
export function documentLocale({ tag, language, direction }: Locale): Pick<Locale, 'tag' | 'direction'> {
  return { tag: tag === language || tag.startsWith(`${language}-`) ? tag : language, direction };
}

function renderSidebar(frame: ConsoleFrame, section: Section, base: string): Html {
  const { account, person, t, hasMailbox } = frame;
  return html`<header class="sidebar">
<div class="business">${renderAccount(frame)}${account.kind === 'test' && html`<span class="test">${t.shell.testAccount}</span>`}</div>
<button class="find ${iconClass('search')}" type="button" data-palette aria-haspopup="dialog" hidden>${t.shell.find} <kbd>Ctrl K</kbd></button>
<nav aria-label="${t.shell.main}"><ul>
${[...ENTRIES, ...(hasMailbox ? [MAILBOX] : [])].map((entry) => renderEntry(entry, section, base, t))}
</ul><ul class="foot">
${frame.role === 'owner' && renderEntry(SETTINGS, section, base, t)}
<li><a class="${iconClass(YOU.icon)}" href="${base}${YOU.path}"${current(section, 'you')}><bdi>${person.name}</bdi></a></li>
<li>${renderSignOut(t)}</li>
</ul></nav>
</header>`;
}

/** The name of the account, which opens the list of all that the person may enter. */
function renderAccount(frame: ConsoleFrame): Html {
  const name = html`<strong><bdi>${frame.account.name}</bdi></strong>`;
  if (frame.accounts.length === 1 && !frame.mayCreateAccount) return name;
  return html`<details class="menu switcher"><summary>${name}<span class="visually-hidden"> (${frame.t.shell.switchAccount})</span></summary><ul>
${frame.accounts.map((account) => renderChoice(frame, account))}${renderNewAccount(frame)}</ul></details>`;
}

function renderChoice(
  { account, t }: ConsoleFrame,
  { id, name, closedAt }: ConsoleFrame['accounts'][number],
): Html {
  return html`<li><a href="/${id}/"${id === account.id && html` aria-current="true"`}><bdi>${name}</bdi>${closedAt !== null && html` <span class="muted">(${t.accounts.closed})</span>`}</a></li>\n`;
}

function renderNewAccount({ account, mayCreateAccount, t }: ConsoleFrame): Html | false {
  return (
    mayCreateAccount &&
    html`<li><a class="${iconClass('plus')}" href="/${account.id}${NEW_ACCOUNT_PATH}">${t.accounts.new}</a></li>\n`
  );
}

function renderBottomBar(frame: ConsoleFrame, section: Section, base: string): Html {
  const { t, hasMailbox, role, account, accounts } = frame;
  const [home, quotes, customers, ...rest] = ENTRIES;
  const more = [...rest, ...(hasMailbox ? [MAILBOX] : []), ...(role === 'owner' ? [SETTINGS_LIST] : []), YOU];
  const others = accounts.filter(({ id }) => id !== account.id);
  const isMore = more.some((entry) => entry.section === section);
  return html`<nav class="bottom-bar" aria-label="${t.shell.main}"><ul>
${[home, quotes].map((entry) => entry && renderEntry(entry, section, base, t))}
${role !== 'reader' && html`<li><a class="new ${iconClass('plus')}" href="${base}/quotes/new">${t.shell.new}</a></li>`}
${customers && renderEntry(customers, section, base, t)}
<li><details class="menu up"><summary class="${iconClass('more')}${isMore && ' current'}">${t.shell.more}</summary><ul>
${more.map((entry) => renderEntry(entry, section, base, t))}
${others.length > 0 && html`<li class="menu-label">${t.shell.switchAccount}</li>\n${others.map((other) => renderChoice(frame, other))}`}${renderNewAccount(frame)}<li>${renderSignOut(t)}</li>
</ul></details></li>
</ul></nav>`;
}

function renderEntry(entry: Entry, section: Section, base: string, t: ConsoleTexts): Html {
  const text = t.shell[entry.section];
  return html`<li><a class="${iconClass(entry.icon)}" href="${base}${entry.path}"${current(section, entry.section)}>${text}</a></li>\n`;
}

function current(section: Section, own: Section): Html | false {
  return section === own && html` aria-current="page"`;
}

function renderSignOut(t: ConsoleTexts): Html {
  return html`<form method="post" action="/sign-out"><button class="link" type="submit">${t.shell.signOut}</button></form>`;
}

/** Texts and URLs for the script of every page. */
function renderScriptData({ t, role, person }: ConsoleFrame, base: string): Html {
  const { shell } = t;
  const keys: [string, string][] = [
    ['j k', shell.keysMove],
    ['Enter', shell.keysOpen],
    ['x', shell.keysMark],
    ['/', shell.keysSearch],
    ...(role === 'reader' ? [] : [['n', shell.keysNew] as [string, string]]),
    ['Ctrl K', shell.keysPalette],
    ['?', shell.keysHelp],
  ];
  return html`<dialog id="palette" aria-label="${shell.palette}"><form method="dialog">
<label class="label" for="palette-text">${shell.paletteHint}</label>
<input id="palette-text" type="text" role="combobox" aria-expanded="true" aria-controls="palette-list" aria-autocomplete="list" autocomplete="off" spellcheck="false">
<ul id="palette-list" role="listbox" aria-label="${shell.palette}"></ul>
<p id="palette-state" role="status" data-nothing="${shell.paletteNothing}" data-failed="${shell.paletteFailed}"></p>
<button class="button quiet" type="submit">${shell.close}</button>
</form></dialog>
<dialog id="keys" aria-labelledby="keys-title"><form method="dialog"><h2 id="keys-title">${shell.keys}</h2>
<dl>${keys.map(([key, text]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${text}</dd></div>`)}</dl>
<button class="button quiet" type="submit">${shell.close}</button></form></dialog>
<dialog id="sign-out" aria-labelledby="sign-out-title" data-user="${person.id}" data-untitled="${shell.newQuote}"><form method="post" action="/sign-out"><h2 id="sign-out-title">${shell.unsavedTitle}</h2>
<p>${shell.unsavedText}</p><ul></ul>
<p class="buttons"><button class="button quiet" type="submit" formmethod="dialog" autofocus>${shell.unsavedStay}</button><button class="button bad" type="submit">${shell.unsavedSignOut}</button></p></form></dialog>
<a id="palette-script" href="${assetPath('palette.js')}" hidden></a><a id="console-base" href="${base}/" hidden></a><a id="api-base" href="/api/v1" hidden></a>`;
}
