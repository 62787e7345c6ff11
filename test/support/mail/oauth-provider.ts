import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  type LocalRequest,
  type LocalResponse,
  type LocalServer,
  startLocalServer,
} from '../payments/local-server.ts';
import { startImapServer, type WrittenImapServer } from './imap-server.ts';
import { selfSigned } from './self-signed.ts';
import { type RealSmtpServer, startSmtpServer } from './smtp-servers.ts';

/** The owner of a mailbox, as the ID token names them. */
interface Mailbox {
  sub: string;
  email?: string;
  preferred_username?: string;
}

/** A provider of mailboxes that speaks the protocols of Microsoft and Google and lets every visitor in. */
export interface MailProvider extends Pick<LocalServer, 'url' | 'ca' | 'close' | 'fail'> {
  identity: { key: string; cert: string };
  clientId: string;
  clientSecret: string;
  /** Who signs in next. */
  mailbox: Mailbox;
  /** Claims that override the correct ones. */
  lies: Record<string, unknown>;
  /** Fields that override the correct ones in responses of the token endpoint. */
  tokenFields: Record<string, unknown>;
  /** Error of the next visit, such as `access_denied`. */
  nextError: string | undefined;
  /** Error of every refresh, such as `invalid_grant`. */
  refreshError: string | undefined;
  /** Whether a refresh returns a new refresh token. */
  rotates: boolean;
  /** Life of access tokens. */
  expiresInS: number;
  /** The last authorization request. */
  asked: URLSearchParams;
  /** Forms of all token requests. */
  tokenRequests: URLSearchParams[];
  countRefreshes(): number;
  /** Whether a mail server lets this user in. */
  isValid(user: string | undefined, accessToken: string | undefined): boolean;
  /** Ends all access tokens; refresh tokens stay valid. */
  endAccess(): void;
  /** Issues tokens as if the user had allowed access. */
  grant(user: string): { accessToken: string; refreshToken: string };
  /** Lets token requests wait until the returned function is called. */
  holdTokens(): () => void;
}

