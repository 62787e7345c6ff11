import { parentPort } from 'node:worker_threads';

/** A thread of lists that reads none: it ends when it is told, and otherwise answers what it was asked. */
parentPort?.on('message', (message: 'end' | { list: string; args: unknown[] }) => {
  if (message === 'end' || message.list === 'crash') process.exit();
  parentPort?.postMessage({ value: message.args });
});
