import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createEngine } from './engine.ts';
import { serveDocuments } from './serve-documents.ts';

if (!parentPort) throw new Error('this is the start of a thread');
// On Linux this applies to the thread alone. It lets requests go before documents if both need the CPU.
if (process.platform === 'linux') setPriority(10);
serveDocuments(parentPort, await createEngine(workerData.module));
