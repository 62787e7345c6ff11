#!/usr/bin/env node
// Runs on any Node from 20 on: the program itself needs 26, which the dependencies bring along.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stopEarly } from './stop-early.js';

const NEEDED = 26;
const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));
const ENDS_WITH_US = new URL('./end-with-launcher.js', import.meta.url).href;
// A checkout runs its TypeScript as it is; the package that npm installs has the JavaScript made from it.
const isCheckout = existsSync(path('src/main.ts'));
const main = isCheckout ? '../src/main.ts' : '../dist/main.js';

if (existsSync(path('scripts/install.mjs')) && !existsSync(path('node_modules'))) {
  const { setUp } = await import('../scripts/install.mjs');
  await setUp('running');
}

if (process.argv[2] === 'serve') stopEarly();

// Keeps each file as it was compiled, so that later starts take half the time. Where nothing can be written, as in
// a container, it does nothing. Threads learn of it from the environment.
const compileCache = process.env.NODE_COMPILE_CACHE || compileCacheFolder();
if (compileCache) process.env.NODE_COMPILE_CACHE = compileCache;

if (Number.parseInt(process.versions.node, 10) >= NEEDED) {
  if (compileCache) module.enableCompileCache(compileCache);
  await import(main);
} else {
  runWith(pinnedNode());
}

/** Beside the dependencies of a checkout; what npm has installed is not written to. */
function compileCacheFolder() {
  if (isCheckout) return path('node_modules/.cache/proffer');
  const home = process.env.HOME || process.env.USERPROFILE;
  const caches = process.env.XDG_CACHE_HOME || (home && join(home, '.cache'));
  const folder = caches && isAbsolute(caches) && join(caches, 'proffer');
  return folder && makeFolder(folder) ? folder : undefined;
}

/** Node would try forever where a folder is there and takes no other, as in /proc. */
function makeFolder(folder) {
  try {
    if (!existsSync(folder) && makeFolder(dirname(folder))) mkdirSync(folder);
  } catch {
    // Nothing can be made there, or another process has made it.
  }
  return existsSync(folder);
}

/** The Node of the optional dependency for this platform. */
function pinnedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const resolve = createRequire(import.meta.url).resolve;
  try {
    const manifest = resolve(`${prefix}-${platform}-${process.arch}/package.json`);
    return join(dirname(manifest), 'bin', platform === 'win' ? 'node.exe' : 'node');
  } catch {
    return undefined;
  }
}

function runWith(node) {
  if (!node) {
    const cure = isCheckout ? 'Run "npm ci"' : 'Install Proffer again without --omit=optional';
    process.stderr.write(
      `proffer: this is Node ${process.versions.node}, and the Node ${NEEDED} that Proffer brings along is not ` +
        `there for ${process.platform}-${process.arch}. ${cure}, or run it with Node ${NEEDED}.\n`,
    );
    process.exitCode = 1;
    return;
  }
  const program = fileURLToPath(new URL(main, import.meta.url));
  const child = spawn(node, ['--import', ENDS_WITH_US, program, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`proffer: ${node} does not run: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 128 + constants.signals[signal] : (code ?? 1);
  });
}
