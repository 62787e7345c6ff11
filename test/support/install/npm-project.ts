import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, glob, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Manifest, type NpmRegistry, startNpmRegistry } from './npm-registry.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** A checkout with our scripts and launcher, and few packages: `needed` to run, `tested` for the tests. */
export interface NpmProject {
  folder: string;
  registry: NpmRegistry;
  /** Writes a lockfile with these versions. `pinned` names an optional package. */
  lock(versions: Locked): Promise<void>;
  npm(...args: string[]): Promise<Ended>;
  begin(args: string[], env?: Record<string, string>): Begun;
  /** Runs the setup of `npm start`, or that of `npm test` with `all`, without npm. */
  setUp(what?: 'all', env?: Record<string, string>): Promise<Ended>;
  /** Runs a program of the checkout by Node. */
  run(args: string[], env: Record<string, string>): Promise<Ended>;
  /** The installed versions. */
  installed(): Promise<Record<string, string>>;
  /** Names of files and folders that are not part of the checkout. */
  leftovers(): Promise<string[]>;
}

interface Locked {
  needed: string;
  tested: string;
  pinned?: Manifest;
}

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

export interface Begun {
  process: ChildProcess;
  ended: Promise<Ended>;
}

export async function withNpmWorkshop<T>(
  manifests: Manifest[],
  work: (newProject: () => Promise<NpmProject>) => Promise<T>,
): Promise<T> {
  const top = await mkdtemp(join(tmpdir(), 'proffer-npm-'));
  const env = npmEnvironment(top);
  const registry = await startNpmRegistry(top, manifests, env);
  let count = 0;
  try {
    return await work(async () => {
      count += 1;
      return createProject(join(top, `checkout-${count}`), registry, manifests, env);
    });
  } finally {
    await registry.close();
    await rm(top, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Removes the settings of the npm that runs the tests, and uses an empty cache. */
function npmEnvironment(top: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_)/i.test(name));
  return {
    ...Object.fromEntries(own),
    npm_config_cache: join(top, 'cache'),
    npm_config_userconfig: join(top, 'npmrc'),
  };
}

async function createProject(
  folder: string,
  registry: NpmRegistry,
  manifests: Manifest[],
  env: NodeJS.ProcessEnv,
): Promise<NpmProject> {
  await mkdir(folder, { recursive: true });
  for (const part of ['scripts', 'bin']) await cp(join(ROOT, part), join(folder, part), { recursive: true });
  const npmrc = await readFile(join(ROOT, '.npmrc'), 'utf8');
  await writeFile(join(folder, '.npmrc'), `${npmrc}registry=${registry.url}\n`);
  const begin = (args: string[], more: Record<string, string> = {}) =>
    start('npm', args, folder, { ...env, ...more });
  return {
    folder,
    registry,
    begin,
    npm: (...args) => begin(args).ended,
    async setUp(what, more = {}) {
      const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
      const script = what === 'all' ? scripts.pretest : scripts.prestart;
      return start('sh', ['-c', script], folder, { ...env, ...more }).ended;
    },
    run: (args, more) => start(process.execPath, args, folder, { ...env, ...more }).ended,
    lock: (versions) => writeLock(folder, registry, manifests, versions),
    installed: () => readInstalled(folder),
    async leftovers() {
      const ours = ['.npmrc', 'bin', 'node_modules', 'package-lock.json', 'package.json', 'scripts'];
      return (await readdir(folder)).filter((name) => !ours.includes(name));
    },
  };
}

function start(program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Begun {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return { process: child, ended: once(child, 'close').then(([code, signal]) => ({ code, signal, output })) };
}

async function writeLock(
  folder: string,
  registry: NpmRegistry,
  manifests: Manifest[],
  { needed, tested, pinned }: Locked,
): Promise<void> {
  const ours = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const manifest = {
    name: 'checkout',
    version: '1.0.0',
    type: 'module',
    scripts: {
      prestart: ours.scripts.prestart,
      start: 'echo needed',
      pretest: ours.scripts.pretest,
      test: 'echo tested',
    },
    allowScripts: { tested: true },
    dependencies: { needed },
    devDependencies: { tested },
    optionalDependencies: pinned && { [pinned.name]: pinned.version },
  };
  const entry = (name: string, version: string, more = {}) => ({
    version,
    integrity: registry.integrity(name, version),
    ...(manifests.some((one) => one.name === name && one.scripts) && { hasInstallScript: true }),
    ...more,
  });
  const lockOptional = ({ name, version, os, cpu, bin }: Manifest) =>
    entry(name, version, { optional: true, os, cpu, bin });
  const packages = {
    '': manifest,
    'node_modules/needed': entry('needed', needed),
    'node_modules/tested': entry('tested', tested, { dev: true }),
    ...(pinned && { [`node_modules/${pinned.name}`]: lockOptional(pinned) }),
  };
  const lock = { name: 'checkout', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
}

async function readInstalled(folder: string): Promise<Record<string, string>> {
  const modules = join(folder, 'node_modules');
  const manifests = await Array.fromAsync(glob(['*/package.json', '@*/*/package.json'], { cwd: modules }));
  const found: Record<string, string> = {};
  for (const manifest of manifests) {
    found[dirname(manifest)] = JSON.parse(await readFile(join(modules, manifest), 'utf8')).version;
  }
  return found;
}
