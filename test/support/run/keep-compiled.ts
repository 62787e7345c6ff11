import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createClient } from '../service/client.ts';
import { newDataFolder } from '../service/data-folder.ts';

/** Read by `load-bundle.mjs`. */
const KEEPS_COMPILED = 'TEST_KEEPS_COMPILED';
const KEY = 'prf_test_0123456789abcdefghijklmnopqrstuv';
const ITEM = { description: 'Work', quantity: 1, unitPrice: 10_000 };
const QUOTE = { customerId: 'cus_demo', title: 'Website', items: [ITEM] };

/** Starts the bundled program once and exercises the common paths, so that later starts reuse the compiled code. */
export async function keepCompiled(program: string): Promise<void> {
  const dataDir = await newDataFolder('proffer-compiled-');
  const child = spawn(process.execPath, [program, 'serve'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      PROFFER_API_KEY: KEY,
      DATA_DIR: dataDir,
      [KEEPS_COMPILED]: '1',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  let written = '';
  const url = new Promise<string>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      written += text;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(written);
      if (found) resolve(found[0]);
    });
  });
  await Promise.race([url.then(useAsTestsDo), ended]);
  child.kill();
  const [code] = await ended;
  await rm(dataDir, { recursive: true, force: true });
  if (code !== 0) throw new Error(`the bundled program ended with ${code}: ${written}`);
}

async function useAsTestsDo(url: string): Promise<void> {
  const api = createClient({ url, key: KEY });
  const { body: quote } = await api.post('/quotes', QUOTE);
  await api.patch(`/quotes/${quote.id}`, { title: 'Shop' });
  await api.get(`/quotes/${quote.id}`);
  await api.get('/quotes?limit=2');
  const { status, text } = await api.post(`/quotes/${quote.id}/convert-to-invoice`);
  if (status !== 201) throw new Error(text);
}
