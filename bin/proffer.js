#!/usr/bin/env node
// Runs on Node 20 or later. The program itself needs Node 26, which comes with the dependencies.
import './assert-node-20.js';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stopEarly } from './stop-early.js';

const REQUIRED_NODE = 26;
const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));
const END_WITH_LAUNCHER = new URL('./end-with-launcher.js', import.meta.url).href;
// A checkout runs the TypeScript sources; the npm package contains the compiled JavaScript.
const isCheckout = existsSync(path('src/main.ts'));
const main = isCheckout ? '../src/main.ts' : '../dist/main.js';

const isNodeOld = Number.parseInt(process.versions.node, 10) < REQUIRED_NODE;

// A checkout that was installed for a Node 26 may be started by an older one later.
const isReady = existsSync(path('node_modules')) && (!isNodeOld || pinnedNode());
if (existsSync(path('scripts/install.mjs')) && !isReady) {
  const { setUp } = await import('../scripts/install.mjs');
  await setUp('running');
}

if (process.argv[2] === 'serve') stopEarly();

// Caches compiled code, which halves the time of later starts. It has no effect if the folder is not writable, as in a
// container. Threads read the setting from the environment.
const compileCache = process.env.NODE_COMPILE_CACHE || compileCacheFolder();
if (compileCache) process.env.NODE_COMPILE_CACHE = compileCache;

if (isNodeOld) {
  runWith(pinnedNode());
} else {
  if (compileCache) module.enableCompileCache(compileCache);
  await import(main);
}

/** Uses a folder inside a checkout, and never writes to an installed package. */
function compileCacheFolder() {
  if (isCheckout) return path('node_modules/.cache/proffer');
  const home = process.env.HOME || process.env.USERPROFILE;
  const caches = process.env.XDG_CACHE_HOME || (home && join(home, '.cache'));
  const folder = caches && isAbsolute(caches) && join(caches, 'proffer');
  return folder && makeFolder(folder) ? folder : undefined;
}

/** Avoids the recursive option of mkdir: Node would retry forever in a folder that rejects new ones, such as /proc. */
function makeFolder(folder) {
  try {
    if (!existsSync(folder) && makeFolder(dirname(folder))) mkdirSync(folder);
  } catch {
    // The folder cannot be created, or another process has created it.
  }
  return existsSync(folder);
}

/** Returns the Node of the optional dependency for this platform. */
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
    const fix = isCheckout ? 'Run "npm ci"' : 'Install Proffer again without --omit=optional';
    process.stderr.write(
      `proffer: this is Node ${process.versions.node}, and Proffer's own Node ${REQUIRED_NODE} is not ` +
        `installed for ${process.platform}-${process.arch}. ${fix}, or run it with Node ${REQUIRED_NODE}.\n`,
    );
    process.exitCode = 1;
    return;
  }
  const program = fileURLToPath(new URL(main, import.meta.url));
  const child = spawn(node, ['--import', END_WITH_LAUNCHER, program, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`proffer: cannot run ${node}: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 128 + constants.signals[signal] : (code ?? 1);
  });
}
