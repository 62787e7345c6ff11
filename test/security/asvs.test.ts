import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const ASVS = read('docs/security/asvs.md');
const THREATS = read('docs/security/threat-model.md');
const PAGES = ['SECURITY.md', ...globSync('docs/security/*.md', { cwd: ROOT }).sort()];

/** The requirements of ASVS 5.0.0 by level and section. */
const REQUIREMENTS: Record<'1' | '2', string> = {
  1: `1.2:1,2,3,4,5 1.3:1,2 1.5:1 2.1:1 2.2:1,2 2.3:1 3.2:1,2 3.3:1 3.4:1,2 3.5:1,2,3 4.1:1 4.4:1 5.2:1,2 5.3:1,2
    6.1:1 6.2:1,2,3,4,5,6,7,8 6.3:1,2 6.4:1,2 7.2:1,2,3,4 7.4:1,2 8.1:1 8.2:1,2 8.3:1 9.1:1,2,3 9.2:1 10.4:1,2,3,4,5
    11.3:1,2 11.4:1 12.1:1 12.2:1,2 13.4:1 14.2:1 14.3:1 15.1:1 15.2:1 15.3:1`,
  2: `1.1:1,2 1.2:6,7,8,9 1.3:3,4,5,6,7,8,9,10,11 1.4:1,2,3 1.5:2 2.1:2,3 2.2:3 2.3:2,3,4 2.4:1 3.3:2,3,4 3.4:3,4,5,6
    3.5:4,5 3.7:1,2 4.1:2,3 4.2:1 4.3:1,2 4.4:2,3,4 5.1:1 5.2:3 5.4:1,2,3 6.1:2,3 6.2:9,10,11,12 6.3:3,4 6.4:3,4
    6.5:1,2,3,4,5 6.6:1,2,3 6.8:1,2,3,4 7.1:1,2,3 7.3:1,2 7.4:3,4,5 7.5:1,2 7.6:1,2 8.1:2 8.2:3 8.4:1 9.2:2,3,4 10.1:1,2
    10.2:1,2 10.3:1,2,3,4 10.4:6,7,8,9,10,11 10.5:1,2,3,4,5 10.6:1,2 10.7:1,2,3 11.1:1,2 11.2:1,2,3 11.3:3 11.4:2,3,4
    11.5:1 11.6:1 12.1:2,3 12.3:1,2,3,4 13.1:1 13.2:1,2,3,4,5 13.3:1,2 13.4:2,3,4,5 14.1:1,2 14.2:2,3,4 14.3:2,3
    15.1:2,3 15.2:2,3 15.3:2,3,4,5,6,7 16.1:1 16.2:1,2,3,4,5 16.3:1,2,3,4 16.4:1,2,3 16.5:1,2,3 17.1:1 17.2:1,2,3,4
    17.3:1,2`,
};
const STATES = ['met', 'partly', 'not met', 'operator'] as const;

interface Row {
  ids: string[];
  level?: string;
  state: string;
  evidence: string;
}

/** Rows of the chapters have one identifier with its level; those that do not apply have one or more without. */
function listRows(): Row[] {
  return ASVS.split('\n')
    .filter((line) => /^\| \d+\.\d+\.\d+/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, first = '', state = '', , evidence = '']) => {
      const [id = '', level] = first.split(' L');
      return level === undefined
        ? { ids: first.split(', '), state: 'does not apply', evidence: '' }
        : { ids: [id], level, state, evidence };
    });
}

/** Returns the files that a text names in code, each with the title of the test that may follow it. */
function listReferences(text: string): { path: string; title: string | undefined }[] {
  const found = text.matchAll(
    /`((?:src|test|docs|scripts|\.github)\/[\w./-]+|[\w-]*\.(?:md|json|ts)|Dockerfile|\.dockerignore)`(?: “(.+?)”(?=,| \||$))?/gm,
  );
  return [...found].map(([, path = '', title]) => ({ path, title }));
}

test('every requirement of levels 1 and 2 is in the table once, with its level', () => {
  const expected = new Map<string, string>(
    Object.entries(REQUIREMENTS).flatMap(([level, sections]) =>
      sections.split(/\s+/).flatMap((entry) => {
        const [section, numbers = ''] = entry.split(':');
        return numbers.split(',').map((number) => [`${section}.${number}`, level] as const);
      }),
    ),
  );
  assert.equal(expected.size, 253);
  const rows = listRows();
  const ids = rows.flatMap((row) => row.ids);
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
  assert.deepEqual([...ids].sort(), [...expected.keys()].sort());
  for (const { ids, level } of rows) {
    if (level !== undefined) assert.equal(level, expected.get(ids[0] ?? ''), ids.join());
  }
});

test('every requirement that applies has a state and something that shows it, and the text counts them', () => {
  const rows = listRows().filter(({ level }) => level !== undefined);
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  const list = (state: string) =>
    rows
      .filter((row) => row.state === state)
      .flatMap(({ ids }) => ids)
      .join(', ');
  for (const { ids, state, evidence } of rows) {
    assert.ok((STATES as readonly string[]).includes(state), `${ids}: ${state}`);
    assert.match(evidence, /^(?:by design: )?`/, `${ids}: nothing shows it`);
    // What no test shows says so, unless somebody else decides it.
    const isShown = /\.test\.ts`/.test(evidence) !== evidence.startsWith('by design');
    assert.ok(isShown || ['operator', 'not met'].includes(state), `${ids}: a test, or by design`);
  }
  const [met, partly, notMet, operator] = STATES.map(count);
  const intro = ASVS.slice(0, ASVS.indexOf('\n## ')).replaceAll('\n', ' ');
  for (const part of [
    `has 253 requirements of levels 1 and 2 (L1, L2). Of these, ${rows.length} apply`,
    `${met} are met, ${partly} partly met and ${notMet} not met; ${operator} are decided by whoever runs`,
    `${253 - rows.length} do not apply.`,
    `- Partly met: ${list('partly')}.`,
    `- Not met: ${list('not met')}.`,
  ]) {
    assert.ok(intro.includes(part), part);
  }
});

test('each of the twenty worst things has a test', () => {
  const rows = THREATS.split('\n').filter((line) => /^\| \d+ \|/.test(line));
  assert.deepEqual(
    rows.map((row) => Number(row.split('|')[1])),
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
  for (const row of rows) {
    const tests = listReferences(row.split('|')[4] ?? '').filter(({ path }) => path.endsWith('.test.ts'));
    assert.ok(tests.length > 0, row);
  }
});

test('every file, test and page that is named exists', () => {
  let titles = 0;
  for (const page of PAGES) {
    const text = read(page);
    for (const { path, title } of listReferences(text)) {
      assert.ok(existsSync(join(ROOT, path)), `${page} names ${path}`);
      if (title === undefined) continue;
      titles++;
      const source = read(path).replaceAll("\\'", "'");
      assert.ok(source.includes(title), `${page}: ${path} has no test “${title}”`);
    }
    assert.doesNotMatch(text, /“[^”]*\|/, `${page} has a title that is not closed`);
    for (const [, link = ''] of text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)) {
      assert.ok(existsSync(join(ROOT, dirname(page), link)), `${page} links to ${link}`);
    }
  }
  assert.ok(titles > 60, `${titles} titles of tests`);
});
