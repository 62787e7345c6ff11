import type { FastifyRequest } from 'fastify';
import type { Site } from '../../actions/person/passkeys.ts';
import type { Deps } from '../../deps.ts';

/** Where people are when they are here: PUBLIC_URL, or, without it, whatever name of this machine they typed. */
export function siteOf({ config }: Pick<Deps, 'config'>, request: FastifyRequest): Site {
  const url = URL.parse(config.publicUrl ?? `${request.protocol}://${request.headers.host}`);
  return { origin: url?.origin ?? '', rpId: url?.hostname ?? '' };
}
