#!/usr/bin/env node
// Runs on any Node from 20 on: the program itself needs 26, which the dependencies bring along.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const NEEDED = 26;
const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));

if (!existsSync(path('node_modules'))) await import('../scripts/setup.mjs');

if (Number.parseInt(process.versions.node, 10) >= NEEDED) {
  // Keeps each file as it was compiled, so that later starts take half the time. Where nothing can be written, as in
  // a container, it does nothing. Threads learn of it from the environment.
  process.env.NODE_COMPILE_CACHE ??= path('node_modules/.cache/proffer');
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  await import('../src/main.ts');
} else {
  runWith(path(`node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`));
}

function runWith(node) {
  if (!existsSync(node)) {
    process.stderr.write(`proffer: Node ${NEEDED} is needed and not installed here: run "npm ci" first\n`);
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, [path('src/main.ts'), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`proffer: ${node} does not run: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 128 + constants.signals[signal] : (code ?? 1);
  });
}
