import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { manyItems, sampleQuote } from '../../../../test/fixtures/documents.ts';
import { dataUrl, PNG, svg } from '../../../../test/support/pdf/logos.ts';
import { MEMORY_BYTES, WAIT_MS } from '../../../../test/support/pdf/moody-worker.ts';
import { newDataFolder } from '../../../../test/support/service/data-folder.ts';
import { safeError } from '../../../app/telemetry/safe-error.ts';
import { RenderError } from '../../../domain/render-error.ts';
import { toProblem } from '../../../http/server/problem-reply.ts';
import { findBundler } from '../../../pages/scripts.ts';
import type { RendererOptions } from '../renderer.ts';
import { createPool } from './pool.ts';
import { createTypesetter } from './typesetter.ts';
import { watchOtherRequests } from './watch-others.ts';

const pools: ReturnType<typeof createPool>[] = [];
let folder: string;
let thread: string;
before(async () => {
  folder = await newDataFolder('proffer-moody-worker-');
  thread = join(folder, 'moody-worker.mjs');
  // Bundled, because about fifty threads start here. Fonts and packages are resolved relative to this file.
  const source = join(import.meta.dirname, '../../../../test/support/pdf/moody-worker.ts');
  const options = [
    '--bundle',
    '--platform=node',
    '--format=esm',
    '--log-level=warning',
    `--outfile=${thread}`,
  ];
  const here = [
    `--define:import.meta.dirname=${JSON.stringify(import.meta.dirname)}`,
    `--define:import.meta.url=${JSON.stringify(import.meta.url)}`,
  ];
  await promisify(execFile)(findBundler(process.platform, process.arch), [source, ...options, ...here]);
  // Texts are read from the folder of `src/i18n/texts.ts`.
  const bundle = await readFile(thread, 'utf8');
  const placed = bundle.replace('`./${place}/${language}/`', '`../../../i18n/${place}/${language}/`');
  assert.notEqual(placed, bundle);
  await writeFile(thread, placed);
});
after(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await rm(folder, { recursive: true, force: true });
});

/** Starts one thread by default, so that the document after a failure needs a new thread. */
function startPool(options: RendererOptions = {}) {
  const pool = createPool(async () => new Worker(thread), { workers: 1, ...options });
  pools.push(pool);
  const typesetter = createTypesetter(pool, options);
  return {
    ...pool,
    ...typesetter,
    /** Returns the thread that typeset the document. */
    set: async (title: string, more: Partial<Parameters<typeof sampleQuote>[0]> = {}) => {
      const source = sampleQuote({
        items: [['One thing', 1, 100]],
        ...more,
        quote: { ...more.quote, title },
      });
      return Buffer.from((await typesetter.render(source)).pdf).toString();
    },
  };
}

