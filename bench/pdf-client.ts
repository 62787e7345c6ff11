/**
 * Asks the service of `bench/pdf.ts`, one request after the other, and tells the times of three seconds. A process that has
 * just begun is slow by itself, so those before are not counted.
 */
import { Agent, get } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const port = Number(process.argv[2]);
const latencies: number[] = [];

const from = performance.now() + 2000;
const until = from + 3000;
for (let started = performance.now(); started < until; started = performance.now()) {
  await ask();
  if (started > from) latencies.push(performance.now() - started);
}
process.send?.(latencies, () => process.exit(0));

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent }, (response) => {
      response.resume();
      response.on('end', resolve);
    }).on('error', reject);
  });
}
