import type { FastifyRequest } from 'fastify';

/** Tells whether the client has closed its connection, so that work for it can end. */
export function watchClient({ raw }: Pick<FastifyRequest, 'raw'>): () => boolean {
  return () => raw.socket.destroyed;
}
