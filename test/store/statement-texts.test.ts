import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findUnnamedAccounts, subselectsOf } from '../support/postgres/citus-statements.ts';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');

/** A distributed database (Citus) rejects anything but columns in RETURNING, and subselects that leave the server. */
describe('Every statement in the source', () => {
  it('returns only columns with RETURNING', () => {
    const returning = globSync('**/*.ts', { cwd: SOURCE }).flatMap(returningsIn);
    assert.ok(returning.length >= 5, 'the statements are not where they were');
    assert.deepEqual(
      returning.filter(({ text }) => /\bSELECT\b/i.test(text)),
      [],
    );
  });

  it('names the account in every subselect that reads rows of accounts', () => {
    const sources = readSources();
    assert.ok(sources.flatMap(subselectsOf).length > 50, 'the statements are not where they were');
    assert.deepEqual(sources.flatMap(findUnnamedAccounts), []);
  });

  // Citus computes what names no column before it sends a write on, and so makes `CASE state WHEN 'sent'` a boolean.
  it('compares in every WHEN', () => {
    assert.deepEqual(
      readSources().flatMap((source) => source.match(/\bCASE (?!WHEN |\$\{)\S+ WHEN .*?\bEND\b/g) ?? []),
      [],
    );
  });
});

function readSources(): string[] {
  return globSync('**/*.ts', { cwd: SOURCE, exclude: ['store/migrations/**', '**/*.test.ts'] }).map((file) =>
    readFileSync(join(SOURCE, file), 'utf8').replaceAll(/\s+/g, ' '),
  );
}

/** Returns the text after RETURNING in the literals of a file, with the constants in it replaced by their values. */
function returningsIn(file: string): { file: string; text: string }[] {
  const source = readFileSync(join(SOURCE, file), 'utf8');
  return [...source.matchAll(/RETURNING([^`]*)`/g)].map(([, text = '']) => ({
    file,
    text: text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => constantIn(source, name)),
  }));
}

function constantIn(source: string, name: string): string {
  const found = new RegExp(`const ${name} =([^;]*);`).exec(source);
  assert.ok(
    found,
    `RETURNING has \${${name}} in it, which is no constant of its file: it cannot be read here`,
  );
  return found[1] as string;
}
