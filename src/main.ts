#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Keeps each file as it was compiled, so that later starts take half the time. Where nothing can be written, as in a
// container, it does nothing.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/proffer', import.meta.url)));
const { runCli } = await import('./cli/run.ts');

// `proffer … | head` closes the pipe early: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runCli(process.argv.slice(2));

// The command is done: what still holds the process, a connection to a database say, is not waited for.
setTimeout(() => process.exit(), 1000).unref();
