import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { fieldIn } from '../console/pages.ts';
import type { TestPerson } from '../console/sign-in.ts';
import { type Client, createClient, type Json } from '../service/client.ts';
import { exchange } from '../service/exchange.ts';
import type { TestService } from '../service/service.ts';

export const REDIRECT = 'https://app.example/callback';

export type AppTarget = Pick<TestService, 'url'> & { contract?: TestService['contract'] };

/** What a person chooses on the consent page. */
export interface Choice {
  access?: 'read' | 'draft' | 'write';
  account?: string;
  costs?: 'on';
  decision?: 'allow' | 'deny';
}

export interface ConnectedTestApp {
  clientId: string;
  access: string;
  refresh: string;
  scope: string;
  /** Requests with the access token. */
  api: Client;
}

export interface TokenReply {
  status: number;
  headers: Headers;
  body: Json;
}

/** Registers an app and returns the reply. */
export async function register(service: AppTarget, metadata: unknown): Promise<TokenReply> {
  const { status, headers, text } = await exchange(`${service.url}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(metadata),
  });
  return { status, headers, body: JSON.parse(text) };
}

const registered = new Map<string, Promise<string>>();

/** Registers one app per service: registrations are limited. */
export function appOf(service: AppTarget): Promise<string> {
  const known =
    registered.get(service.url) ??
    register(service, { client_name: 'Ledger Robot', redirect_uris: [REDIRECT] }).then(({ status, body }) => {
      assert.equal(status, 201, JSON.stringify(body));
      return body.client_id as string;
    });
  registered.set(service.url, known);
  return known;
}

export function newVerifier(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Returns the query of a valid request, with other parameters on top; `undefined` takes one away. */
export function authorizeQuery(
  clientId: string,
  challenge: string,
  more: Record<string, string | undefined> = {},
): string {
  const all = {
    ...{ response_type: 'code', client_id: clientId, redirect_uri: REDIRECT, state: 'xyz' },
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
    ...more,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(given).toString();
}

/** Opens the consent page, submits it, and returns where it leads: the URL of the app. */
export async function consent(person: TestPerson, query: string, choice: Choice = {}): Promise<URL> {
  const shown = await person.page(`/oauth/authorize?${query}`);
  assert.equal(shown.status, 200, shown.text);
  const hidden = { request: query, user: person.userId, account: person.accountId };
  assert.match(fieldIn(shown.text, 'user'), new RegExp(person.userId));
  const form = { ...hidden, access: 'write', decision: 'allow', ...choice };
  const answer = await person.page('/oauth/authorize', form);
  assert.equal(answer.status, 200, answer.text);
  const [, url = ''] = /^0; url=(.*)$/.exec(answer.headers.get('Refresh') ?? '') ?? [];
  return new URL(url);
}

/** Requests the token endpoint. */
export async function requestToken(
  service: AppTarget,
  fields: Record<string, string> | URLSearchParams,
): Promise<TokenReply> {
  const { status, headers, text } = await exchange(`${service.url}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  return { status, headers, body: JSON.parse(text) };
}

/** A consent whose code is not redeemed yet. */
export async function obtainCode(
  service: AppTarget,
  person: TestPerson,
  { resource, ...choice }: Choice & { resource?: string } = {},
): Promise<{ clientId: string; callback: URL; fields: Record<string, string> }> {
  const clientId = await appOf(service);
  const { verifier, challenge } = newVerifier();
  const query = authorizeQuery(clientId, challenge, { resource });
  const callback = await consent(person, query, choice);
  const code = callback.searchParams.get('code') ?? '';
  const fields = {
    ...{ grant_type: 'authorization_code', code, client_id: clientId, redirect_uri: REDIRECT },
    code_verifier: verifier,
  };
  return { clientId, callback, fields };
}

/** Connects an app to the API, or to another resource. */
export async function connectApp(
  service: AppTarget,
  person: TestPerson,
  options: Choice & { resource?: string } = {},
): Promise<ConnectedTestApp> {
  const { clientId, fields } = await obtainCode(service, person, options);
  const { status, body } = await requestToken(service, fields);
  assert.equal(status, 200, JSON.stringify(body));
  return toApp(service, clientId, body);
}

export async function refresh(service: AppTarget, app: ConnectedTestApp): Promise<TokenReply> {
  const fields = { grant_type: 'refresh_token', refresh_token: app.refresh, client_id: app.clientId };
  return requestToken(service, fields);
}

export function toApp(service: AppTarget, clientId: string, body: Json): ConnectedTestApp {
  return {
    ...{ clientId, access: body.access_token, refresh: body.refresh_token, scope: body.scope },
    api: createClient({ url: service.url, key: body.access_token, contract: service.contract }),
  };
}
