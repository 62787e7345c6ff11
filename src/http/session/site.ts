import type { FastifyRequest } from 'fastify';
import type { Site } from '../../actions/people/passkeys.ts';
import type { Deps } from '../../app/deps.ts';

/** Determines the site that the browser sees: PUBLIC_URL or, without it, the host of the request. */
export function findSite({ config }: Pick<Deps, 'config'>, request: FastifyRequest): Site {
  const url = URL.parse(config.publicUrl ?? `${request.protocol}://${request.headers.host}`);
  return { origin: url?.origin ?? '', rpId: url?.hostname ?? '' };
}

/** Returns the URL that all others begin with, as the browser or the app that sent the request knows it. */
export function findBaseUrl(deps: Pick<Deps, 'config' | 'publicUrl'>, request: FastifyRequest): string {
  return deps.config.publicUrl ?? (findSite(deps, request).origin || deps.publicUrl());
}
