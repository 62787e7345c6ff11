// Loaded before the program if bin/proffer.js runs it in a child process. Killing the launcher must also end the
// program.
import { isMainThread } from 'node:worker_threads';
import { stopEarly } from './stop-early.js';

if (isMainThread && process.channel) {
  if (process.argv[2] === 'serve') stopEarly();
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // The channel alone must not keep the process running.
  process.channel.unref();
}
