// Loaded before the program when bin/proffer.js runs it in another process: who kills the launcher means the program.
import { isMainThread } from 'node:worker_threads';
import { stopEarly } from './stop-early.js';

if (isMainThread && process.channel) {
  if (process.argv[2] === 'serve') stopEarly();
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // It alone keeps no process running.
  process.channel.unref();
}
