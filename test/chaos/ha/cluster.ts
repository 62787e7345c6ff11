import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { familyOf, signal } from '../../support/postgres/family.ts';
import { freePort } from '../../support/service/free-port.ts';
import type { Programs } from './programs.ts';
import { etcdArguments, haproxySettings, OWNER, type Ports, patroniSettings, SUPERUSER } from './settings.ts';

export type Fault = 'node' | 'postgres' | 'switchover' | 'freeze';

export interface HaCluster {
  /** URL through HAProxy, which routes to the current primary. */
  databaseUrl: string;
  /** Returns the name of the primary; `undefined` while there is none. */
  leader(): Promise<string | undefined>;
  /** Returns whether three nodes stream and one of them is synchronous. */
  isWhole(): Promise<boolean>;
  /** Inflicts the fault on the primary; resolves to a function that repairs it. */
  inflict(fault: Fault, leader: string): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const START_SECONDS = 120;

/** Starts one etcd, three Patroni nodes and HAProxy on this machine, in a temporary folder. */
export async function startHaCluster(programs: Programs): Promise<HaCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'proffer-ha-'));
  const { user } = programs;
  if (user) chownSync(folder, user.uid, user.gid);
  const ports = await choosePorts();
  const children = new Map<string, ChildProcess>();

  function run(name: string, program: string, args: string[]): void {
    const log = openSync(join(folder, `${name}.log`), 'a');
    children.set(name, spawn(program, args, { cwd: folder, ...user, stdio: ['ignore', log, log] }));
  }

  const startNode = (name: string) => run(name, programs.patroni, [`${name}.yml`]);

  async function close(): Promise<void> {
    for (const child of children.values()) child.kill('SIGKILL');
    const postmasters = () => ports.nodes.flatMap(({ name }) => findPostmaster(join(folder, name)));
    await until(async () => {
      signal(postmasters(), 'SIGCONT');
      signal(postmasters(), 'SIGQUIT');
      return postmasters().length === 0;
    }, 20);
    await rm(folder, { recursive: true, force: true });
  }

  async function askNodes<T>(
    ask: (rest: number, name: string) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    for (const { name, rest } of ports.nodes) {
      const answer = await ask(rest, name).catch(() => undefined);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  const leader = () =>
    askNodes(async (rest, name) => ((await requestPatroni(rest, '/primary')).ok ? name : undefined));

  async function isWhole(): Promise<boolean> {
    if (!(await leader())) return false;
    const cluster = await askNodes(
      async (rest) => (await (await requestPatroni(rest, '/cluster')).json()) as ClusterState,
    );
    const members = cluster?.members ?? [];
    const running = members.filter(({ state }) => state === 'running' || state === 'streaming');
    return running.length === ports.nodes.length && members.some(({ role }) => role === 'sync_standby');
  }

  async function inflict(fault: Fault, name: string): Promise<() => Promise<void>> {
    const patroni = children.get(name);
    const database = familyOf(findPostmaster(join(folder, name)));
    const all = [...(patroni?.pid ? [patroni.pid] : []), ...database];
    if (fault === 'switchover') {
      const rest = ports.nodes.find((node) => node.name === name)?.rest ?? 0;
      await requestPatroni(rest, '/switchover', { leader: name });
      return async () => {};
    }
    if (fault === 'freeze') {
      signal(all, 'SIGSTOP');
      return async () => signal(all, 'SIGCONT');
    }
    signal(fault === 'node' ? all : database, 'SIGKILL');
    return async () => {
      if (fault === 'node') startNode(name);
    };
  }

  try {
    run('etcd', programs.etcd, etcdArguments(ports, join(folder, 'etcd')));
    for (const node of ports.nodes) {
      const paths = { folder, data: join(folder, node.name), bin: programs.postgresBin };
      writeFileSync(join(folder, `${node.name}.yml`), patroniSettings(ports, node, paths));
      startNode(node.name);
    }
    writeFileSync(join(folder, 'haproxy.cfg'), haproxySettings(ports));
    run('haproxy', programs.haproxy, ['-f', 'haproxy.cfg']);
    if (!(await until(isWhole, START_SECONDS))) throw new Error(readLogTails(folder, [...children.keys()]));
    await createDatabase(ports.primary);
  } catch (error) {
    await close();
    throw error;
  }
  const databaseUrl = `postgres://${OWNER}:${OWNER}@127.0.0.1:${ports.primary}/${OWNER}`;
  return { databaseUrl, leader, isWhole, inflict, close };
}

interface ClusterState {
  members: { name: string; role: string; state: string }[];
}

async function choosePorts(): Promise<Ports> {
  const nodes = [];
  for (const name of ['node1', 'node2', 'node3']) {
    nodes.push({ name, postgres: await freePort(), rest: await freePort() });
  }
  return { etcd: await freePort(), etcdPeers: await freePort(), primary: await freePort(), nodes };
}

function requestPatroni(port: number, path: string, body?: unknown): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(body === undefined ? 1500 : 40_000),
  });
}

/** Returns the pid of the server of a data folder, or none if it is gone and its pid was reused. */
function findPostmaster(data: string): number[] {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? [pid] : [];
  } catch {
    return [];
  }
}

async function createDatabase(port: number): Promise<void> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password: SUPERUSER,
    database: 'postgres',
  });
  await client.connect();
  await client.query(`CREATE DATABASE ${OWNER} OWNER ${OWNER} TEMPLATE template0 ENCODING 'UTF8'`);
  await client.end();
}

/** Returns the last lines of every log. */
function readLogTails(folder: string, names: readonly string[]): string {
  const tails = names.map((name) => {
    const lines = readFileSync(join(folder, `${name}.log`), 'utf8')
      .trim()
      .split('\n');
    return `${name}:\n  ${lines.slice(-5).join('\n  ')}`;
  });
  return `The cluster did not come up within ${START_SECONDS} s.\n${tails.join('\n')}`;
}

/** Polls a condition; resolves to whether it held in time. */
export async function until(test: () => Promise<boolean>, seconds: number): Promise<boolean> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    if (await test()) return true;
    await delay(250);
  }
  return false;
}
