import type { FastifyInstance } from 'fastify';
import { readKeySet } from '../../../actions/agreement/evidence/signing-key.ts';
import type { Deps } from '../../../app/deps.ts';

/** Publishes the keys that check signed decisions, to programs on any site. Old ones stay for good. */
export function registerKeySet(server: FastifyInstance, deps: Deps): void {
  server.get('/.well-known/jwks.json', async (_request, reply) =>
    reply
      .headers({ 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' })
      .type('application/jwk-set+json')
      .send(await readKeySet(deps)),
  );
}
