import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Endpoint } from '../../api/endpoint.ts';
import { openApiDocument } from '../../api/openapi/document.ts';
import type { Deps } from '../../app/deps.ts';
import { prefersOverJson } from '../../http/headers/accept.ts';
import { compressOnce } from '../../http/server/compress-replies.ts';
import { docsHeaders } from '../headers.ts';
import { findDocsPage, listDocsPages, readDocsFile } from './docs-files.ts';
import { renderGuidePage, renderLlmsText, renderMissingPage, renderSearchPage } from './docs-site.ts';
import { listOperationEntries } from './reference/openapi-model.ts';
import { listProblemEntries, renderProblemsText } from './reference/problems-page.ts';
import { type IndexedEntry, indexEntry, listSections, searchDocs } from './search-docs.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';

/** Registers the pages of `docs/` as HTML and Markdown, their pictures, the search and `/llms.txt`. */
export function registerDocsRoutes(
  server: FastifyInstance,
  deps: Deps,
  endpoints: readonly Endpoint[],
): void {
  const rendered = new Map<string, string>();
  const sendPage = (reply: FastifyReply, name: string) => {
    const page = findDocsPage(name);
    if (!page) return undefined;
    const body = rendered.get(name) ?? renderGuidePage(page);
    rendered.set(name, body);
    return reply.headers(docsHeaders).send(body);
  };

  server.get<{ Params: { '*': string } }>(
    '/docs/*',
    { onSend: compressOnce },
    async ({ params: { '*': path }, headers }, reply) => {
      if (path === '') return reply.redirect('/docs', 308);
      const source = path.endsWith('.md') ? findDocsPage(path.slice(0, -'.md'.length)) : undefined;
      if (source) return sendText(reply, source.text, MARKDOWN);
      const sent = sendPage(reply, path);
      if (sent) return sent;
      const file = await readDocsFile(path);
      if (!file && prefersOverJson(headers.accept, 'text/html')) {
        return reply.status(404).headers(docsHeaders).send(renderMissingPage());
      }
      if (!file) return reply.callNotFound();
      return reply
        .headers({
          ...docsHeaders,
          'Content-Type': file.contentType,
          'Cache-Control': 'public, max-age=3600',
        })
        .send(file.bytes);
    },
  );

  // A browser keeps the fragment when it follows the redirect.
  server.get('/docs/errors', async (_request, reply) => reply.redirect('/docs/problems', 308));
  server.get('/docs/problems.md', { onSend: compressOnce }, async (_request, reply) =>
    sendText(reply, renderProblemsText(), MARKDOWN),
  );
  server.get('/llms.txt', { onSend: compressOnce }, async (_request, reply) =>
    sendText(reply, renderLlmsText(deps.publicUrl()), 'text/plain; charset=utf-8'),
  );

  let index: Promise<IndexedEntry[]> | undefined;
  // The results depend on what a visitor enters, so they are not compressed and kept.
  server.get<{ Querystring: { q?: string | string[] } }>('/docs/search', async ({ query }, reply) => {
    index ??= buildIndex(endpoints, deps.publicUrl());
    const words = [query.q ?? ''].flat()[0] ?? '';
    return reply.headers(docsHeaders).send(renderSearchPage(words, searchDocs(await index, words)));
  });
}

/** Builds the index of the search in steps, so that other requests do not wait for all of it. */
async function buildIndex(endpoints: readonly Endpoint[], baseUrl: string): Promise<IndexedEntry[]> {
  const index: IndexedEntry[] = [];
  for (const page of listDocsPages()) {
    index.push(...listSections(page).map(indexEntry));
    await setImmediate();
  }
  index.push(...listProblemEntries().map(indexEntry));
  await setImmediate();
  index.push(...listOperationEntries(openApiDocument(endpoints, baseUrl)).map(indexEntry));
  return index;
}

function sendText(reply: FastifyReply, text: string, contentType: string): FastifyReply {
  return reply.headers({ ...docsHeaders, 'Content-Type': contentType }).send(text);
}
