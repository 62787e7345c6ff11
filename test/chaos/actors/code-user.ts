import { computeTotpCode } from '../../../src/actions/people/second-factor/totp.ts';
import { hashCheaply } from '../../support/console/cheap-hash.ts';
import { personWith, tokenIn } from '../../support/console/sign-in.ts';
import type { History } from '../check/history.ts';
import type { Cluster } from '../faults/cluster.ts';
import type { Route } from '../perform.ts';
import { oneOf, type Random } from '../random.ts';
import { type Actor, type Desk, doInRows, openDesk, postForm, settle, signInOwner } from './actor.ts';

/** A person with an authenticator app and recovery codes. */
interface CodeUser extends Desk {
  email: string;
  /** Cookie of a device that has signed in before, which need not wait between attempts. */
  device: string;
  key: string;
  recoveryCodes: string[];
  /** Sessions by the code that began them. */
  sessions: Map<string, string[]>;
  wrong: number;
}

const PASSWORD = 'correct horse battery';
const MAX_WRONG_CODES = 10;
const CODE_MS = 30_000;

/** People sign in with codes, each code by two browsers at once, and somebody guesses. */
export async function createCodeUsers(cluster: Cluster, history: History, random: Random): Promise<Actor> {
  const desk = await openDesk(cluster, 'code user', { history, random });
  const users = [await createUser(cluster, desk, 1), await createUser(cluster, desk, 2)];
  const sessionsOf = () => users.flatMap(({ sessions }) => [...sessions.values()].flat());
  return {
    async run(route, isOver) {
      const [guessed, other] = users as [CodeUser, CodeUser];
      await Promise.all([
        doInRows(1, desk, [enterByApp, enterByRecovery, guess], [guessed, route], isOver),
        doInRows(1, desk, [enterByApp, enterByRecovery], [other, route], isOver),
      ]);
    },
    async finish({ url }) {
      for (const { sessions, email, wrong } of users) {
        for (const [code, tokens] of sessions) {
          if (tokens.length > 1) history.violations.push(`${email}: ${tokens.length} sessions by ${code}`);
        }
        if (wrong > MAX_WRONG_CODES) history.violations.push(`${email}: ${wrong} wrong codes were looked at`);
      }
      for (const token of sessionsOf()) {
        const { status } = await personWith({ url }, token, desk.accountId).get('/account');
        if (status !== 200) history.violations.push(`a session by a code got ${status}`);
      }
    },
    counts: () => ({
      'sessions begun by codes': sessionsOf().length,
      'wrong codes': users.reduce((sum, { wrong }) => sum + wrong, 0),
    }),
  };
}

/** Signs a person in, who then sets up an app. */
async function createUser(cluster: Cluster, desk: Desk, n: number): Promise<CodeUser> {
  const email = `code-user-${n}@people.example`;
  const owner = await signInOwner(cluster, desk, { email, password: hashCheaply(PASSWORD) });
  const person = owner(cluster.replicas[0]?.url ?? '');
  const path = `/${desk.accountId}/settings/you/second-factor`;
  const { text } = await person.page(`${path}/start`, {});
  const key = /<code class="once" dir="ltr">([^<]+)<\/code>/.exec(text)?.[1]?.replaceAll(' ', '') ?? '';
  const sealed = /name="key" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const done = await person.page(path, { key: sealed, code: computeCode(key) });
  const recoveryCodes = done.text.match(/[0-9a-f]{4}(-[0-9a-f]{4}){3}/g) ?? [];
  if (recoveryCodes.length === 0) throw new Error(`no recovery codes: ${done.status}`);
  return { ...desk, email, device: '', key, recoveryCodes, sessions: new Map(), wrong: 0 };
}

function computeCode(key: string): string {
  return computeTotpCode(key, Math.floor(Date.now() / CODE_MS));
}

async function enterByApp(user: CodeUser, route: Route): Promise<void> {
  await enterTwice(user, route, computeCode(user.key));
}

async function enterByRecovery(user: CodeUser, route: Route): Promise<void> {
  const code = oneOf(user.random, user.recoveryCodes);
  if (code && user.random() < 0.3) await enterTwice(user, route, code);
}

async function guess(user: CodeUser, route: Route): Promise<void> {
  const wrong = String(Math.floor(user.random() * 1_000_000)).padStart(6, '0');
  if (wrong !== computeCode(user.key)) await enterTwice(user, route, wrong);
}

/** Two browsers that know the password enter the same code at once: one of them gets in at most. */
async function enterTwice(user: CodeUser, route: Route, code: string): Promise<void> {
  const { history, email, sessions } = user;
  const browsers = [await passFirstStep(user, route), await passFirstStep(user, route)];
  await Promise.all(
    browsers.map(async (cookie) => {
      if (!cookie) return;
      const send = (url: string) => postForm(url, '/second-factor', { code }, cookie);
      // A repeat of a step that took effect finds it gone, and is led back.
      const reply = await settle(history, route, `a code of ${email}`, send, [303, 401, 429]);
      const token = reply && tokenIn(reply);
      if (token) sessions.set(code, [...(sessions.get(code) ?? []), token]);
      // Recovery codes are looked at also after too many wrong codes.
      if (reply?.status === 401 && !user.recoveryCodes.includes(code)) user.wrong++;
    }),
  );
}

/** Returns the cookie of the second step. */
async function passFirstStep(user: CodeUser, route: Route): Promise<string | undefined> {
  const form = { email: user.email, password: PASSWORD };
  const send = (url: string) => postForm(url, '/sign-in', form, user.device);
  const reply = await settle(user.history, route, 'the first step', send, [303, 429]);
  const cookies = reply?.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '') ?? [];
  user.device = cookies.find((cookie) => cookie.startsWith('proffer_device=')) ?? user.device;
  return reply?.headers.get('Location') === '/second-factor' ? cookies.join('; ') : undefined;
}
