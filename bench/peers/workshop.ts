import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { temporaryFolder } from '../harness.ts';

const START_SECONDS = 300;
const STOP_SECONDS = 10;

/** The folder for the installed products, which are never dependencies of this project. */
export interface OperationContext {
  path: string;
  remove(): void;
}

export function openWorkshop(keep: boolean): OperationContext {
  if (!keep) return temporaryFolder();
  const path = join(tmpdir(), 'proffer-bench-peers');
  mkdirSync(path, { recursive: true });
  return { path, remove: () => {} };
}

/** Installs exact versions into a separate folder, unless they are installed already. */
export async function install(workshop: OperationContext, name: string, packages: string[]): Promise<string> {
  const folder = join(workshop.path, name);
  const stamp = join(folder, 'node_modules', '.proffer-bench');
  if (readText(stamp) === packages.join(' ')) return folder;
  process.stderr.write(`installing ${packages.join(' ')}\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), `{ "name": "${name}-project", "private": true }\n`);
  // Install scripts would download binaries from many hosts; the few that are needed are built on demand.
  await npm(folder, ['install', '--save-exact', '--ignore-scripts', ...packages]);
  writeFileSync(stamp, packages.join(' '));
  return folder;
}

interface OtherNode {
  bin: string;
  home: string;
}

/** Installs another major version of Node, with its headers, for products that do not run on ours. */
export async function installNode(workshop: OperationContext, version: string): Promise<OtherNode> {
  const folder = await install(workshop, `node-${version}`, [
    `node-${process.platform}-${process.arch}@${version}`,
  ]);
  const home = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`);
  return { home, bin: join(home, 'bin', 'node') };
}

/** Builds the binary of a package for the Node that will load it, unless it exists already. */
export async function build(
  folder: string,
  { name, binary }: { name: string; binary: string },
  node: OtherNode,
): Promise<void> {
  if (existsSync(join(folder, 'node_modules', name, binary))) return;
  process.stderr.write(`building ${name}\n`);
  await npm(folder, ['rebuild', name], {
    PATH: `${node.home}/bin:${process.env.PATH}`,
    npm_config_nodedir: node.home,
  });
}

async function npm(folder: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
  await promisify(execFile)('npm', [...args, ...quiet], options);
}

export function versionOf(folder: string, name: string): string {
  const text = readText(join(folder, 'node_modules', name, 'package.json'));
  return text === undefined ? '' : (JSON.parse(text) as { version: string }).version;
}

/** Writes strings unchanged, and anything else as JSON. */
export function writeFiles(folder: string, files: Record<string, unknown>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

interface Command {
  /** Name of its log file. */
  name: string;
  folder: string;
  node?: string;
  args: string[];
  env: Record<string, string>;
}

export async function runOnce(command: Command): Promise<void> {
  const { child, log } = launch(command);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command.args.join(' ')} ended with ${code}: ${lastLines(log)}`);
}

/** Resolves when the path responds. */
export async function serve(command: Command, port: number, path: string): Promise<() => Promise<void>> {
  const { child, log } = launch(command);
  const until = Date.now() + START_SECONDS * 1000;
  while (!(await answers(`http://127.0.0.1:${port}${path}`))) {
    if (child.exitCode !== null) throw new Error(`it ended while starting: ${lastLines(log)}`);
    if (Date.now() > until) {
      await stop(child);
      throw new Error(`no answer within ${START_SECONDS} s: ${lastLines(log)}`);
    }
    await delay(250);
  }
  return () => stop(child);
}

function launch({ name, folder, node = process.execPath, args, env }: Command): {
  child: ChildProcess;
  log: string;
} {
  const log = join(folder, `${name}.log`);
  const output = openSync(log, 'w');
  const child = spawn(node, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', output, output],
  });
  return { child, log };
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5000) });
    await answer.arrayBuffer();
    return answer.status < 500;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_SECONDS * 1000);
  await exited;
  clearTimeout(timer);
}

/** Returns the last lines, starting at the one with the error if there is one. */
function lastLines(file: string): string {
  const lines = (readText(file) ?? '').trim().split('\n').slice(-30);
  return lines
    .slice(
      Math.max(
        0,
        lines.findIndex((line) => /error/i.test(line)),
      ),
    )
    .join('\n');
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
