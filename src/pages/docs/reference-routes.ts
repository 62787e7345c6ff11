import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../../api/endpoint.ts';
import { openApiDocument } from '../../api/openapi/document.ts';
import type { Deps } from '../../app/deps.ts';
import { compressOnce, sendCached } from '../../http/server/compress-replies.ts';
import { addScripts, findAsset } from '../assets.ts';
import { assetHeaders, referenceHeaders } from '../headers.ts';
import { registerDocsRoutes } from './docs-routes.ts';
import { renderProblems } from './reference/problems-page.ts';
import { renderReference, renderTagPage } from './reference/reference-page.ts';

/** Registers the assets, the API reference and the documentation. */
export function registerPageRoutes(
  server: FastifyInstance,
  deps: Deps,
  endpoints: readonly Endpoint[],
): void {
  addScripts(deps.scripts);
  server.get('/assets/:name', async (request, reply) => {
    const asset = findAsset(request.url);
    if (!asset) return reply.callNotFound();
    reply.headers(assetHeaders).header('Content-Type', asset.contentType);
    const { body } = asset;
    return typeof body === 'string' ? sendCached(request, reply, body) : reply.send(body);
  });

  let reference: string | undefined;
  server.get('/docs', { onSend: compressOnce }, async (_request, reply) => {
    reference ??= renderReference(openApiDocument(endpoints, deps.publicUrl()));
    return reply.headers(referenceHeaders).send(reference);
  });

  const tags = new Map<string, string>();
  server.get<{ Params: { tag: string } }>(
    '/docs/reference/:tag',
    { onSend: compressOnce },
    async ({ params: { tag } }, reply) => {
      const url = `/docs/reference/${tag}`;
      const page = tags.get(url) ?? renderTagPage(openApiDocument(endpoints, deps.publicUrl()), url);
      if (page === undefined) return reply.callNotFound();
      tags.set(url, page);
      return reply.headers(referenceHeaders).send(page);
    },
  );

  let problems: string | undefined;
  server.get('/docs/problems', { onSend: compressOnce }, async (_request, reply) => {
    problems ??= renderProblems();
    return reply.headers(referenceHeaders).send(problems);
  });
  registerDocsRoutes(server, deps, endpoints);
}