describe('a thread that', () => {
  for (const [title, reason, message] of [
    ['trap', 'failed', /RuntimeError: unreachable/],
    ['exit', 'failed', /the thread ended with 3/],
    ['hang', 'timeout', /not done after 250 ms/],
  ] as const) {
    test(`meets “${title}” during a document fails only that document`, async () => {
      const pool = startPool({ timeoutMs: 250 });
      const first = await pool.set('fine');
      const broken = pool.set(title);
      const waiting = ['next', 'and the next'].map((next) => pool.set(next));
      await assert.rejects(broken, isRenderError(reason, message));
      const [next, last] = await Promise.all(waiting);
      assert.notEqual(next, first);
      assert.equal(last, next);
    });
  }

  test('rejects a document with a reason continues with the next', async () => {
    const pool = startPool();
    const first = await pool.set('fine');
    await assert.rejects(pool.set('refuse'), isRenderError('failed', /said no/));
    assert.equal(await pool.set('next'), first);
  });

  test('meets a limit of the typesetter blames the text, and the log says which limit', async () => {
    const pool = startPool();
    const quote = { title: 'fine', description: 'A longer text without fault', terms: 'tangled' };
    const error = await pool.render(sampleQuote({ quote })).catch((error: unknown) => error);
    const { status, code, message, errors } = toProblem(error);
    assert.deepEqual([status, code, errors.map(({ path }) => path)], [409, 'pdf_too_large', ['/terms']]);
    assert.match(message, /The text at \/terms is too complex/);
    assert.equal(safeError(error).code, 'typst: maximum grouping depth exceeded');
    await assert.rejects(pool.set('refuse'), (error) => safeError(error).code === 'typst: said no');
  });

  test('lacks open files says so, and is not to blame on the document', async () => {
    const pool = startPool();
    await assert.rejects(pool.set('starve'), isStarved);
    await pool.set('next');
    // A logo is not to blame either, and stays in the document.
    await assert.rejects(pool.set('fine', { account: { logo: svg('<desc>starve</desc>') } }), isStarved);
  });

  test('cannot start says why', async () => {
    const errors = [
      Object.assign(new Error('open failed'), { code: 'EMFILE' }),
      Object.assign(new Error('Worker initialization failure: EMFILE'), { code: 'ERR_WORKER_INIT_FAILED' }),
    ];
    for (const error of errors) {
      const pool = createTypesetter(createPool(() => Promise.reject(error), {}));
      await assert.rejects(pool.render(sampleQuote({})), isStarved);
    }
  });

  test('crashes leaves the cause for the log', async () => {
    const error = await startPool()
      .set('trap')
      .catch((error: unknown) => error);
    assert.equal(safeError(error).code, 'RuntimeError: unreachable');
  });

  test('crashes on a logo retries the document without it', async () => {
    const pool = startPool();
    const first = await pool.set('fine');
    assert.notEqual(await pool.set('picture', { account: { logo: dataUrl('png', PNG) } }), first);
  });

  test('waits for a core is not timed out: only CPU time counts', async () => {
    const pool = startPool({ timeoutMs: WAIT_MS / 2 });
    assert.equal(await pool.set('fine'), await pool.set('wait'));
  });

  test('has grown too large is replaced immediately', async () => {
    const pool = startPool({ recycleBytes: MEMORY_BYTES / 4 });
    assert.notEqual(await pool.set('one'), await pool.set('another'));
  });

  test('has grown somewhat serves until its successor is ready', { timeout: 30_000 }, async () => {
    const pool = startPool({ recycleBytes: MEMORY_BYTES - 1 });
    const first = await pool.set('one');
    let thread = first;
    while (thread === first) thread = await pool.set('more');
  });
});

describe('a thread', () => {
  test('ends when idle, and the next document gets another', { timeout: 30_000 }, async () => {
    const pool = startPool({ idleMs: 1 });
    const first = await pool.set('one');
    let thread = first;
    while (thread === first) {
      await delay(2);
      thread = await pool.set('more');
    }
    const busy = startPool({ idleMs: 1 });
    await busy.set('wait');
  });

  test('says that no other is left when it ends idle', async () => {
    const ended = Promise.withResolvers<void>();
    const pool = startPool({ workers: 2, idleMs: 1, onIdle: ended.resolve });
    await Promise.all([pool.set('one'), pool.set('another')]);
    await ended.promise;
  });
});

describe('a document that waits too long for a thread', () => {
  test('is rejected as busy, and a running one is not', async () => {
    const pool = startPool({ maxWaitMs: WAIT_MS / 4 });
    await pool.warmUp();
    const begun = pool.set('wait');
    const waiting = Promise.allSettled([pool.set('next'), pool.set('and the next')]);
    const first = await begun;
    for (const result of await waiting) {
      assert.ok(result.status === 'rejected');
      assert.ok(isRenderError('busy', /too many/)(result.reason));
    }
    assert.equal(await pool.set('later'), first, 'there is room again');
  });

  test('is rejected after 20 seconds', async (t) => {
    const pool = startPool({});
    await pool.warmUp();
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const begun = pool.set('wait');
    let isRejected = false;
    const waiting = pool.set('next').catch((error: unknown) => {
      isRejected = isRenderError('busy', /too many/)(error);
    });
    await Promise.resolve();
    t.mock.timers.tick(19_990);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isRejected, false);
    t.mock.timers.tick(20);
    await waiting;
    assert.equal(isRejected, true);
    t.mock.timers.reset();
    await begun;
  });

  test('counts the wait for its logo too', async () => {
    const pool = startPool({ maxWaitMs: WAIT_MS * 1.5 });
    await pool.warmUp();
    // Its logo waits once, then the document waits again: each wait is short enough, but not both together.
    const logo = svg('<desc>wait</desc>');
    const late = pool.set('with a logo', { account: { logo } });
    const begun = pool.set('wait', { account: { id: 'acc_other' } });
    await assert.rejects(late, isRenderError('busy', /too many/));
    await begun;
  });
});

