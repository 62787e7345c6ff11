import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../app/deps.ts';
import type { RequestWait } from '../../store/request-wait.ts';

declare module 'fastify' {
  interface FastifyRequest {
    databaseWait: RequestWait | null;
  }
}

/**
 * Limits how long a request waits for a database that other processes can keep busy. The handler is entered again: it
 * begins with the last byte of the body, outside of the context of the hooks.
 */
export function limitDatabaseWait(
  scope: FastifyInstance,
  { startRequestWait }: Pick<Deps, 'startRequestWait'>,
): void {
  if (!startRequestWait) return;
  scope.decorateRequest('databaseWait', null);
  scope.addHook('onRequest', (request, _reply, done) => {
    request.databaseWait = startRequestWait();
    request.databaseWait.run(done);
  });
  // A body that is streamed may take long to read.
  scope.addHook('onSend', (request, _reply, payload, done) => {
    request.databaseWait?.end();
    done(null, payload);
  });
  scope.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = async function limitedHandler(request, reply) {
      const { databaseWait: wait } = request;
      if (!wait) return handler.call(this, request, reply);
      try {
        return await wait.run(() => handler.call(this, request, reply));
      } finally {
        wait.end();
      }
    };
  });
}
