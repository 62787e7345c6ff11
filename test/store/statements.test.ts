import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const SOURCE = join(import.meta.dirname, '..', '..', 'src');

/** A database that is spread over several servers (Citus) refuses it, and then no quote can be created. */
describe('Every statement in the source', () => {
  it('gives back columns with RETURNING, and asks nothing more there', () => {
    const returning = globSync('**/*.ts', { cwd: SOURCE }).flatMap(returningsIn);
    assert.ok(returning.length >= 5, 'the statements are not where they were');
    assert.deepEqual(
      returning.filter(({ text }) => /\bSELECT\b/i.test(text)),
      [],
    );
  });
});

/** What stands behind RETURNING in the literals of a file, with the constants that they name filled in. */
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
