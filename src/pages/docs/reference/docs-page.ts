import { type Html, html } from '../../../domain/markup/html.ts';
import { type AssetName, assetPath } from '../../assets.ts';
import { MARK, MARK_PATH, renderDocument } from '../../shell.ts';

export interface DocsPage {
  title: string;
  /** Next to the name of the service. */
  subtitle: string;
  /** Words in the search field. Pages without it have a link to the search, because their policy forbids forms. */
  search?: string;
  /** Table of contents. */
  contents: Html;
  body: Html;
  scripts?: AssetName[];
}

/** A documentation page: contents at the side, or collapsed above if there is no room. */
export function renderDocsPage({ title, subtitle, search, contents, body, scripts = [] }: DocsPage): string {
  return renderDocument({
    locale: { tag: 'en', direction: 'ltr' },
    title,
    styles: [assetPath('page.css'), assetPath('reference.css')],
    scripts: scripts.map(assetPath),
    bodyClass: 'reference',
    icon: MARK_PATH,
    body: html`<a class="skip" href="#content">Skip to content</a>
<header class="side"><p class="brand"><a href="/docs">${MARK} Proffer</a> <span class="muted">${subtitle}</span></p>
${renderSearch(search)}
<nav class="wide" aria-label="Contents">${contents}</nav>
<details class="narrow"><summary>Contents</summary><nav aria-label="Contents menu">${contents}</nav></details>
</header>
<main id="content" tabindex="-1">
${body}
</main>`,
  });
}

function renderSearch(words: string | undefined): Html {
  if (words === undefined) return html`<p class="search"><a href="/docs/search">Search</a></p>`;
  return html`<form class="search" role="search" action="/docs/search"><label class="visually-hidden" for="search">Search the documentation</label>
<input id="search" type="search" name="q" value="${words}" maxlength="100" placeholder="Search" autocomplete="off"><button type="submit" class="visually-hidden">Search</button></form>`;
}
