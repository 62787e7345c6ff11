import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const RUNNER = fileURLToPath(new URL('../scripts/test.mjs', import.meta.url));
const GREEN = 'test/exit-code/green.ts';
const RED = 'test/exit-code/red.ts';
const BROKEN = 'test/exit-code/broken.ts';
const HANGING = 'test/exit-code/hanging.ts';
const BLOCKED = 'test/exit-code/blocked.ts';
const STRAY = 'test/exit-code/stray.ts';

describe('npm test', { concurrency: true }, () => {
  it('ends with 0 if all tests pass, and runs only the named files', async () => {
    const { code, output } = await runTests([GREEN]);
    assert.equal(code, 0, output);
    assert.match(output, /^\S* ?tests 1$/m);
  });

  it('ends with 1 if a test fails, and names its file and engine', async () => {
    const { code, output } = await runTests([GREEN, RED]);
    assert.equal(code, 1, output);
    assert.match(output, /^\S* ?pass 1$/m);
    assert.match(output, /^\S* ?fail 2$/m);
    expectNames(output);
  });

  it('ends with 1 for files run together, also if one cannot be loaded or an error is uncaught', async () => {
    const { code, output } = await runTests(['--together', STRAY, RED, BROKEN, GREEN]);
    assert.equal(code, 1, output);
    assert.match(output, /^\S* ?pass 1$/m);
    assert.match(output, /^\S* ?fail 4$/m);
    expectNames(output);
    assert.match(output, /✖ test\/exit-code\/broken\.ts › sqlite › can be loaded/);
    assert.match(output, /✖ test\/exit-code\/stray\.ts:\d+ › sqlite › does not await its error/);
    assert.match(output, /nobody waits for this/);
  });

  it('ends with 1 if tests hang, and names them', { timeout: 180_000 }, async () => {
    const { code, output } = await runTests(['--together', HANGING, BLOCKED], { TEST_TIMEOUT_S: '2' });
    assert.equal(code, 1, output);
    assert.match(output, /✖ test\/exit-code\/hanging\.ts:4 › sqlite › a suite › waits forever/);
    assert.match(output, /test timed out after 2000ms/);
    assert.match(output, /✖ still running: test\/exit-code\/blocked\.ts › a suite › blocks its process/);
  });

  it('ends with 1 at the time limit of the whole run, and names the running tests', async () => {
    const { code, output } = await runTests([HANGING], { TEST_RUN_TIMEOUT_S: '15' });
    assert.equal(code, 1, output);
    assert.match(output, /The tests have not ended after 15 s/);
    assert.match(output, /✖ still running: test\/exit-code\/hanging\.ts › a suite › waits forever/);
  });

  it('ends with 1 if a file does not exist', async () => {
    const { code, output } = await runTests(['test/exit-code/absent.ts']);
    assert.equal(code, 1, output);
  });
});

function expectNames(output: string): void {
  const red = output.split('\n').filter((line) => line.includes('✖') && line.includes('is noticed'));
  assert.equal(red.length, 4, output);
  for (const line of red)
    assert.match(line, /✖ test\/exit-code\/red\.ts:\d+ › (.* on SQLite|sqlite) › is noticed/);
}

async function runTests(
  args: string[],
  more: NodeJS.ProcessEnv = {},
): Promise<{ code: number; output: string }> {
  // A nested test run would otherwise report to the outer one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, [RUNNER, ...args], {
    env: { ...env, TEST_ENGINES: 'sqlite', ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code, output: stdout + stderr };
}
