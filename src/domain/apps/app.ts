import { normalizePersonName } from '../people/person.ts';
import { isRedirectUri } from './redirect-uri.ts';

/** What an app connects to: a token opens one of them only. */
export const APP_RESOURCES = ['api', 'mcp'] as const;
export type AppResource = (typeof APP_RESOURCES)[number];

/** Paths below the public URL, which together are the identifier of the resource. */
export const RESOURCE_PATHS: Record<AppResource, string> = { api: '/api/v1', mcp: '/mcp' };

/** A program that a person may connect. All are public clients: they prove themselves by PKCE, and have no secret. */
export interface App {
  /** `app_…` if it has registered itself, or the URL of the document that describes it. */
  clientId: string;
  /** As it calls itself. */
  name: string;
  redirectUris: readonly string[];
  /** The host of its document, which was checked. An app that has registered itself has none. */
  host: string | undefined;
}

/** Fetches the JSON at a URL that a stranger has named. Rejects if there is none, or it must not be requested. */
export type FetchDocument = (url: string) => Promise<unknown>;

/** An app that a person has connected, as the console lists it. */
export interface ConnectedApp {
  accountId: string;
  id: string;
  userId: string;
  userName: string;
  name: string;
  host: string;
  resource: AppResource;
  access: 'read' | 'draft' | 'write';
  seesCosts: boolean;
  createdAt: string;
  lastUsedAt: string | null;
}

const MAX_REDIRECTS = 20;

/** Reads what an app says about itself (RFC 7591), or returns what is wrong. Unknown fields are ignored. */
export function parseAppMetadata(
  value: unknown,
): { name: string | undefined; redirectUris: string[]; rejected: string[] } | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be a JSON object';
  const { redirect_uris: uris, client_name: name, token_endpoint_auth_method: method } = value as Metadata;
  const isList = Array.isArray(uris) && uris.length > 0 && uris.length <= MAX_REDIRECTS;
  if (!isList || !uris.every((uri) => typeof uri === 'string')) {
    return `redirect_uris must be a list of 1 to ${MAX_REDIRECTS} URLs`;
  }
  if (name !== undefined && typeof name !== 'string') return 'client_name must be a text';
  if (method !== undefined && typeof method !== 'string') return 'token_endpoint_auth_method must be a text';
  return {
    name: name === undefined ? undefined : normalizePersonName(name),
    redirectUris: uris.filter(isRedirectUri),
    rejected: uris.filter((uri) => !isRedirectUri(uri)),
  };
}

type Metadata = Partial<Record<'redirect_uris' | 'client_name' | 'token_endpoint_auth_method', unknown>>;

/**
 * Whether a client identifier can be the URL of a document: https, with a path, and in one spelling only, so that it can
 * be compared character by character.
 */
export function isDocumentUrl(clientId: string): boolean {
  const url = clientId.length <= 500 && !clientId.includes('#') ? URL.parse(clientId) : null;
  return url?.protocol === 'https:' && url.pathname !== '/' && url.username === '' && url.href === clientId;
}
