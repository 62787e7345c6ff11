/** Asks the service of `bench/pdf.ts` for three seconds, one request after the other, and tells the times. */
import { Agent, get } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const port = Number(process.argv[2]);
const latencies: number[] = [];

const until = performance.now() + 3000;
while (performance.now() < until) {
  const started = performance.now();
  await ask();
  latencies.push(performance.now() - started);
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
