import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadReply, LoadResult, LoadTask } from './load-client.ts';

export const API_KEY = 'prf_live_bench_0123456789abcdefghijklmnopqr';

export interface RunningServer {
  port: number;
  child: ChildProcess;
  stop(): Promise<void>;
}

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'proffer-bench-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Starts the service as in production, but without its log and with one PDF worker. */
export async function startProffer(
  env: Record<string, string>,
  checkout = join(import.meta.dirname, '..'),
): Promise<RunningServer> {
  const child = spawn(process.execPath, [join(checkout, 'src/main.ts'), 'serve'], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', PROFFER_API_KEY: API_KEY, PDF_WORKERS: '1', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const port = await readPort(child);
  await addCustomers(port, env.PROFFER_API_KEY ?? API_KEY);
  return { child, port, stop: () => stop(child) };
}

/** The customers that the benches name. A live account has none of its own. */
export const CUSTOMERS = [
  ['cus_demo', { name: 'Northwind Studios Ltd', email: 'accounts@northwind.example.com', country: 'GB' }],
  ['cus_demo_fr', { name: 'Atelier Lumière SARL', email: 'compta@lumiere.example.com', country: 'FR' }],
] as const;

async function addCustomers(port: number, key: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  for (const [id, customer] of CUSTOMERS) {
    const url = `http://127.0.0.1:${port}/api/v1/customers/${id}`;
    if ((await fetch(url, { headers })).ok) continue;
    const { status } = await fetch(url, { method: 'PUT', headers, body: JSON.stringify(customer) });
    if (status >= 400) throw new Error(`the customer ${id} could not be created: ${status}`);
  }
}

/** Starts a server of this folder, which sends its port to its parent. */
export async function forkServer(file: string, args: string[]): Promise<RunningServer> {
  const child = fork(new URL(file, import.meta.url), args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [port] = (await once(child, 'message')) as [number];
  return { child, port, stop: () => stop(child) };
}

async function readPort(child: ChildProcess): Promise<number> {
  let output = '';
  // Kept open, because the service exits if it cannot write to stderr.
  for await (const chunk of child.stderr?.iterator({ destroyOnReturn: false }) ?? []) {
    output += chunk;
    const port = /listens on http:\/\/[^:]+:(\d+)/.exec(output)?.[1];
    if (port) {
      child.stderr?.resume();
      return Number(port);
    }
  }
  throw new Error(`the service did not start: ${output}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

export interface Load {
  /** Name of the load generator. */
  generator: string;
  run(task: LoadTask): Promise<LoadResult>;
  close(): void;
}

/** Generates load in a separate process. */
export function createLoad(): Load {
  const child = fork(new URL('./load-client.ts', import.meta.url));
  return {
    generator: 'its own client',
    async run(task) {
      child.send(task);
      const [answer] = (await once(child, 'message')) as [LoadReply];
      if ('failure' in answer) throw new Error(answer.failure);
      return answer;
    },
    close: () => child.kill(),
  };
}

export function rawRequest(method: string, path: string, body?: unknown, key = API_KEY): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  return [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
    '',
    text,
  ].join('\r\n');
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export function table(head: string[], rows: (string | number)[][]): string {
  const cells = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, i) => (i === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...cells.slice(1).map(line)].join('\n');
}
