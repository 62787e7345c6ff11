import { startSession } from '../../../src/actions/people/sessions.ts';
import { newId } from '../../../src/domain/ids.ts';
import type { Role } from '../../../src/domain/people/role.ts';
import { insertUser, putMembership } from '../../../src/store/tables/person/users.ts';
import { type Client, createClient, type RequestOptions } from '../service/client.ts';
import { type Answer, exchange } from '../service/exchange.ts';
import type { TestService } from '../service/service.ts';

export interface TestPerson extends Client {
  userId: string;
  email: string;
  name: string;
  accountId: string;
  /** Value for the `Cookie` header. */
  cookie: string;
  /** Argument for `context.addCookies` of a browser. */
  browserCookie: { name: string; value: string; url: string };
  /** Requests a page of the console, or submits a form if one is given. */
  page(path: string, form?: Record<string, string>, headers?: Record<string, string>): Promise<PageAnswer>;
}

export interface PageAnswer extends Answer {
  location: string | null;
}

/** What a sign-in needs of a service; the database is a connection of the test. */
export type SignInTarget = Pick<TestService, 'url' | 'db' | 'automation'> & {
  clock(): number;
  contract?: TestService['contract'];
};

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' };

let people = 0;

/**
 * Signs in a person with a role in an account (by default the first one) without the form, which has its own tests.
 * Requests carry the cookie, the account and our own origin. The person has no password unless its hash is given.
 */
export async function signIn(
  service: SignInTarget,
  options: {
    role?: Role;
    accountId?: string;
    name?: string;
    email?: string;
    password?: string | null;
    isTwoStep?: boolean;
  } = {},
): Promise<TestPerson> {
  const { role = 'owner', name = 'Ada Lovelace', email = `person-${++people}@example.test` } = options;
  const accountId = options.accountId ?? (await service.automation.get('/account')).body.id;
  const now = service.clock();
  const userId = newId('usr', now);
  const token = await service.db.write(async (tx) => {
    const { password = null, isTwoStep = false } = options;
    await insertUser(tx, { id: userId, email, name, locale: null, password, created_at: now });
    await putMembership(tx, userId, { accountId, role }, now);
    return (await startSession(tx, userId, { agent: 'Test', isTwoStep }, now)).token;
  });
  return { userId, email, name, ...personWith(service, token, accountId) };
}

/** Creates the requests of a person from the token of a session cookie. */
export function personWith(
  service: Pick<SignInTarget, 'url' | 'contract'>,
  token: string,
  accountId: string,
): Omit<TestPerson, 'userId' | 'email' | 'name'> {
  const cookie = `proffer_session=${token}`;
  const ours = { Cookie: cookie, Origin: service.url };
  const api = createClient({ url: service.url, contract: service.contract });
  const request: Client['request'] = (method, path, body, given: RequestOptions = {}) =>
    api.request(method, path, body, {
      ...given,
      headers: { ...ours, 'Proffer-Account': accountId, ...given.headers },
    });
  return {
    accountId,
    cookie,
    browserCookie: { name: 'proffer_session', value: token, url: service.url },
    request,
    get: (path, given) => request('GET', path, undefined, given),
    post: (path, body, given) => request('POST', path, body, given),
    put: (path, body, given) => request('PUT', path, body, given),
    patch: (path, body, given) => request('PATCH', path, body, given),
    delete: (path, given) => request('DELETE', path, undefined, given),
    page: (path, form, headers) => openPage(service.url, path, form, { ...ours, ...headers }),
  };
}

/** Requests a page like a browser without scripts, or submits a form if one is given. Redirects are not followed. */
export async function openPage(
  url: string,
  path: string,
  form?: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<PageAnswer> {
  const answer = await exchange(url + path, {
    headers: { ...(form && FORM), ...headers },
    ...(form && { method: 'POST', body: new URLSearchParams(form).toString() }),
  });
  return { ...answer, location: answer.headers.get('Location') };
}

/** Returns the token in the response to a sign-in. */
export function tokenIn({ headers }: Pick<PageAnswer, 'headers'>): string | undefined {
  return /proffer_session=([^;]+);/.exec(headers.get('Set-Cookie') ?? '')?.[1];
}
