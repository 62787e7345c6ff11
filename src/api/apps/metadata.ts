import type {
  AuthorizationServerMetadata,
  OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../../app/deps.ts';
import { APP_RESOURCES, type AppResource, RESOURCE_PATHS } from '../../domain/apps/app.ts';
import { Problem } from '../../domain/errors.ts';
import { KEY_SCOPES } from '../../domain/people/key-scopes.ts';
import { RESOURCE_METADATA_PATH } from '../../http/server/route-kinds.ts';
import { findBaseUrl } from '../../http/session/site.ts';

const SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server';

/** Returns the identifiers of the resources, which tokens are for. */
export function listResources(baseUrl: string): Record<AppResource, string> {
  return { api: baseUrl + RESOURCE_PATHS.api, mcp: baseUrl + RESOURCE_PATHS.mcp };
}

/**
 * Publishes how apps connect (RFC 8414, RFC 9728). If PUBLIC_URL has a path, the standards put it at the end of these URLs,
 * which a proxy has to pass on; both spellings are served.
 */
export function registerAppMetadata(server: FastifyInstance, deps: Pick<Deps, 'config' | 'publicUrl'>): void {
  const getPath = () => new URL(deps.publicUrl()).pathname.replace(/\/$/, '');
  server.get(SERVER_METADATA_PATH, async (request, reply) =>
    sendMetadata(reply, describeServer(findBaseUrl(deps, request))),
  );
  server.get(`${SERVER_METADATA_PATH}/*`, async (request, reply) => {
    if (readEnding(request.params) !== getPath()) throw notFound();
    return sendMetadata(reply, describeServer(findBaseUrl(deps, request)));
  });
  server.get(`${RESOURCE_METADATA_PATH}/*`, async (request, reply) => {
    const ending = readEnding(request.params);
    const resource = APP_RESOURCES.find((each) =>
      [RESOURCE_PATHS[each], getPath() + RESOURCE_PATHS[each]].includes(ending),
    );
    if (!resource) throw notFound();
    return sendMetadata(reply, describeResource(findBaseUrl(deps, request), resource));
  });
}

function readEnding(params: unknown): string {
  return `/${(params as { '*': string })['*']}`;
}

function sendMetadata(reply: FastifyReply, document: object): FastifyReply {
  return reply
    .headers({ 'Cache-Control': 'private, max-age=300', 'Access-Control-Allow-Origin': '*' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(document));
}

function describeServer(issuer: string): AuthorizationServerMetadata {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: [...KEY_SCOPES],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${issuer}/docs/apps`,
  };
}

function describeResource(issuer: string, resource: AppResource): OAuthProtectedResourceMetadata {
  return {
    resource: issuer + RESOURCE_PATHS[resource],
    resource_name: 'Proffer',
    authorization_servers: [issuer],
    scopes_supported: [...KEY_SCOPES],
    bearer_methods_supported: ['header'],
    resource_documentation: `${issuer}/docs/apps`,
  };
}

function notFound(): Problem {
  return new Problem('not_found', 'There is no such document.');
}
