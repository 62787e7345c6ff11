import { setTimeout as delay } from 'node:timers/promises';
import { personWith, signIn } from '../../support/console/sign-in.ts';
import { type Client, createClient, type Reply } from '../../support/service/client.ts';
import type { History } from '../check/history.ts';
import type { Cluster } from '../faults/cluster.ts';
import { ask, type Route } from '../perform.ts';
import { between, oneOf, type Random } from '../random.ts';
import type { Actor } from './actor.ts';

interface Given {
  id: string;
  name: string;
  secret: string;
  /** `undefined` while it is not known whether it took effect. */
  isRevoked: boolean | undefined;
}

interface Desk {
  owner: (url: string) => Client;
  memberId: string;
  history: History;
  random: Random;
  keys: Map<string, Given>;
  /** Whether each invitation is open; `undefined` while that is not known. */
  invitations: Map<string, boolean | undefined>;
  mayApprove: boolean | undefined;
}

const PEOPLE = '@people.example';
const PAUSE_MS = [50, 250] as const;

/** Whether an email went to a person who was invited, not to a customer. */
export function isOfPeople(address: string): boolean {
  return address.endsWith(PEOPLE);
}

/** An owner gives keys to programs and roles to people, and takes them away again. */
export async function createKeeper(cluster: Cluster, history: History, random: Random): Promise<Actor> {
  const url = cluster.replicas[0]?.url ?? '';
  const db = await cluster.openDatabase();
  try {
    const automation = createClient({ url, key: cluster.accounts[0]?.key ?? '' });
    const target = { url, db, automation, clock: Date.now };
    const { cookie, accountId } = await signIn(target);
    const { userId: memberId } = await signIn(target, { role: 'member', name: 'Mia Member' });
    const token = cookie.slice(cookie.indexOf('=') + 1);
    const owner = (at: string) => personWith({ url: at }, token, accountId);
    const known = { keys: new Map(), invitations: new Map(), mayApprove: false };
    return createWork({ owner, memberId, history, random, ...known });
  } finally {
    await db.close();
  }
}

function createWork(desk: Desk): Actor {
  return {
    async run(route, isOver) {
      while (!isOver()) {
        await oneOf(desk.random, [giveKey, giveKey, useKey, useKey, takeKey, invite, withdraw, changeRole])?.(
          desk,
          route,
        );
        await delay(between(desk.random, ...PAUSE_MS));
      }
    },
    finish: ({ url }) => checkAll(desk, url),
    counts: () => ({ 'keys and invitations': desk.keys.size + desk.invitations.size }),
  };
}

let marks = 0;

async function giveKey({ owner, history, keys }: Desk, route: Route): Promise<void> {
  const name = `Key ${++marks}`;
  const headers = { 'Idempotency-Key': `keeper-${marks}` };
  const reply = await ask(history, route, (url) =>
    owner(url).post('/keys', { name, scopes: ['read'] }, { headers }),
  );
  if (!reply || !isExpected(history, 'a new key', reply, [201])) return;
  keys.set(reply.body.id, { id: reply.body.id, name, secret: reply.body.secret, isRevoked: false });
}

async function useKey({ history, keys, random }: Desk, route: Route): Promise<void> {
  const key = oneOf(
    random,
    [...keys.values()].filter(({ isRevoked }) => isRevoked === false),
  );
  if (!key) return;
  const reply = await ask(history, route, (url) => createClient({ url, key: key.secret }).get('/account'));
  if (reply) isExpected(history, `the use of ${key.id}`, reply, [200]);
}

async function takeKey({ owner, history, keys, random }: Desk, route: Route): Promise<void> {
  const key = oneOf(
    random,
    [...keys.values()].filter(({ isRevoked }) => isRevoked === false),
  );
  if (!key) return;
  key.isRevoked = undefined;
  const reply = await ask(history, route, (url) => owner(url).delete(`/keys/${key.id}`));
  // A repeat finds it revoked.
  if (reply && isExpected(history, `the end of ${key.id}`, reply, [204, 404])) key.isRevoked = true;
}

async function invite({ owner, history, invitations }: Desk, route: Route): Promise<void> {
  const body = { email: `invited-${++marks}${PEOPLE}`, role: 'member' };
  const headers = { 'Idempotency-Key': `keeper-${marks}` };
  const reply = await ask(history, route, (url) => owner(url).post('/invitations', body, { headers }));
  if (reply && isExpected(history, 'an invitation', reply, [201])) invitations.set(reply.body.id, true);
}

async function withdraw({ owner, history, invitations, random }: Desk, route: Route): Promise<void> {
  const [id] =
    oneOf(
      random,
      [...invitations].filter(([, isOpen]) => isOpen === true),
    ) ?? [];
  if (!id) return;
  invitations.set(id, undefined);
  const reply = await ask(history, route, (url) => owner(url).delete(`/invitations/${id}`));
  if (reply && isExpected(history, `the end of ${id}`, reply, [204, 404])) invitations.set(id, false);
}

async function changeRole(desk: Desk, route: Route): Promise<void> {
  const { owner, history, memberId, random } = desk;
  const mayApprove = random() < 0.5;
  desk.mayApprove = undefined;
  const reply = await ask(history, route, (url) => owner(url).patch(`/users/${memberId}`, { mayApprove }));
  if (reply && isExpected(history, 'a change of a person', reply, [200])) desk.mayApprove = mayApprove;
}

/** Checks that exactly the keys, invitations and roles exist that were acknowledged. */
async function checkAll({ owner, memberId, history, ...known }: Desk, url: string): Promise<void> {
  const { violations } = history;
  const list = async (path: string) =>
    (await owner(url).get(path)).body.data as { id: string; name: string }[];
  const names = (await list('/keys')).map(({ name }) => name).filter((name) => name.startsWith('Key '));
  if (new Set(names).size < names.length) violations.push('a key was created twice');
  // Wrong keys from one address are refused unread after some time, so the others are tried first.
  for (const { id, secret, isRevoked } of [...known.keys.values()].sort(isRevokedLast)) {
    const { status } = await createClient({ url, key: secret }).get('/account');
    if (isRevoked === true && status === 200) violations.push(`key ${id} was revoked, but is accepted`);
    if (isRevoked === false && status !== 200)
      violations.push(`key ${id} was created, but answers ${status}`);
  }
  const open = new Set((await list('/invitations')).map(({ id }) => id));
  for (const [id, isOpen] of known.invitations) {
    if (isOpen !== undefined && isOpen !== open.has(id)) violations.push(`invitation ${id} is not ${isOpen}`);
  }
  const users = (await owner(url).get('/users')).body.data as { id: string; mayApprove: boolean }[];
  const member = users.find(({ id }) => id === memberId);
  if (known.mayApprove !== undefined && member?.mayApprove !== known.mayApprove) {
    violations.push(
      `mayApprove of ${memberId} is ${member?.mayApprove}, acknowledged was ${known.mayApprove}`,
    );
  }
}

function isRevokedLast(a: Given, b: Given): number {
  return Number(a.isRevoked !== false) - Number(b.isRevoked !== false);
}

function isExpected({ violations }: History, what: string, reply: Reply, statuses: number[]): boolean {
  const isOne = statuses.includes(reply.status);
  if (!isOne) violations.push(`${what}: ${reply.status} ${reply.text.slice(0, 200)}`);
  return isOne;
}
