import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { DatabaseUnavailable } from '../../domain/outage.ts';
import { METRICS_TYPE } from '../../telemetry/metrics.ts';
import type { Authenticator } from '../api/auth.ts';
import { OUTAGES } from '../server/outages.ts';

/** Health and metrics: nothing of an account is in them, and only the metrics need a key. */
export function registerSystemRoutes(server: FastifyInstance, deps: Deps, auth: Authenticator): void {
  const { config, readiness, metrics } = deps;

  server.get('/healthz', async (_request, reply) => reply.send({ status: 'ok' }));

  server.get('/readyz', async (_request, reply) => {
    const outage = await readiness.check('write');
    if (!outage) return reply.send({ status: 'ready' });
    const { reason, detail } = OUTAGES[outage.reason];
    return reply
      .code(503)
      .header('Retry-After', '2')
      .send({ status: 'unavailable', reason, detail: outage.advice ?? detail });
  });

  if (config.metricsPort === null) {
    server.get('/metrics', async (request, reply) => {
      const isKnown = await auth.wasValid(request.headers.authorization);
      // Both may take seconds while the database is away: more than who asks for metrics waits.
      const [early] = await Promise.all([isKnown ? metrics.text() : undefined, expectKey(request, isKnown)]);
      return reply.type(METRICS_TYPE).send(early ?? (await metrics.text()));
    });
  }

  async function expectKey(request: FastifyRequest, isKnown: boolean): Promise<void> {
    try {
      request.caller = await auth.authenticate(request);
    } catch (error) {
      if (!(isKnown && error instanceof DatabaseUnavailable)) throw error;
    }
  }
}
