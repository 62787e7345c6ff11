import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiResponse } from '../api/endpoint.ts';

/**
 * Where PUBLIC_URL has a path. Inside, every address begins at the root; the path is taken from what comes, if the
 * proxy has left it there, and put before what goes out, here and nowhere else.
 */
export interface PathPrefix {
  /** The address of a request without the path. */
  remove(request: IncomingMessage): string;
  /** For what goes past the hooks of the server. */
  addToResponse(response: ApiResponse): ApiResponse;
  addToPage(page: string): string;
  register(server: FastifyInstance): void;
}

/** Every address in a page stands in one of these; in text, quotes are escaped. */
const ADDRESS = /(?<= (?:href|src|(?:form)?action)=")\/(?!\/)/g;

/** `undefined` without a path: then nothing is to be done. */
export function pathPrefix(publicUrl: string | null): PathPrefix | undefined {
  const prefix = publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  if (prefix === '') return undefined;
  const inPage = `${prefix.replaceAll('&', '&amp;')}/`;
  /** The first segments of our own addresses: with /api as the path, /api/v1/quotes may have lost it already. */
  const roots = new Set<string>();

  function addToHeaders(reply: FastifyReply): void {
    const location = reply.getHeader('Location');
    if (typeof location === 'string' && location.startsWith('/')) reply.header('Location', prefix + location);
    const cookies = [reply.getHeader('Set-Cookie') ?? []].flat().map(String);
    reply.removeHeader('Set-Cookie');
    for (const cookie of cookies)
      reply.header(
        'Set-Cookie',
        // A browser keeps such a one only for the whole host.
        cookie.startsWith('__Host-') ? cookie : cookie.replace('; Path=/', () => `; Path=${prefix}/`),
      );
  }

  const addToPage = (page: string) => page.replaceAll(ADDRESS, () => inPage);

  return {
    addToPage,

    remove({ url = '/' }) {
      if (!url.startsWith(`${prefix}/`)) return url;
      const rest = url.slice(prefix.length);
      return roots.has(rootOf(rest)) ? rest : url;
    },

    addToResponse(response) {
      const location = response.headers?.Location;
      return location
        ? { ...response, headers: { ...response.headers, Location: prefix + location } }
        : response;
    },

    register(server) {
      server.addHook('onRoute', ({ url }) => void roots.add(rootOf(url)));
      server.addHook('onSend', (_request, reply, payload, done) => {
        addToHeaders(reply);
        const isPage = String(reply.getHeader('Content-Type')).startsWith('text/html');
        done(null, isPage && typeof payload === 'string' ? addToPage(payload) : payload);
      });
    },
  };
}

/** The first segment, or what all accounts of the console begin with. */
function rootOf(path: string): string {
  return /^\/(acc_|[^/?]*)/.exec(path)?.[1] ?? '';
}
