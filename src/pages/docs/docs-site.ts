import { readDescription } from '../../app/telemetry/manifest.ts';
import { type Html, html } from '../../domain/markup/html.ts';
import { type DocsPage, findPageOfFile, hasDocsFile, listDocsGroups, listDocsPages } from './docs-files.ts';
import { renderDocsPage } from './reference/docs-page.ts';
import { splitBlocks } from './reference/markdown-blocks.ts';
import { renderInlineText, renderRichText } from './reference/rich-text.ts';
import { MAX_QUERY_LENGTH, MAX_RESULTS, type SearchResult } from './search-docs.ts';

/** A page of `docs/`, with its sections in the contents. */
export function renderGuidePage(page: DocsPage): string {
  const sections = splitBlocks(page.text).filter((block) => block.type === 'heading' && block.level === 2);
  const own = html`<ul>${sections.map((block) => block.type === 'heading' && html`<li><a href="#${block.id}">${renderInlineText(block.text, () => undefined)}</a></li>`)}</ul>`;
  return renderDocsPage({
    title: `${page.title} · Proffer`,
    subtitle: 'Documentation',
    search: '',
    contents: renderDocsContents({ name: page.name, sections: own }),
    scripts: ['docs.js'],
    body: html`<article class="prose">${renderRichText(page.text, (address) => resolveAddress(page, address))}
<p class="muted other-format"><a href="/docs/${page.name}.md">This page as Markdown</a></p></article>
<p id="docs-status" class="visually-hidden" role="status"></p>`,
  });
}

/** Links to all pages; below the current one, those to its sections. */
function renderDocsContents(current?: { name: string; sections: Html }): Html {
  const renderEntry = ({ name, title }: DocsPage) =>
    name === current?.name
      ? html`<li><a href="/docs/${name}" aria-current="page">${title}</a>${current.sections}</li>`
      : html`<li><a href="/docs/${name}">${title}</a></li>`;
  return html`<ul>
<li><a href="/docs">API reference</a>
<ul><li><a href="/docs/problems">Problems</a></li></ul></li>
${listDocsGroups().map(
  ({ title, pages }) => html`<li><span class="contents-group">${title}</span>
<ul>${pages.map(renderEntry)}</ul></li>
`,
)}</ul>`;
}

/** Files link to each other as they do in the repository. What is not served is no link. */
function resolveAddress({ file }: DocsPage, address: string): string | undefined {
  if (/^(https?:|mailto:|#|\/)/.test(address)) return address;
  const { pathname, hash } = new URL(address, `https://docs.invalid/${file}`);
  const path = decodeURIComponent(pathname.slice(1));
  if (path.startsWith('docs/') && hasDocsFile(path.slice('docs/'.length))) return pathname;
  const page = findPageOfFile(path);
  return page && `/docs/${page.name}${hash}`;
}

export function renderSearchPage(query: string, results: readonly SearchResult[]): string {
  const shown = query.trim().slice(0, MAX_QUERY_LENGTH);
  return renderDocsPage({
    title: `${shown ? `${shown.slice(0, 40)} · ` : ''}Search · Proffer`,
    subtitle: 'Documentation',
    search: shown,
    contents: renderDocsContents(),
    body: html`<section class="prose" aria-labelledby="results"><h1 id="results">Search</h1>
${shown ? html`<p>${countResults(results.length)} for “${shown}”.</p>` : html`<p>Enter words to find in the documentation.</p>`}
${results.length > 0 && html`<ol class="results">${results.map(renderResult)}</ol>`}</section>`,
  });
}

/** The page of an address that is not in the documentation. It does not repeat the address. */
export function renderMissingPage(): string {
  return renderDocsPage({
    title: 'Page not found · Proffer',
    subtitle: 'Documentation',
    search: '',
    contents: renderDocsContents(),
    body: html`<section class="prose" aria-labelledby="missing"><h1 id="missing">Page not found</h1>
<p>There is no such page in the documentation. Search it, or choose a page from the contents; the <a href="/docs">API reference</a> has every operation.</p></section>`,
  });
}

function countResults(count: number): string {
  if (count === 0) return 'No section found';
  if (count >= MAX_RESULTS) return `The first ${count} sections`;
  return count === 1 ? '1 section' : `${count} sections`;
}

function renderResult({ page, title, href, excerpt }: SearchResult): Html {
  return html`<li><p><a href="${href}">${title}</a>${page !== title && html` <span class="muted">${page}</span>`}</p>
<p class="excerpt">${excerpt}</p></li>
`;
}

/** `/llms.txt`: what the service is and where its documents are, for programs that read them (llmstxt.org). */
export function renderLlmsText(baseUrl: string): string {
  const groups = listDocsGroups().map(
    ({ title, pages }) => `## ${title}\n\n${pages.map((page) => describePage(page, baseUrl)).join('\n')}\n`,
  );
  return `# Proffer

> ${readDescription()}

A business creates quotes in a web console or over a REST API and emails them as PDFs; the customer accepts or declines on a web page; accepted quotes become invoices.

Every page below is Markdown. Without \`.md\` at its end, its address is that of the same page in HTML; \`${baseUrl}/docs/search?q=…\` searches them.

## API

- [OpenAPI 3.1 document](${baseUrl}/api/v1/openapi.json): every operation with its parameters, bodies, responses and examples
- [Problems](${baseUrl}/docs/problems.md): every error code, what happened and what to do
- [Reference](${baseUrl}/docs): the same operations to read, with samples in curl, TypeScript and Python

${groups.join('\n')}`;
}

function describePage({ name, title, description }: DocsPage, baseUrl: string): string {
  return `- [${title}](${baseUrl}/docs/${name}.md)${description && `: ${description}`}`;
}

/** A short list of all pages, for the beginning of the reference. */
export function renderPageLinks(): Html {
  return html`<p>${listDocsPages().map(({ name, title }, index) => html`${index > 0 && ' · '}<a href="/docs/${name}">${title}</a>`)}</p>`;
}
