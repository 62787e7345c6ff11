import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../../app/config/config.ts';
import type { Metrics } from '../../app/telemetry/metrics.ts';
import { Problem } from '../../domain/errors.ts';
import { type Admission, createAdmission } from './admission.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Waits for slow work without using a slot of the requests in progress. */
    waitAside<Result>(work: Promise<Result>): Promise<Result>;
  }
}

/** Monitoring must work above all under high load. */
const ALWAYS_ADMITTED = new Set(['/healthz', '/readyz', '/metrics']);
/** Limit per process, because each connection uses memory. Further connections are closed immediately. */
const MAX_CONNECTIONS = 10_000;

const OVERLOADED = new Problem(
  'overloaded',
  'The service is overloaded. Your request was not processed; try again shortly.',
  { headers: { 'Retry-After': '1' } },
);

const STOPPING = new Problem(
  'unavailable',
  'The service is stopping and could not finish your request. Check what became of it, or repeat it with the same Idempotency-Key.',
  { headers: { 'Retry-After': '2', Connection: 'close' } },
);

/** Rejects requests that would wait too long, before the key is checked and without reading the body. */
export function rejectOverload(
  server: FastifyInstance,
  { maxRequests }: Pick<Config, 'maxRequests'>,
  { refused }: Metrics,
): Pick<Admission, 'whenIdle'> & { admit(scope: FastifyInstance): void; rejectRunning(): void } {
  const running = new Set<FastifyReply>();
  const admission = createAdmission(maxRequests);
  server.server.maxConnections = MAX_CONNECTIONS;
  server.server.on('connection', admission.countConnection);
  server.decorateRequest('waitAside', async (work) => {
    admission.startWait();
    try {
      return await work;
    } finally {
      admission.endWait();
    }
  });

  function admit(scope: FastifyInstance): void {
    scope.addHook('onRequest', (request, _reply, done) => {
      if (ALWAYS_ADMITTED.has(request.route)) return done();
      admission.submit({
        begin: done,
        reject() {
          refused.inc();
          done(OVERLOADED);
        },
        isOver: () => request.raw.socket.destroyed,
      });
    });

    // Counts a request once its whole body has arrived, so that slow senders use no slots, until the work is done, even
    // if the caller has disconnected: it is the work that accumulates.
    scope.addHook('onRoute', (route) => {
      const { handler, url } = route;
      if (ALWAYS_ADMITTED.has(url)) return;
      route.handler = async function countedHandler(request, reply) {
        admission.startWork();
        running.add(reply);
        try {
          return await handler.call(this, request, reply);
        } finally {
          running.delete(reply);
          admission.endWork();
        }
      };
    });
  }

  function rejectRunning(): void {
    for (const reply of running) if (!reply.sent) reply.send(STOPPING);
  }

  return { admit, whenIdle: admission.whenIdle, rejectRunning };
}
