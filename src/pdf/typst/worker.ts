import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { createEngine } from './engine.ts';
import { serveDocuments } from './serve-documents.ts';

if (!parentPort) throw new Error('this is the start of a thread');
// On Linux this is the thread alone: requests go before documents when both want the processor.
if (process.platform === 'linux') setPriority(10);
serveDocuments(parentPort, await createEngine(workerData.module));
