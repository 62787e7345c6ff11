import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../../config.ts';
import { Problem } from '../../domain/errors.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { type Admission, createAdmission } from './admission.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Waits for something slow without taking a place among the requests in progress. */
    waitAside<Result>(work: Promise<Result>): Promise<Result>;
  }
}

/** Who watches the service must be told how it is, above all when it has much to do. */
const ALWAYS_ADMITTED = new Set(['/healthz', '/readyz', '/metrics']);
/** In the process. Each costs memory, whatever it asks for; further ones are closed as they come. */
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

/** Refuses at once what would wait too long: before the key is looked at, and without reading the body. */
export function refuseOverload(
  server: FastifyInstance,
  { maxRequests, serverThreads }: Pick<Config, 'maxRequests' | 'serverThreads'>,
  { refused }: Metrics,
): Pick<Admission, 'whenIdle'> & { admit(scope: FastifyInstance): void; refuseRunning(): void } {
  const running = new Set<FastifyReply>();
  const admission = createAdmission(Math.ceil(maxRequests / serverThreads));
  server.server.maxConnections = Math.ceil(MAX_CONNECTIONS / serverThreads);
  server.server.on('connection', admission.noteConnection);
  server.decorateRequest('waitAside', async (work) => {
    admission.waitBegins();
    try {
      return await work;
    } finally {
      admission.waitEnds();
    }
  });

  function admit(scope: FastifyInstance): void {
    scope.addHook('onRequest', (request, _reply, done) => {
      if (ALWAYS_ADMITTED.has(request.route)) return done();
      admission.ask({
        begin: done,
        refuse() {
          refused.inc();
          done(OVERLOADED);
        },
        isOver: () => request.raw.socket.destroyed,
      });
    });

    // From when all of the body is there, so that slow senders take nobody's place, to the end of the work, even if
    // the caller has gone away: it is the work that piles up.
    scope.addHook('onRoute', (route) => {
      const { handler, url } = route;
      if (ALWAYS_ADMITTED.has(url)) return;
      route.handler = async function countedHandler(request, reply) {
        admission.workBegins();
        running.add(reply);
        try {
          return await handler.call(this, request, reply);
        } finally {
          running.delete(reply);
          admission.workEnds();
        }
      };
    });
  }

  function refuseRunning(): void {
    for (const reply of running) if (!reply.sent) reply.send(STOPPING);
  }

  return { admit, whenIdle: admission.whenIdle, refuseRunning };
}
