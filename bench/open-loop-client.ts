import type { Socket } from 'node:net';
import { openClientSocket, STATUS_AT } from './client-socket.ts';

/** Requests sent at a fixed rate, whether or not earlier ones have been answered. */
export interface OpenLoopTask {
  port: number;
  perSecond: number;
  seconds: number;
  /** Each connection carries one request at a time. A request that is due while all are busy is not sent. */
  maxConnections: number;
  requests: string[];
}

export interface OpenLoopResult {
  due: number;
  unsent: number;
  /** Requests without a response at the end of the load, and the longest wait among them in ms. */
  unanswered: number;
  longestWait: number;
  /** Connections that were refused or closed. */
  cut: number;
  statuses: Record<string, number>;
  good: Latency;
  refused: Latency;
  /** Rejections without `Retry-After`. */
  withoutRetryAfter: number;
  /** The `Location` of each created quote. */
  created: string[];
}

/** Milliseconds; empty without a response of this kind. */
export interface Latency {
  p50?: number;
  p99?: number;
}

const TICK_MS = 2;

function runOpenLoop(task: OpenLoopTask): Promise<OpenLoopResult> {
  const buffers = task.requests.map((request) => Buffer.from(request));
  const idle: Socket[] = [];
  const sentAt = new Map<Socket, number>();
  const open = new Set<Socket>();
  const times = { good: [] as number[], refused: [] as number[] };
  const statuses: Record<string, number> = {};
  const created: string[] = [];
  let due = 0;
  let unsent = 0;
  let cut = 0;
  let withoutRetryAfter = 0;
  let isOver = false;

  function connect(): Socket {
    const socket = openClientSocket(task.port, (head) => {
      recordResponse(head, performance.now() - (sentAt.get(socket) ?? 0));
      sentAt.delete(socket);
      idle.push(socket);
    });
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      open.delete(socket);
      sentAt.delete(socket);
      if (!isOver) cut++;
    });
    return socket;
  }

  function recordResponse(head: string, ms: number): void {
    const status = head.slice(STATUS_AT, STATUS_AT + 3);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === '503' || status === '429') {
      times.refused.push(ms);
      if (!/\r\nretry-after: \d/i.test(head)) withoutRetryAfter++;
    } else if (status.startsWith('2')) times.good.push(ms);
    const location = status === '201' && /\r\nlocation: (\S+)/i.exec(head)?.[1];
    if (location) created.push(location);
  }

  function sendNext(): void {
    let socket = idle.pop();
    while (socket?.destroyed) socket = idle.pop();
    if (!socket && open.size < task.maxConnections) socket = connect();
    const request = buffers[due++ % buffers.length];
    if (!socket) {
      unsent++;
      return;
    }
    sentAt.set(socket, performance.now());
    socket.write(request ?? '');
  }

  const begun = performance.now();
  return new Promise((resolve) => {
    const ticker = setInterval(() => {
      const elapsed = (performance.now() - begun) / 1000;
      const wanted = Math.min(elapsed, task.seconds) * task.perSecond;
      while (due < wanted) sendNext();
      if (elapsed < task.seconds) return;
      clearInterval(ticker);
      isOver = true;
      const unanswered = sentAt.size;
      const longestWait = performance.now() - Math.min(performance.now(), ...sentAt.values());
      for (const socket of open) socket.destroy();
      const counts = { due, unsent, unanswered, longestWait, cut, statuses, withoutRetryAfter, created };
      resolve({ ...counts, good: computeLatency(times.good), refused: computeLatency(times.refused) });
    }, TICK_MS);
  });
}

function computeLatency(times: number[]): Latency {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)];
  return { p50: at(0.5), p99: at(0.99) };
}

process.on('message', async (task: OpenLoopTask) => {
  process.send?.(await runOpenLoop(task));
});
