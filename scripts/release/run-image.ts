import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Builder } from './image-builder.ts';

export interface Image {
  program: Builder;
  name: string;
  /** Bytes, unpacked. */
  size: number;
  user: string;
  env: string[];
  folder: string;
  command: string[];
  healthCheck: string[];
}

/** A started image. */
export interface RunningImage {
  way: string;
  url: string;
  /** Runs a command in it, and returns what it prints. */
  execute(command: string[]): string;
  /** Sends SIGTERM, and returns the exit code. */
  terminate(): Promise<number | null>;
  /** Ends it at once, if it still runs. */
  end(): void;
}

export function inspectImage(name: string): Image {
  // Another program than docker may have built it, although docker is there.
  const programs: Builder[] = ['docker', 'podman'];
  const program = programs.find((each) => spawnSync(each, ['image', 'inspect', name]).status === 0);
  if (!program) throw new Error(`Neither docker nor podman has the image ${name}: npm run image`);
  const [found] = JSON.parse(execFileSync(program, ['image', 'inspect', name], { encoding: 'utf8' }));
  const { Config, Size, Healthcheck = Config.Healthcheck } = found;
  const [kind, ...healthCheck] = Healthcheck?.Test ?? [];
  return {
    ...{ program, name, size: Size, user: Config.User, env: Config.Env, folder: Config.WorkingDir },
    command: [...Config.Entrypoint, ...Config.Cmd],
    healthCheck: kind === 'CMD' ? healthCheck : [],
  };
}

/** Starts the image on a free port of this machine, with a folder in `place` for its data. */
export async function startImage(
  image: Image,
  place: string,
  settings: Record<string, string>,
): Promise<RunningImage> {
  const port = await findFreePort();
  const data = join(place, 'data');
  mkdirSync(data);
  // The user of the image owns nothing here.
  chmodSync(data, 0o777);
  const env = { ...settings, HOST: '127.0.0.1', PORT: String(port) };
  const given = { image, data, env, url: `http://127.0.0.1:${port}` };
  return startContainer(given) ?? startInNamespace(given, join(place, 'root'));
}

interface Given {
  image: Image;
  data: string;
  env: Record<string, string>;
  url: string;
}

/** Starts a container, or returns `undefined` where the machine does not allow it. */
function startContainer({ image, data, env, url }: Given): RunningImage | undefined {
  const { program } = image;
  const name = `proffer-check-${randomUUID()}`;
  const end = () => void spawnSync(program, ['rm', '--force', '--volumes', name]);
  const started = spawnSync(
    program,
    [
      ...['run', '--detach', '--name', name, '--network', 'host'],
      ...['--read-only', '--tmpfs', '/tmp', '--volume', `${data}:/data`],
      ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
      ...Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
      image.name,
    ],
    { encoding: 'utf8' },
  );
  if (started.status !== 0) {
    process.stderr.write(`${program} run: ${started.stderr.trim().split('\n').at(-1)}\n`);
    end();
    return undefined;
  }
  return {
    way: `${program} run --read-only`,
    url,
    execute: (command) => execFileSync(program, ['exec', name, ...command], { encoding: 'utf8' }),
    async terminate() {
      execFileSync(program, ['kill', '--signal', 'TERM', name]);
      return Number((await promisify(execFile)(program, ['wait', name])).stdout);
    },
    end,
  };
}

/**
 * Starts the files of the image in a mount namespace where they are read-only, with the user, the folder and the variables
 * that the image names.
 */
function startInNamespace({ image, data, env, url }: Given, root: string): RunningImage {
  const { program, name, user, folder } = image;
  const files = execFileSync(program, ['image', 'mount', name], { encoding: 'utf8' }).trim();
  mkdirSync(root);
  const variables = [...image.env, ...Object.entries(env).map(([key, value]) => `${key}=${value}`)];
  const enter = (command: string[]) => [
    ...['--mount', '--propagation', 'private', 'sh', '-euc', ENTER, 'sh', files, root, data, user, folder],
    ...['env', '--ignore-environment', `--chdir=${folder}`, ...variables, ...command],
  ];
  const child = spawn('unshare', enter(image.command), { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  return {
    way: 'unshare and chroot, with a read-only mount of its files',
    url,
    execute: (command) => execFileSync('unshare', enter(command), { encoding: 'utf8' }),
    async terminate() {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
    end() {
      child.kill('SIGKILL');
      spawnSync(program, ['image', 'umount', name]);
    },
  };
}

/** Mounts the files read-only and becomes the user of the image. Each `exec` keeps the process, so signals reach it. */
const ENTER = `files=$1 root=$2 data=$3 user=$4; shift 5
mount --bind "$files" "$root"
mount --bind "$data" "$root/data"
mount -t tmpfs tmpfs "$root/tmp"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs chroot --userspec="$user:" "$root" "$@"`;

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
