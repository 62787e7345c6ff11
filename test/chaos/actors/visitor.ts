import { hashCheaply } from '../../support/console/cheap-hash.ts';
import { personWith, tokenIn } from '../../support/console/sign-in.ts';
import type { History } from '../check/history.ts';
import type { Cluster } from '../faults/cluster.ts';
import type { Route } from '../perform.ts';
import { oneOf, type Random } from '../random.ts';
import { type Actor, type Desk, doInRows, isDone, openDesk, postForm, settle, signInOwner } from './actor.ts';

/** A person with several sessions. All acts of one person come one after the other. */
interface Visitor {
  email: string;
  /** Cookie of a device that has signed in before, which need not wait between attempts. */
  device: string;
  /** Whether each session is open; `undefined` while it is not known whether it has ended. */
  sessions: Map<string, boolean | undefined>;
}

const PEOPLE = 2;
const PASSWORD = 'correct horse battery';

/** People sign in with the form, use their sessions, sign out, and end the sessions of their other devices. */
export async function createVisitors(cluster: Cluster, history: History, random: Random): Promise<Actor> {
  const desk = await openDesk(cluster, 'visitor', { history, random });
  const visitors: Visitor[] = [];
  for (let n = 1; n <= PEOPLE; n++) {
    const email = `visitor-${n}@people.example`;
    await signInOwner(cluster, desk, { email, password: hashCheaply(PASSWORD) });
    visitors.push({ email, device: '', sessions: new Map() });
  }
  const count = (isOpen: boolean) =>
    visitors.flatMap(({ sessions }) => [...sessions.values()]).filter((one) => one === isOpen).length;
  return {
    run: async (route, isOver) => {
      const acts = [enter, enter, use, use, leave, endOthers];
      const rows = visitors.map((visitor) => doInRows(1, desk, acts, [desk, visitor, route], isOver));
      await Promise.all(rows);
    },
    async finish({ url }) {
      for (const [token, isOpen] of visitors.flatMap(({ sessions }) => [...sessions])) {
        if (isOpen === undefined) continue;
        const { status } = await personWith({ url }, token, desk.accountId).get('/account');
        if ((status === 200) !== isOpen) history.violations.push(describe(isOpen, status));
      }
    },
    counts: () => ({ 'sessions begun': count(true) + count(false), 'sessions ended': count(false) }),
  };
}

function describe(isOpen: boolean, status: number): string {
  return `a session that ${isOpen ? 'was begun' : 'had ended'} got ${status}`;
}

async function enter({ history }: Desk, visitor: Visitor, route: Route): Promise<void> {
  const form = { email: visitor.email, password: PASSWORD };
  const submit = (url: string) => postForm(url, '/sign-in', form, visitor.device);
  const reply = await settle(history, route, 'sign-in', submit, [303]);
  const token = reply && tokenIn(reply);
  if (!reply || !token) return;
  const device = reply.headers.getSetCookie().find((cookie) => cookie.startsWith('proffer_device='));
  visitor.device = device?.split(';')[0] ?? visitor.device;
  visitor.sessions.set(token, true);
}

/** Uses a session on any process: one that was ended is not accepted again. */
async function use({ history, random, accountId }: Desk, { sessions }: Visitor, route: Route): Promise<void> {
  const [token, isOpen] = oneOf(random, [...sessions]) ?? [];
  if (token === undefined || isOpen === undefined) return;
  const read = (url: string) => personWith({ url }, token, accountId).get('/account');
  const reply = await settle(history, route, 'the use of a session', read, [200, 401]);
  if (reply && (reply.status === 200) !== isOpen) history.violations.push(describe(isOpen, reply.status));
}

async function leave({ history, random }: Desk, { sessions }: Visitor, route: Route): Promise<void> {
  const token = pickOpen(random, sessions);
  if (!token) return;
  sessions.set(token, undefined);
  const submit = (url: string) => postForm(url, '/sign-out', {}, `proffer_session=${token}`);
  if (isDone(await settle(history, route, 'sign-out', submit, [303]))) sessions.set(token, false);
}

async function endOthers(
  { history, random, accountId }: Desk,
  { sessions }: Visitor,
  route: Route,
): Promise<void> {
  const token = pickOpen(random, sessions);
  if (!token || random() < 0.5) return;
  const others = [...sessions].filter(([other, isOpen]) => other !== token && isOpen).map(([other]) => other);
  for (const other of others) sessions.set(other, undefined);
  const path = `/${accountId}/settings/you/sessions/end-others`;
  const submit = (url: string) => postForm(url, path, {}, `proffer_session=${token}`);
  if (!isDone(await settle(history, route, 'the end of other sessions', submit, [303]))) return;
  for (const other of others) sessions.set(other, false);
}

function pickOpen(random: Random, sessions: Visitor['sessions']): string | undefined {
  return oneOf(
    random,
    [...sessions].filter(([, isOpen]) => isOpen).map(([token]) => token),
  );
}
