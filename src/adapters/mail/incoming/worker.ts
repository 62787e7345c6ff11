import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { MailTask, TaskResult } from './parser.ts';
import { readAttachment, readMail } from './read-mail.ts';

const port = parentPort;
if (!port) throw new Error('this is the start of a thread');
// On Linux this applies to the thread alone. It lets requests go before mails if both need the CPU.
if (process.platform === 'linux') setPriority(10);

port.on('message', async ({ source, index }: MailTask) => {
  const work: Promise<TaskResult> = index === undefined ? readMail(source) : readAttachment(source, index);
  // A mail that exceeds a limit has no result.
  port.postMessage({ result: await work.catch(() => undefined) });
});
port.postMessage('ready');
