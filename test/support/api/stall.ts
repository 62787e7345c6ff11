import assert from 'node:assert/strict';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { type Engine, makeDatabase, TEST_KEY } from '../service/service.ts';
import { spawnTestService } from '../service/spawn-service.ts';

/** A request whose body may be hostile. It carries the key of the environment unless other headers are given. */
export interface StallRequest {
  method: string;
  /** Full path, such as `/api/v1/quotes`. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

interface StallReply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/**
 * A service in a separate process, with a measured reference: how long other requests wait during a large valid body.
 */
export interface StallWatch {
  url: string;
  /** Sends a request without measuring. */
  send(request: StallRequest): Promise<StallReply>;
  /** Sends a request and throws if the response is 500, the process ended, or other requests waited too long. */
  harmless(request: StallRequest): Promise<StallReply>;
  stop(): Promise<void>;
}

/** Longest wait of other requests, as a multiple of the wait during a valid body of 1 MiB. */
const TIMES = 5;
/** Lower bound of the reference, because a fast idle machine handles a valid body in almost no time. */
const LEAST_REFERENCE_MS = 40;
/** A busy machine stalls now and then, while a hostile body stalls every time. */
const TRIES = 4;
/** Short compared with a stall; polling itself uses the processor. */
const PAUSE_MS = 10;

export async function startStallWatch(
  engine: Engine,
  documents: 'typeset' | 'blank' = 'typeset',
): Promise<StallWatch> {
  const place = await makeDatabase(engine, { withTables: true });
  const service = await spawnTestService({ LOG_LEVEL: 'silent', ...place.env }, { documents });
  const agent = new Agent({ keepAlive: true });
  const send = (wanted: StallRequest) => exchange(service.url, agent, wanted);
  let reference = LEAST_REFERENCE_MS;
  const measureReference = async () => {
    const { longestMs, value } = await whileAsking(service.url, () => send(largestValidBody()));
    assert.equal(value.status, 201, value.text);
    reference = Math.max(reference, longestMs);
  };
  try {
    for (let times = 0; times < 3; times++) await measureReference();
  } catch (error) {
    await service.stop();
    await place.remove();
    throw error;
  }

  return {
    url: service.url,
    send,
    async harmless(wanted) {
      for (let tries = 1; ; tries++) {
        const { longestMs, value } = await whileAsking(service.url, () => send(wanted));
        assert.notEqual(value.status, 500, value.text);
        assert.equal(service.process.exitCode, null, 'the process has ended');
        assert.equal(service.process.signalCode, null, 'the process was ended');
        if (longestMs <= TIMES * reference) return value;
        assert.ok(
          tries < TRIES,
          `/healthz waited ${Math.round(longestMs)} ms, and ${Math.round(reference)} ms for a valid body of 1 MiB`,
        );
        await measureReference();
      }
    },
    async stop() {
      agent.destroy();
      await service.stop();
      await place.remove();
    },
  };
}

/** Polls `/healthz` during the work and returns the longest wait. */
async function whileAsking<T>(url: string, work: () => Promise<T>): Promise<{ longestMs: number; value: T }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let longestMs = 0;
  let isDone = false;
  const ask = async () => {
    const began = performance.now();
    const { status } = await exchange(url, agent, { method: 'GET', path: '/healthz', headers: {} });
    assert.equal(status, 200);
    longestMs = Math.max(longestMs, performance.now() - began);
  };
  // Opens the connection before the measurement.
  await ask();
  longestMs = 0;
  const asking = (async () => {
    while (!isDone) {
      await ask();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  })();
  try {
    const value = await work();
    isDone = true;
    await asking;
    return { longestMs, value };
  } finally {
    isDone = true;
    await asking.catch(() => {});
    agent.destroy();
  }
}

function exchange(url: string, agent: Agent, wanted: StallRequest): Promise<StallReply> {
  const { method, path, body } = wanted;
  const headers = wanted.headers ?? {
    Authorization: `Bearer ${TEST_KEY}`,
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      new URL(url),
      { agent, method, path, headers: { ...headers, 'Content-Length': Buffer.byteLength(body ?? '') } },
      async (response) => {
        try {
          const parts: Buffer[] = [];
          for await (const part of response) parts.push(part as Buffer);
          const text = Buffer.concat(parts).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        } catch (error) {
          reject(error);
        }
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Builds a body with the maximum number of items and texts that fill 1 MiB. */
function largestValidBody(): StallRequest {
  const item = (description: string) => ({ description, quantity: 1.5, unitPrice: 1999, taxRate: 19 });
  const quote = (description: string) => ({
    customerId: 'cus_demo',
    title: 'All that fits',
    items: Array.from({ length: 1000 }, () => item(description)),
  });
  const room = 1_048_576 - JSON.stringify(quote('')).length;
  const body = JSON.stringify(quote('x'.repeat(Math.floor(room / 1000))));
  return { method: 'POST', path: '/api/v1/quotes', body };
}
