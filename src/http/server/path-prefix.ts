import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiResponse } from '../../api/endpoint.ts';

/**
 * Supports a path in PUBLIC_URL. Internally, every URL begins at the root. Only this file removes the path from requests,
 * if the proxy has not done so, and adds it to responses.
 */
export interface PathPrefix {
  /** Returns the URL of a request without the path. */
  remove(request: IncomingMessage): string;
  /** Adds the path to a response that bypasses the hooks of the server. */
  addToResponse(response: ApiResponse): ApiResponse;
  addToPage(page: string): string;
  addToPath(path: string): string;
  register(server: FastifyInstance): void;
}

/** Every URL in a page is in one of these attributes. In text, quotes are escaped, so text never matches. */
const URL_ATTRIBUTE = /(?<= (?:href|src|(?:form)?action)=")\/(?!\/)/g;

/** Returns `undefined` if PUBLIC_URL has no path. */
export function createPathPrefix(publicUrl: string | null): PathPrefix | undefined {
  const prefix = publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  if (prefix === '') return undefined;
  const inPage = `${prefix.replaceAll('&', '&amp;')}/`;
  /** The first segments of the routes. They show whether /api/v1/quotes still has its path if that path is /api. */
  const roots = new Set<string>();

  function addToHeaders(reply: FastifyReply): void {
    const location = reply.getHeader('Location');
    if (typeof location === 'string' && location.startsWith('/')) reply.header('Location', prefix + location);
    const cookies = [reply.getHeader('Set-Cookie') ?? []].flat().map(String);
    reply.removeHeader('Set-Cookie');
    for (const cookie of cookies)
      reply.header(
        'Set-Cookie',
        // Browsers accept a `__Host-` cookie only with `Path=/`.
        cookie.startsWith('__Host-') ? cookie : cookie.replace('; Path=/', () => `; Path=${prefix}/`),
      );
  }

  const addToPage = (page: string) => page.replaceAll(URL_ATTRIBUTE, () => inPage);

  return {
    addToPage,
    addToPath: (path) => prefix + path,

    remove({ url = '/' }) {
      if (!url.startsWith(`${prefix}/`)) return url;
      const rest = url.slice(prefix.length);
      return roots.has(findRoot(rest)) ? rest : url;
    },

    addToResponse(response) {
      const location = response.headers?.Location;
      return location
        ? { ...response, headers: { ...response.headers, Location: prefix + location } }
        : response;
    },

    register(server) {
      server.addHook('onRoute', ({ url }) => void roots.add(findRoot(url)));
      server.addHook('onSend', (_request, reply, payload, done) => {
        addToHeaders(reply);
        const isPage = String(reply.getHeader('Content-Type')).startsWith('text/html');
        done(null, isPage && typeof payload === 'string' ? addToPage(payload) : payload);
      });
    },
  };
}

/** Returns the first segment, or the common start of all accounts in the console. */
function findRoot(path: string): string {
  return /^\/(acc_|[^/?]*)/.exec(path)?.[1] ?? '';
}
