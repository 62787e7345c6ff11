import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type AppTokens,
  redeemCode,
  refreshTokens,
  revokeToken,
  type TokenError,
} from '../../actions/apps/issue-tokens.ts';
import { registerApp } from '../../actions/apps/register-app.ts';
import { secondsLeft } from '../../actions/rate-limits.ts';
import type { Deps } from '../../app/deps.ts';
import { findResource, readParameters } from '../../domain/apps/authorization-request.ts';
import type { Problem } from '../../domain/errors.ts';
import { getNearestAddress, toNetwork } from '../../http/limits/sign-in-limit.ts';
import type { ErrorReply } from '../../http/server/route-kinds.ts';
import { findBaseUrl } from '../../http/session/site.ts';
import { rejectCompressed } from '../body.ts';
import { parseJsonBody } from '../schemas/json/json-body.ts';
import { listResources } from './metadata.ts';

/** The path of everything that apps request to connect. */
export const APPS_PREFIX = '/oauth';

const MAX_BYTES = 10_000;
const JSON_TYPE = 'application/json; charset=utf-8';
const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

/** What a request for a token must name, by the type of its grant. */
const TOKEN_FIELDS = new Map([
  ['authorization_code', ['client_id', 'code']],
  ['refresh_token', ['client_id', 'refresh_token']],
]);

const DESCRIPTIONS: Record<TokenError, string> = {
  invalid_grant:
    'The code or the refresh token is not known, was used, has expired, or belongs to another app.',
  invalid_scope: 'scope names more than the person has agreed to, or nothing that is known.',
  invalid_target: 'resource is not the one that the person has agreed to.',
};

/** Registers what apps request without a browser: tokens, and the registration of an app. */
export function registerAppRoutes(scope: FastifyInstance, deps: Deps): void {
  const options = { bodyLimit: MAX_BYTES };
  scope.post('/token', options, async (request, reply) => {
    const form = readForm(request, (type) => ['grant_type', ...(TOKEN_FIELDS.get(type) ?? [])]);
    if (typeof form === 'string') return sendError(reply, 'invalid_request', form);
    const result = await exchange(deps, request, form);
    if (result === 'unsupported_grant_type') {
      return sendError(reply, result, 'grant_type must be authorization_code or refresh_token');
    }
    if (typeof result === 'string') return sendError(reply, result, DESCRIPTIONS[result]);
    return send(reply, 200, {
      access_token: result.accessToken,
      token_type: 'Bearer',
      expires_in: result.expiresInSeconds,
      refresh_token: result.refreshToken,
      scope: result.scope,
    });
  });

  scope.post('/revoke', options, async (request, reply) => {
    const form = readForm(request, () => ['token', 'client_id']);
    if (typeof form === 'string') return sendError(reply, 'invalid_request', form);
    await revokeToken(deps, { token: form.get('token') ?? '', clientId: form.get('client_id') ?? '' });
    return reply.headers(NO_STORE).send();
  });

  scope.post('/register', options, async (request, reply) => {
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      return sendError(reply, 'invalid_client_metadata', 'Send the metadata as application/json.');
    }
    rejectCompressed(request);
    const { value: metadata, errors } = parseJsonBody(
      (request.body as Buffer | undefined) ?? Buffer.alloc(0),
    );
    if (errors[0])
      return sendError(reply, 'invalid_client_metadata', `${errors[0].path} ${errors[0].message}`);
    const now = deps.clock();
    const network = toNetwork(getNearestAddress(request));
    const app = await registerApp(deps, { metadata, network }, now);
    if (!('error' in app)) {
      return send(reply, 201, {
        client_id: app.clientId,
        client_id_issued_at: Math.floor(now / 1000),
        client_name: app.name,
        redirect_uris: app.redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      });
    }
    if (app.error !== 'too_many') return sendError(reply, app.error, app.description);
    const seconds = secondsLeft({ ends: app.endsAt }, now);
    reply.header('Retry-After', String(seconds));
    return sendError(
      reply,
      'temporarily_unavailable',
      `Too many apps were registered. Try again in ${seconds} s.`,
      429,
    );
  });
}

function exchange(
  deps: Deps,
  request: FastifyRequest,
  form: URLSearchParams,
): Promise<AppTokens | TokenError> | 'unsupported_grant_type' {
  const read = (name: string) => form.get(name) ?? '';
  const named = form.getAll('resource');
  const resource =
    named.length === 0 ? undefined : (findResource(named, listResources(findBaseUrl(deps, request))) ?? null);
  const clientId = read('client_id');
  const now = deps.clock();
  switch (form.get('grant_type')) {
    case 'authorization_code': {
      const proof = { redirectUri: read('redirect_uri'), verifier: read('code_verifier') };
      return redeemCode(deps, { code: read('code'), clientId, ...proof, resource }, now);
    }
    case 'refresh_token': {
      const by = {
        clientId,
        resource,
        scope: form.get('scope'),
        network: toNetwork(getNearestAddress(request)),
      };
      return refreshTokens(deps, { token: read('refresh_token'), ...by }, now);
    }
    default:
      return 'unsupported_grant_type';
  }
}

/** Reads a form in which no field comes twice and none is missing, or returns what is wrong with it. */
function readForm(
  request: FastifyRequest,
  listRequired: (grantType: string) => readonly string[],
): URLSearchParams | string {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    return 'Send the fields as application/x-www-form-urlencoded.';
  rejectCompressed(request);
  const form = readParameters((request.body as Buffer | undefined)?.toString('utf8') ?? '');
  const repeated = [...form.keys()].find((name) => name !== 'resource' && form.getAll(name).length > 1);
  if (repeated !== undefined) return `A field comes twice: ${repeated.slice(0, 100)}`;
  const missing = listRequired(form.get('grant_type') ?? '').find((name) => !form.has(name));
  return missing === undefined ? form : `${missing} is missing`;
}

function send(reply: FastifyReply, status: number, value: object): FastifyReply {
  return reply.code(status).headers(NO_STORE).type(JSON_TYPE).send(JSON.stringify(value));
}

function sendError(reply: FastifyReply, error: string, description: string, status = 400): FastifyReply {
  return send(reply, status, formatError(error, description));
}

/** Renders other errors in the form that OAuth prescribes. */
export function renderAppError({ status, message }: Problem): ErrorReply {
  const error =
    status >= 500 ? 'server_error' : status === 429 ? 'temporarily_unavailable' : 'invalid_request';
  return {
    status,
    headers: { 'Content-Type': JSON_TYPE, ...NO_STORE },
    body: JSON.stringify(formatError(error, message)),
  };
}

/** A description may contain these characters only (RFC 6749), and some of what is rejected appears in it. */
function formatError(error: string, description: string): object {
  return { error, error_description: description.replaceAll(/[^ !#-[\]-~]/g, "'") };
}
