import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { Problem } from '../../domain/errors.ts';
import { readStatement } from './read-statement.ts';
import type { StatementResult, StatementTask } from './reader.ts';

const port = parentPort;
if (!port) throw new Error('this is the start of a thread');
// On Linux this applies to the thread alone. It lets requests go before statements if both need the CPU.
if (process.platform === 'linux') setPriority(10);

port.on('message', ({ bytes, settings }: StatementTask) => {
  port.postMessage(run(() => readStatement(bytes, settings)));
});
port.postMessage('ready');

function run(read: () => ReturnType<typeof readStatement>): StatementResult {
  try {
    return { statement: read() };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message, errors } = error;
    return { problem: { code, message, errors } };
  }
}