describe('while other requests arrive', () => {
  test('a core is reserved for them, and no longer', { timeout: 30_000 }, async () => {
    let responded = 0;
    const pool = startPool({ workers: 2, processors: 2, responded: () => responded });
    const twoAtOnce = async () => (await Promise.all([pool.set('one'), pool.set('two')])) as [string, string];
    const [first, second] = await twoAtOnce();
    assert.notEqual(first, second);
    let threads = [first, second];
    while (threads[0] !== threads[1]) {
      responded += 1000;
      threads = await twoAtOnce();
    }
    while (threads[0] === threads[1]) threads = await twoAtOnce();
  });

  test('requests that wait for documents do not count as others', () => {
    let [now, responded] = [0, 2 ** 31 - 30];
    const others = watchOtherRequests(
      () => responded | 0,
      () => now,
    );
    const afterOneSecond = (responses: number, documents: number) => {
      now += 1000;
      responded += responses;
      for (let ended = 0; ended < documents; ended++) others.documentEnded();
      return others.areArriving();
    };
    assert.equal(afterOneSecond(20, 20), false);
    assert.equal(afterOneSecond(20, 0), true);
    now += 10;
    assert.ok(others.areArriving());
    assert.equal(afterOneSecond(23, 20), false);
    assert.equal(afterOneSecond(30, 20), true);
  });
});

describe('a logo', () => {
  for (const [mood, message] of [
    ['hang', /takes too long/],
    ['trap', /can be drawn/],
    ['exit', /can be drawn/],
    ['refuse', /can be drawn/],
  ] as const) {
    const logo = svg(`<desc>${mood}</desc>`);
    // Only a hanging logo may reach the limit, whatever the load of the machine.
    const logoMs = mood === 'hang' ? 250 : 60_000;

    test(`that meets “${mood}” during its check is rejected with a reason`, async () => {
      const pool = startPool({ logoMs });
      assert.match((await pool.checkLogo('acc_1', logo)) ?? 'accepted', message);
      assert.equal(await pool.checkLogo('acc_1', svg('')), undefined);
    });

    test(`that meets “${mood}” is left out of documents, and nothing else is`, async () => {
      const pool = startPool({ logoMs });
      const source = sampleQuote({
        items: [['One thing', 1, 100]],
        account: { logo },
        quote: { title: 'files', status: 'ACCEPTED' },
        acceptance: { signature: 'M0 0L9 9' },
      });
      const { pdf, logoError } = await pool.render(source);
      assert.equal(Buffer.from(pdf).toString(), '/signature.svg');
      assert.match(logoError ?? 'drawn', message);
    });
  }

  test('that takes long is checked once for any number of documents', async () => {
    const pool = startPool({ logoMs: 250 });
    const logo = svg('<desc>hang</desc>');
    const account = { logo };
    const [one, ...others] = await Promise.all(['a', 'b', 'c'].map((title) => pool.set(title, { account })));
    assert.deepEqual(new Set([...others, await pool.set('d', { account })]), new Set([one]));
  });

  test('that makes a document too slow is left out, and the document is typeset', async () => {
    const pool = startPool({ timeoutMs: 250 });
    const source = sampleQuote({
      items: [['One thing', 1, 100]],
      account: { logo: dataUrl('png', PNG) },
      quote: { title: 'slow with a logo', status: 'ACCEPTED' },
      acceptance: { signature: 'M0 0L9 9' },
    });
    const { pdf, logoError } = await pool.render(source);
    assert.equal(Buffer.from(pdf).toString(), '/signature.svg');
    assert.match(logoError ?? 'drawn', /takes too long/);
  });
});

