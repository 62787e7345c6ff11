// Checks a built container image: npm run image:check -- [--tag X.Y.Z]
//
// It starts the image as a container with a read-only root file system, or, where no container can be started, the same
// files as the same user in a mount namespace of their own (which needs root). The image must not run as root nor write
// outside of /data and /tmp, have at most 320 MB, pass its own health check, create a quote, its PDF and a backup, and stop in time
// under a request.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { inspectImage, type RunningImage, startImage } from './release/run-image.ts';

const KEY = `prf_test_${'0'.repeat(32)}`;
/** Time of a stop that Kubernetes and docs/operating.md rely on. */
const STOP_MS = 25_000;
const START_MS = 120_000;
/** Unpacked, as docs/releasing.md says. */
const MAX_BYTES = 320e6;
/** Runs inside of the image: who it is, and where it can write. */
const RIGHTS = `const canWrite = (folder) => {
  try {
    require('fs').writeFileSync(folder + '/written', '');
    return true;
  } catch (error) {
    if (error.code === 'EROFS') return false;
    throw error;
  }
};
const folders = ['/', '/app', '/home/node', '/data', '/tmp'];
console.log(JSON.stringify({ uid: process.getuid(), written: folders.filter(canWrite) }));`;

const { values: options } = parseArgs({ options: { tag: { type: 'string', default: 'latest' } } });
const image = inspectImage(`proffer:${options.tag}`);
const folder = mkdtempSync(join(tmpdir(), 'proffer-image-'));
let running: RunningImage | undefined;
try {
  const size = `${(image.size / 1e6).toFixed(0)} MB unpacked`;
  assert.ok(image.size <= MAX_BYTES, `the image has ${size}`);
  report(`proffer:${options.tag} has ${size}`);
  running = await startImage(image, folder, { PROFFER_API_KEY: KEY });
  report(`runs by ${running.way}`);
  await checkHealth(running);
  checkRights(running);
  await checkQuote(running.url);
  running.execute(['sh', '-c', 'sleep 0 && proffer backup /tmp/copy.db']);
  report('its shell runs a backup, as compose.yaml does');
  await checkStop(running);
} finally {
  running?.end();
  rmSync(folder, { recursive: true, force: true });
}

async function checkHealth({ url, execute }: RunningImage): Promise<void> {
  const begun = performance.now();
  const isReady = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    assert.ok(performance.now() - begun < START_MS, 'the service does not start');
    await delay(100);
  }
  report(`/healthz is 200 after ${seconds(begun)}`);
  assert.ok(image.healthCheck.length > 0, 'the image has no health check');
  execute(image.healthCheck);
  report('its health check passes');
}

function checkRights({ execute }: RunningImage): void {
  const rights = JSON.parse(execute(['node', '-e', RIGHTS]));
  assert.deepEqual(rights, { uid: 1000, written: ['/data', '/tmp'] });
  report('runs as uid 1000, and writes only to /data and /tmp: the root file system is read-only');
}

async function checkQuote(url: string): Promise<void> {
  const items = [{ description: 'Work', quantity: 1, unitPrice: 10_000 }];
  await call(url, 'PUT', '/customers/cus_check', { name: 'Check', email: 'check@example.com' });
  const { id } = await call(url, 'POST', '/quotes', { customerId: 'cus_check', title: 'Check', items });
  const { url: pdf } = await call(url, 'GET', `/quotes/${id}/pdf`);
  const bytes = Buffer.from(await (await fetch(pdf)).arrayBuffer());
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
  report('creates a quote and its PDF');
}

/** Asks it to stop while it typesets a document, which must still arrive. */
async function checkStop({ url, terminate }: RunningImage): Promise<void> {
  const items = [{ description: 'Work', quantity: 2, unitPrice: 10_000 }];
  const { id } = await call(url, 'POST', '/quotes', { customerId: 'cus_check', title: 'Last', items });
  const last = call(url, 'GET', `/quotes/${id}/pdf`);
  await delay(20);
  const begun = performance.now();
  const code = await Promise.race([terminate(), delay(STOP_MS, 'late', { ref: false })]);
  assert.notEqual(code, 'late', `it runs ${STOP_MS / 1000} s after SIGTERM`);
  assert.equal(code, 0, 'the exit code after SIGTERM');
  report(`stops ${seconds(begun)} after SIGTERM, with code 0`);
  assert.ok((await last).sha256, 'the request that was under way has no response');
  report('the request that was under way got its response');
}

// biome-ignore lint/suspicious/noExplicitAny: the checks say what it must be
async function call(url: string, method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${KEY}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

function seconds(begun: number): string {
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`;
}

function report(line: string): void {
  process.stdout.write(`✔ ${line}\n`);
}
