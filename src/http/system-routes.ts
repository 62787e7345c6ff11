import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { METRICS_TYPE } from '../metrics.ts';
import type { Endpoint } from './endpoint.ts';
import { openApiDocument } from './openapi.ts';

/** Health, metrics and the description of the API: no key needed, nothing of an account in them. */
export function registerSystemRoutes(
  server: FastifyInstance,
  deps: Deps,
  endpoints: readonly Endpoint[],
): void {
  const { config, db, metrics } = deps;

  server.get('/healthz', async (_request, reply) => reply.send({ status: 'ok' }));

  server.get('/readyz', async (_request, reply) => {
    try {
      await db.ping();
      return reply.send({ status: 'ready' });
    } catch {
      return reply.code(503).header('Retry-After', '2').send({ status: 'unavailable', reason: 'database' });
    }
  });

  if (config.metricsPort === null) {
    server.get('/metrics', async (_request, reply) => reply.type(METRICS_TYPE).send(await metrics.text()));
  }

  server.get('/api/v1/openapi.json', async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('Access-Control-Allow-Origin', '*')
      .send(openApiDocument(endpoints, deps.publicUrl())),
  );
}
