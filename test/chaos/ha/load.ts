import { setTimeout as delay } from 'node:timers/promises';
import { TEST_KEY } from '../../support/service/service.ts';

interface Acknowledged {
  title: string;
  id: string;
  number: string;
  at: number;
}

interface Failure {
  at: number;
  /** Such as `POST 503`, "without Retry-After" if it is missing, or the network error. */
  what: string;
}

export interface Load {
  readonly acknowledged: readonly Acknowledged[];
  readonly failures: readonly Failure[];
  /** Responses that must never occur. */
  readonly violations: string[];
  /** Ends the load, and checks that every acknowledged quote exists once. */
  finish(): Promise<void>;
}

const WRITERS = 6;
const READERS = 2;
const MAX_TRIES = 200;
const PAGE = 100;

/** Creates quotes on both processes, each with its key until acknowledged, and reads acknowledged ones. */
export function startLoad(urls: readonly string[]): Load {
  const run = crypto.randomUUID().slice(0, 8);
  const acknowledged: Acknowledged[] = [];
  const failures: Failure[] = [];
  const violations: string[] = [];
  let isOver = false;
  let count = 0;

  async function call(turn: number, path: string, init: RequestInit = {}) {
    const method = init.method ?? 'GET';
    const fail = (what: string) => failures.push({ at: performance.now(), what: `${method} ${what}` });
    try {
      const reply = await fetch(`${urls[turn % urls.length]}/api/v1${path}`, {
        ...init,
        headers: { Authorization: `Bearer ${TEST_KEY}`, 'Content-Type': 'application/json', ...init.headers },
        signal: AbortSignal.timeout(15_000),
      });
      const text = await reply.text();
      if (reply.status === 503) fail(reply.headers.has('retry-after') ? '503' : '503 without Retry-After');
      // A repeat that overtakes its own first attempt gets a 409.
      else if (reply.status === 409 && method === 'POST') fail('409');
      else if (reply.status >= 400)
        violations.push(`${method} ${path}: ${reply.status} ${text.slice(0, 200)}`);
      return { status: reply.status, body: reply.ok ? JSON.parse(text) : undefined };
    } catch (error) {
      fail(`no answer (${(error as Error).name})`);
      return { status: 0, body: undefined };
    }
  }

  async function write(turn: number): Promise<void> {
    const title = `ha-${run}-${++count}`;
    const items = [{ description: 'Work', quantity: 1, unitPrice: 100 }];
    const body = JSON.stringify({ customerId: 'cus_demo', title, items });
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const init = { method: 'POST', body, headers: { 'Idempotency-Key': title } };
      const reply = await call(turn + tries, '/quotes', init);
      if (reply.status === 201) {
        acknowledged.push({ title, id: reply.body.id, number: reply.body.number, at: performance.now() });
        return;
      }
      await delay(300);
    }
    violations.push(`${title} was not accepted in ${MAX_TRIES} attempts`);
  }

  async function check({ id, title, number }: Acknowledged, turn: number): Promise<void> {
    const { status, body } = await call(turn, `/quotes/${id}`);
    if (status === 200 && (body.title !== title || body.number !== number))
      violations.push(`${number} was returned with another id`);
  }

  const again = async (action: (turn: number) => Promise<void>, restMs: number, first: number) => {
    for (let turn = first; !isOver; turn++) {
      await action(turn);
      await delay(restMs);
    }
  };
  const readOne = async (turn: number) => {
    const one = acknowledged[Math.floor(Math.random() * acknowledged.length)];
    if (one) await check(one, turn);
  };
  const work = [
    ...Array.from({ length: WRITERS }, (_, index) => again(write, 30, index)),
    ...Array.from({ length: READERS }, (_, index) => again(readOne, 100, index)),
  ];

  async function checkList(): Promise<void> {
    const titles: string[] = [];
    const numbers: string[] = [];
    for (let page = 1; ; page++) {
      const { body } = await call(page, `/quotes?limit=${PAGE}&page=${page}`);
      const quotes = (body?.data ?? []) as { title: string; number: string }[];
      titles.push(...quotes.map((quote) => quote.title));
      numbers.push(...quotes.map((quote) => quote.number));
      if (quotes.length < PAGE) break;
    }
    for (const { title, number } of acknowledged) {
      const times = titles.filter((other) => other === title).length;
      if (times !== 1) violations.push(`${number} is in the list ${times} times`);
    }
    if (new Set(numbers).size !== numbers.length) violations.push('a number was used twice');
  }

  return {
    acknowledged,
    failures,
    violations,
    async finish() {
      isOver = true;
      await Promise.all(work);
      for (const [turn, one] of acknowledged.entries()) await check(one, turn);
      await checkList();
    },
  };
}
