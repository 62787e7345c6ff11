import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const TEXTS = [
  ...['*.md', 'docs/**/*.md', 'clients/*/*.md', 'conformance/*.md', 'connectors/*/*.md'],
  ...['src/**/*.ts', 'test/support/browser/*.ts'],
];

/** npx gets a package that is not there from npm, whoever published it under that name. */
test('each program that people are told to run by npx is in the checkout, or has a path', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { bin?: Record<string, string> }>;
  };
  const ours = new Set(Object.keys(manifest.bin));
  const installed = Object.entries(packages).filter(([path]) =>
    /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path),
  );
  for (const [, { bin = {} }] of installed) for (const name of Object.keys(bin)) ours.add(name);
  const named = globSync(TEXTS, { exclude: ['**/node_modules/**'] }).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bnpx ([\w@./-]+)/g)].map(([, name = '']) => ({ file, name })),
  );
  assert.ok(named.length >= 8);
  assert.deepEqual(
    named.filter(({ name }) => !name.startsWith('./') && !ours.has(name)),
    [],
  );
});
