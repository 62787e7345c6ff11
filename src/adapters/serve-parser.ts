import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

/** Serves the tasks of a `ParserThread`, in the thread. A task that throws ends the thread, as if it exceeded a limit. */
export function serveParser<Task, Result>(parse: (task: Task) => Result | Promise<Result>): void {
  const port = parentPort;
  if (!port) throw new Error('this is the start of a thread');
  // On Linux this applies to the thread alone. It lets requests go before files if both need the CPU.
  if (process.platform === 'linux') setPriority(10);
  port.on('message', async (task: Task) => port.postMessage(await parse(task)));
  port.postMessage('ready');
}
