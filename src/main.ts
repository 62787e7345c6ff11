#!/usr/bin/env node
import { runCli } from './cli/run.ts';

// `proffer … | head` closes the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runCli(process.argv.slice(2));

// The command is done: do not wait for open handles, such as a database connection.
setTimeout(() => process.exit(), 1000).unref();