export async function startMailProvider(): Promise<MailProvider> {
  const identity = selfSigned();
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, { asked: URLSearchParams; mailbox: Mailbox }>();
  const refreshTokens = new Map<string, string>();
  const accessTokens = new Map<string, string>();
  let held = Promise.resolve();
  const newToken = (name: string) => `${name}-${randomBytes(24).toString('base64url')}`;
  const server = await startLocalServer(respond, { identity });
  const provider: MailProvider = {
    ...server,
    identity,
    clientId: 'proffer-mail',
    clientSecret: 'a secret of the mail client',
    mailbox: { sub: 'nobody' },
    lies: {},
    tokenFields: {},
    nextError: undefined,
    refreshError: undefined,
    rotates: true,
    expiresInS: 3600,
    asked: new URLSearchParams(),
    tokenRequests: [],
    countRefreshes: () =>
      provider.tokenRequests.filter((form) => form.get('grant_type') === 'refresh_token').length,
    isValid: (user, token) => user !== undefined && accessTokens.get(token ?? '') === user,
    endAccess: () => accessTokens.clear(),
    grant(user) {
      const [accessToken, refreshToken] = [newToken('access'), newToken('refresh')];
      accessTokens.set(accessToken, user);
      refreshTokens.set(refreshToken, user);
      return { accessToken, refreshToken };
    },
    holdTokens() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
  };

  async function respond({ path, query, body }: LocalRequest): Promise<LocalResponse> {
    if (/\/(authorize|auth)$/.test(path)) return authorize(query);
    if (/\/(keys|certs)$/.test(path)) {
      const key = { ...publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' };
      return { status: 200, body: { keys: [key] } };
    }
    if (!path.endsWith('/token')) return { status: 404 };
    const form = new URLSearchParams(body);
    provider.tokenRequests.push(form);
    await held;
    return issue(form, path);
  }

  function authorize(asked: URLSearchParams): LocalResponse {
    provider.asked = asked;
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('state', asked.get('state') ?? '');
    if (provider.nextError === undefined) {
      const code = newToken('code');
      codes.set(code, { asked, mailbox: provider.mailbox });
      back.searchParams.set('code', code);
    } else {
      back.searchParams.set('error', provider.nextError);
      provider.nextError = undefined;
    }
    return { status: 302, headers: { Location: back.href } };
  }

  function issue(form: URLSearchParams, path: string): LocalResponse {
    if (form.get('client_id') !== provider.clientId || form.get('client_secret') !== provider.clientSecret) {
      return fail('invalid_client', 401);
    }
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return exchangeCode(form, path);
      case 'refresh_token':
        return refresh(form);
      case 'client_credentials':
        return { status: 200, body: describe(provider.grant(provider.mailbox.email ?? '').accessToken) };
      default:
        return fail('unsupported_grant_type');
    }
  }

  function exchangeCode(form: URLSearchParams, path: string): LocalResponse {
    const known = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      known?.asked.get('code_challenge') === challenge &&
      known.asked.get('code_challenge_method') === 'S256' &&
      known.asked.get('redirect_uri') === form.get('redirect_uri');
    if (!isRight) return fail('invalid_grant');
    const { mailbox, asked } = known;
    const { accessToken, refreshToken } = provider.grant(mailbox.preferred_username ?? mailbox.email ?? '');
    const tenant = /^(\/[^/]+)\/oauth2\/v2\.0\//.exec(path)?.[1];
    const now = Math.floor(Date.now() / 1000);
    const idToken = signToken({
      iss: tenant === undefined ? provider.url : `${provider.url}${tenant}/v2.0`,
      ...{ aud: provider.clientId, iat: now, exp: now + 300, nonce: asked.get('nonce') },
      ...mailbox,
      ...provider.lies,
    });
    const scope = asked.get('scope') ?? '';
    return {
      status: 200,
      body: {
        ...describe(accessToken),
        refresh_token: refreshToken,
        id_token: idToken,
        scope,
        ...provider.tokenFields,
      },
    };
  }

  function refresh(form: URLSearchParams): LocalResponse {
    const user = refreshTokens.get(form.get('refresh_token') ?? '');
    if (provider.refreshError !== undefined) return fail(provider.refreshError);
    if (user === undefined) return fail('invalid_grant');
    const { accessToken, refreshToken } = provider.grant(user);
    const rotated = provider.rotates ? { refresh_token: refreshToken } : {};
    return { status: 200, body: { ...describe(accessToken), ...rotated, ...provider.tokenFields } };
  }

  function describe(accessToken: string) {
    return { access_token: accessToken, token_type: 'Bearer', expires_in: provider.expiresInS };
  }

  function signToken(claims: object): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ alg: 'RS256', kid: '1', typ: 'JWT' })}.${part(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  }

  return provider;
}

function fail(error: string, status = 400): LocalResponse {
  return { status, body: { error, error_description: 'not shown to anybody' } };
}

/** Starts a real mail server that lets in the users of the provider by their access tokens. */
export function startOAuthSmtpServer(
  provider: MailProvider,
  options: Parameters<typeof startSmtpServer>[0] = {},
): Promise<RealSmtpServer> {
  return startSmtpServer({
    ...provider.identity,
    authMethods: ['XOAUTH2'],
    authOptional: false,
    onAuth({ username, accessToken }, _session, done) {
      if (provider.isValid(username, accessToken)) return done(null, { user: username });
      done(null, { data: { status: '400', schemes: 'Bearer', scope: 'mail' } } as never);
    },
    ...options,
  });
}

/** Starts the IMAP server of the tests for one user of the provider. */
export async function startOAuthImapServer(provider: MailProvider, user: string): Promise<WrittenImapServer> {
  const server = await startImapServer({ user, certificate: provider.identity });
  server.tokens.has = (token) => provider.isValid(user, token);
  return server;
}

/** Settings of a service that uses the provider and one mail server for both kinds. */
export function mailProviderEnv(
  { url, clientId, clientSecret }: MailProvider,
  { port }: Pick<RealSmtpServer, 'port'>,
  imapPort = port,
): Record<string, string> {
  const servers = `localhost:${port},localhost:${imapPort}`;
  return {
    ...{ MICROSOFT_CLIENT_ID: clientId, MICROSOFT_CLIENT_SECRET: clientSecret },
    ...{ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret },
    ...{ MICROSOFT_OAUTH_URL: url, GOOGLE_OAUTH_URL: url },
    ...{ MICROSOFT_MAIL_SERVERS: servers, GOOGLE_MAIL_SERVERS: servers },
    MAIL_PRIVATE_HOSTS: 'localhost',
  };
}
