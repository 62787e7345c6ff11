import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A user of the provider. */
interface Subject {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** A small OpenID Connect provider that knows one client and signs in every visitor. */
export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The person who signs in next. */
  person: Subject;
  /** Claims and metadata that override the correct ones. */
  lies: Record<string, unknown>;
  /** How the provider signs its tokens. */
  signature: 'right' | 'changed' | 'of another key' | 'of an unknown key' | 'none' | 'of the client secret';
  /** The last authorization request. */
  asked: URLSearchParams;
  close(): void;
}

export async function startOidcProvider(): Promise<TestProvider> {
  const [{ privateKey, publicKey }, another] = [newKeys(), newKeys()];
  const codes = new Map<string, { challenge: string; nonce: string; redirect: string; person: Subject }>();
  const provider: TestProvider = {
    issuer: '',
    clientId: 'proffer',
    clientSecret: 'a secret of the client',
    person: { sub: 'nobody' },
    lies: {},
    signature: 'right',
    asked: new URLSearchParams(),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', provider.issuer);
    if (pathname === '/.well-known/openid-configuration') return json(response, metadata());
    if (pathname === '/jwks') {
      return json(response, {
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }],
      });
    }
    if (pathname === '/authorize') return authorize(response, searchParams);
    if (pathname === '/token') return token(response, new URLSearchParams(await bodyOf(request)));
    response.writeHead(404).end();
  }

  function metadata() {
    const { issuer } = provider;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      // Lists more algorithms than it should: a token that is not signed with one of its keys must be rejected anyway.
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    };
  }

  function authorize(response: ServerResponse, asked: URLSearchParams): void {
    provider.asked = asked;
    const code = randomBytes(16).toString('hex');
    const redirect = asked.get('redirect_uri') ?? '';
    const { person } = provider;
    codes.set(code, {
      challenge: asked.get('code_challenge') ?? '',
      nonce: asked.get('nonce') ?? '',
      redirect,
      person,
    });
    const back = new URL(redirect);
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state') ?? '');
    response.writeHead(302, { Location: back.href }).end();
  }

  function token(response: ServerResponse, given: URLSearchParams): void {
    const known = codes.get(given.get('code') ?? '');
    codes.delete(given.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      known?.challenge === challenge &&
      known.redirect === given.get('redirect_uri') &&
      given.get('client_secret') === provider.clientSecret;
    if (!isRight) {
      json(response, { error: 'invalid_grant' }, 400);
      return;
    }
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: provider.issuer,
      aud: provider.clientId,
      iat: now,
      exp: now + 300,
      auth_time: now,
      nonce: known.nonce,
    };
    const idToken = signed({ ...claims, ...known.person, ...provider.lies });
    json(response, { access_token: 'unused', token_type: 'Bearer', id_token: idToken });
  }

  function signed(claims: object): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const { signature } = provider;
    const algs = { none: 'none', 'of the client secret': 'HS256' } as Record<string, string>;
    const kid = signature === 'of an unknown key' ? '2' : '1';
    const text = `${part({ alg: algs[signature] ?? 'RS256', kid, typ: 'JWT' })}.${part(claims)}`;
    if (signature === 'none') return `${text}.`;
    if (signature === 'of the client secret') {
      return `${text}.${createHmac('sha256', provider.clientSecret).update(text).digest('base64url')}`;
    }
    const key = signature.endsWith('key') ? another.privateKey : privateKey;
    const bytes = sign('sha256', Buffer.from(text), key);
    if (signature === 'changed') bytes[9] = (bytes[9] ?? 0) ^ 1;
    return `${text}.${bytes.toString('base64url')}`;
  }

  return provider;
}

function newKeys() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

function json(response: ServerResponse, value: object, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await request.toArray()).toString('utf8');
}
