import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { makeTwoInstallations } from '../support/account-export/two-installations.ts';
import { PROGRAM, PROGRAM_ENV } from '../support/service/program.ts';
import { everyEngine } from '../support/service/service.ts';

const STEP_MS = 40;

for (const from of everyEngine()) {
  for (const to of everyEngine()) {
    describe(`A move of an account from ${from} to ${to}`, () => {
      it('survives kills of its process at any time', { timeout: 300_000 }, async () => {
        const two = await makeTwoInstallations(from, to);
        try {
          const { accountId } = two.account;
          const options = ['--account', accountId, '--from', two.places.source, '--to', two.places.target];
          const secrets = ['--from-secret', two.files.source, '--to-secret', two.files.target];
          const args = [...PROGRAM, 'move', ...options, ...secrets];
          let code: number | null = null;
          let kills = 0;
          // Each try lives a little longer, so the kills reach every part of the work; a start takes about 200 ms.
          for (let limit = 160; code !== 0; limit += STEP_MS) {
            const child = spawn(process.execPath, args, {
              env: PROGRAM_ENV,
              stdio: ['ignore', 'ignore', 'pipe'],
            });
            const written: string[] = [];
            child.stderr.setEncoding('utf8').on('data', (text: string) => written.push(text));
            const closed = once(child, 'close');
            const isOver = await Promise.race([closed.then(() => true), delay(limit).then(() => false)]);
            if (!isOver) kills += Number(child.kill('SIGKILL'));
            [code] = (await closed) as [number | null];
            // The process may be killed when all is done.
            if (code === 1 && /moved into the target already/.test(written.join(''))) break;
            assert.ok(code === 0 || code === null, written.join(''));
          }
          assert.ok(kills > 2, `${kills} kills`);
          const target = await two.start('target');
          const { body } = await target.client(two.account.key).get('/quotes');
          assert.equal(body.data.length, 4);
          await target.close();
        } finally {
          await two.remove();
        }
      });
    });
  }
}
