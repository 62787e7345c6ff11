import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Programs {
  etcd: string;
  patroni: string;
  haproxy: string;
  /** The folder of PostgreSQL's server programs. */
  postgresBin: string;
  /** The user that runs the database: PostgreSQL refuses to run as root. */
  user: { uid: number; gid: number } | undefined;
}

const DEBIAN = 'apt-get install --no-install-recommends patroni etcd-server haproxy postgresql';

/** Finds the programs of the cluster; throws a message if one is missing. */
export function findPrograms(): Programs {
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? idsOf('postgres') : undefined;
  const found = {
    etcd: onPath('etcd'),
    patroni: onPath('patroni'),
    haproxy: onPath('haproxy'),
    'the server of PostgreSQL': postgresBin(),
    ...(isRoot && { 'the user "postgres"': user && 'there' }),
  };
  const missing = Object.entries(found).flatMap(([name, path]) => (path ? [] : [name]));
  if (missing.length > 0 || process.platform !== 'linux') {
    throw new Error(
      `npm run chaos:ha needs Linux with Patroni, etcd, HAProxy and the server of PostgreSQL. ` +
        `Missing here: ${missing.join(', ') || 'Linux'}. On Debian: ${DEBIAN}`,
    );
  }
  const { etcd = '', patroni = '', haproxy = '' } = found;
  return { etcd, patroni, haproxy, postgresBin: postgresBin() ?? '', user };
}

function onPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

/** Finds the newest version in Debian's folder, else the one on the PATH. */
function postgresBin(): string | undefined {
  const root = '/usr/lib/postgresql';
  const folders = (process.env.PATH ?? '').split(delimiter);
  try {
    const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
    folders.unshift(...versions.map((version) => join(root, version, 'bin')));
  } catch {
    // The system is not Debian.
  }
  return folders.find((folder) => ['postgres', 'initdb'].every((name) => isProgram(join(folder, name))));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function idsOf(name: string): { uid: number; gid: number } | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name]).stdout?.toString().trim());
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