describe('the queue', () => {
  test('serves accounts in turn, however much one of them requests', async () => {
    const pool = startPool({ queueLimit: 100 });
    const served: string[] = [];
    const ask = async (id: string) => {
      await pool.set('fine', { account: { id } });
      served.push(id);
    };
    const all = Array.from({ length: 40 }, () => ask('greedy'));
    all.push(ask('modest'), ask('third'), ask('modest'));
    await Promise.all(all);
    assert.deepEqual(
      served.slice(0, 7).filter((id) => id !== 'greedy'),
      ['modest', 'third', 'modest'],
    );
  });

  test('leaves room for other accounts, and rejects the one with the most entries if full', async () => {
    const pool = startPool({ queueLimit: 5 });
    const ask = (id: string) =>
      pool.set('fine', { account: { id } }).then(
        () => `${id} served`,
        (error) => (error instanceof RenderError ? `${id} ${error.reason}` : Promise.reject(error)),
      );
    const asked = ['a', 'a', 'a', 'a', 'a', 'a', 'b', 'b', 'c'].map(ask);
    assert.deepEqual(await Promise.all(asked), [
      // One is running, four may wait, and two of these make room.
      'a served',
      'a served',
      'a served',
      'a busy',
      'a busy',
      'a busy',
      'b served',
      'b served',
      'c served',
    ]);
  });

  test('rejects immediately if it is full', async () => {
    const pool = startPool({ queueLimit: 1 });
    const taken = [pool.set('one'), pool.set('two')];
    await assert.rejects(pool.set('three'), isRenderError('busy', /too many/));
    await Promise.all(taken);
  });

  test('leaves a thread to short documents, however many long ones come', async () => {
    const pool = startPool({ workers: 2 });
    const long = [1, 2].map(() => pool.set('hang', { items: manyItems(101) }));
    const ended = Promise.allSettled(long);
    await pool.set('short');
    await pool.close();
    assert.ok((await ended).every(({ status }) => status === 'rejected'));
  });

  test('starts documents together only if they fit in memory, in turn for each account', async () => {
    const terms = 'a\n'.repeat(5000);
    const serve = async (memoryBytes: number) => {
      const pool = startPool({ workers: 4, processors: 4, memoryBytes });
      const served: string[] = [];
      const threads = new Set<string>();
      const ask = async (id: string) => {
        threads.add(await pool.set('fine', { account: { id }, quote: { terms } }));
        served.push(id);
      };
      await Promise.all(['greedy', 'greedy', 'greedy', 'modest'].map(ask));
      return { served, threads: threads.size };
    };
    // Each takes 64 MB for its thread and 50 MB for its lines.
    assert.deepEqual(await serve(200e6), { served: ['greedy', 'greedy', 'modest', 'greedy'], threads: 1 });
    assert.equal((await serve(240e6)).threads, 2);
  });

  test('ends a thread that has grown before a document that needs its memory', async () => {
    const pool = startPool({ memoryBytes: 120e6 });
    const first = await pool.set('fine');
    assert.equal(await pool.set('fine'), first);
    assert.equal(await pool.set('grow'), first);
    assert.notEqual(await pool.set('fine', { quote: { terms: 'a\n'.repeat(5000) } }), first);
  });

  test('is settled on close, and accepts no more', async () => {
    const pool = startPool();
    const settled = Promise.allSettled([pool.set('hang'), pool.set('waiting')]);
    await pool.close();
    assert.ok((await settled).every(({ status }) => status === 'rejected'));
    await assert.rejects(pool.set('late'), RenderError);
  });
});

test('the error says what happened and what to do, without internal details', () => {
  const messages = (['busy', 'timeout', 'failed', 'stopped'] as const).map((reason) => {
    const { status, code, message, headers } = toProblem(new RenderError(reason, 'wasm-function[226]'));
    assert.doesNotMatch(message, /wasm/);
    return [status, code, headers['Retry-After']];
  });
  assert.deepEqual(messages, [
    [503, 'pdf_busy', '2'],
    [500, 'pdf_failed', undefined],
    [500, 'pdf_failed', undefined],
    [503, 'unavailable', '2'],
  ]);
});

/** The response says that it is temporary, and the log has the cause. */
function isStarved(error: unknown): boolean {
  return toProblem(error).status === 503 && safeError(error).code === 'EMFILE';
}

function isRenderError(reason: string, message: RegExp) {
  return (error: unknown) =>
    error instanceof RenderError && error.reason === reason && message.test(error.message);
}
