import type { FastifyInstance, FastifyRequest } from 'fastify';
import { canViewInstallation } from '../../actions/account/callers.ts';
import { identifyService, SERVICE_HEADER } from '../../actions/running-service.ts';
import type { Deps } from '../../app/deps.ts';
import { METRICS_CONTENT_TYPE } from '../../app/telemetry/metrics.ts';
import { Problem } from '../../domain/errors.ts';
import { DatabaseUnavailable } from '../../domain/outage.ts';
import { OUTAGES } from '../../http/server/outages.ts';
import type { Authenticator } from '../../http/session/authenticate-key.ts';

/** Registers health checks and metrics. They contain no account data; the metrics need a key of the first account. */
export function registerSystemRoutes(server: FastifyInstance, deps: Deps, auth: Authenticator): void {
  const { config, readiness, metrics } = deps;
  const service = identifyService(deps.sealing);

  server.get('/healthz', async (_request, reply) =>
    reply.header(SERVICE_HEADER, service).send({ status: 'ok' }),
  );

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
      const isKnown = await auth.isKnownWatcher(request.headers.authorization);
      // Run concurrently: both may take seconds while the database is unavailable, and scrapers do not wait for the sum.
      const [early] = await Promise.all([
        isKnown ? metrics.text() : undefined,
        requireWatcher(request, isKnown),
      ]);
      return reply.type(METRICS_CONTENT_TYPE).send(early ?? (await metrics.text()));
    });
  }

  async function requireWatcher(request: FastifyRequest, isKnown: boolean): Promise<void> {
    try {
      request.caller = await auth.authenticate(request);
      if (!(await canViewInstallation(deps, request.caller))) {
        throw new Problem(
          'forbidden',
          'The metrics cover the whole installation. Use a key of the first account with the "write" scope, or set METRICS_PORT.',
        );
      }
      auth.noteWatcher(request.headers.authorization, request.caller);
    } catch (error) {
      if (!(isKnown && error instanceof DatabaseUnavailable)) throw error;
    }
  }
}
