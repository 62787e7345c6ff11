#!/usr/bin/env node
import { runCli } from './cli/run.ts';

// `proffer … | head` closes the pipe early: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runCli(process.argv.slice(2));

// The command is done: what still holds the process, a connection to a database say, is not waited for.
setTimeout(() => process.exit(), 1000).unref();
