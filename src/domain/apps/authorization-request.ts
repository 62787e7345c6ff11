import { findAccess, KEY_SCOPES, type KeyAccess } from '../people/key-scopes.ts';
import { APP_RESOURCES, type AppResource } from './app.ts';

/** What an app asks a person for. */
export interface AuthorizationRequest {
  clientId: string;
  redirectUri: string;
  /** Returned to the app as it came. */
  state: string | undefined;
  /** SHA-256 of a secret of the app (PKCE). */
  challenge: string;
  resource: AppResource;
  /** The most that the person may choose. */
  access: KeyAccess;
}

export interface RequestError {
  error: 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | 'invalid_target';
  description: string;
}

/** Reads a query or a form. A parameter without a value counts as left out (RFC 6749). */
export function readParameters(text: string): URLSearchParams {
  return new URLSearchParams([...new URLSearchParams(text)].filter(([, value]) => value !== ''));
}

/** Who asks, and where the response goes: without both, nobody can be told about errors. */
export function readSender(
  parameters: URLSearchParams,
): Pick<AuthorizationRequest, 'clientId' | 'redirectUri' | 'state'> | undefined {
  const clientId = readOnce(parameters, 'client_id');
  const redirectUri = readOnce(parameters, 'redirect_uri');
  if (clientId === undefined || redirectUri === undefined) return undefined;
  return { clientId, redirectUri, state: readOnce(parameters, 'state') };
}

/** Checks the rest of the request. `identifiers` are the URLs of the resources. */
export function parseAuthorization(
  parameters: URLSearchParams,
  identifiers: Record<AppResource, string>,
): Pick<AuthorizationRequest, 'challenge' | 'resource' | 'access'> | RequestError {
  const isRepeated = [...parameters.keys()].some(
    (name) => name !== 'resource' && parameters.getAll(name).length > 1,
  );
  // The name is not shown: whoever wrote the link chose it.
  if (isRepeated) return invalid('a parameter appears twice');
  if (!parameters.has('response_type')) return invalid('response_type is missing');
  if (parameters.get('response_type') !== 'code') {
    return { error: 'unsupported_response_type', description: 'response_type must be code' };
  }
  if ((parameters.get('response_mode') ?? 'query') !== 'query') return invalid('response_mode must be query');
  const challenge = parameters.get('code_challenge') ?? '';
  if (parameters.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge)) {
    return invalid('code_challenge is required, with code_challenge_method S256');
  }
  const resource = findResource(parameters.getAll('resource'), identifiers);
  if (!resource) {
    const known = Object.values(identifiers).join(' or ');
    return { error: 'invalid_target', description: `resource must be one of ${known}` };
  }
  const access = parseScope(parameters.get('scope'), 'write');
  if (access === undefined) {
    return { error: 'invalid_scope', description: `scope must be ${KEY_SCOPES.join(', ')}` };
  }
  return { challenge, resource, access };
}

/** Returns the widest access that a scope names, `most` if it names none; `undefined` if it has unknown names only. */
export function parseScope(scope: string | null, most: KeyAccess): KeyAccess | undefined {
  const wanted = (scope ?? '').split(' ').filter((name) => name !== '');
  const known = KEY_SCOPES.filter((name) => wanted.includes(name));
  if (wanted.length === 0) return most;
  return known.length === 0 ? undefined : findAccess(known);
}

/** Returns the resource that is named; without a name it is the API. */
export function findResource(
  named: readonly string[],
  identifiers: Record<AppResource, string>,
): AppResource | undefined {
  if (named.length === 0) return 'api';
  return named.length === 1
    ? APP_RESOURCES.find((resource) => identifiers[resource] === named[0])
    : undefined;
}

function readOnce(parameters: URLSearchParams, name: string): string | undefined {
  const [first, ...others] = parameters.getAll(name);
  return others.length > 0 ? undefined : first;
}

function invalid(description: string): RequestError {
  return { error: 'invalid_request', description };
}
