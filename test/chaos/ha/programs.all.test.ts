import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';

it('npm run chaos:ha names missing programs and how to install them', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH: '/nonexistent' },
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.equal(stdout, '');
  assert.match(
    stderr,
    /^npm run chaos:ha needs .* Missing here: .*patroni.* On Debian: apt-get install .*patroni[^\n]*\n$/,
  );
});
