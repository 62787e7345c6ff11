import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { releaseChangelog } from '../../scripts/release/changelog.ts';
import { setVersion, VERSIONED_FILES } from '../../scripts/release/version.ts';
import { temporaryFolder } from '../support/service/cli.ts';

const VERSION = '9.8.7';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let clone: string;
const git = (...args: string[]) => execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8' }).trim();

/** Makes a clone whose last commit has the scripts of this checkout, and tags the commit of a release after it. */
before(async () => {
  folder = await temporaryFolder();
  clone = join(folder.path, 'proffer');
  execFileSync('git', ['clone', '-q', '--shared', process.cwd(), clone]);
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.test');
  cpSync('scripts', join(clone, 'scripts'), { recursive: true });
  // Nothing is unreleased in the commit of a release, where this runs too.
  change('CHANGELOG.md', (text) => text.replace('## [Unreleased]\n', '## [Unreleased]\n\n- Work.\n'));
  git('add', '-A');
  git('commit', '-q', '--no-gpg-sign', '-m', 'Work');
  const date = new Date(git('log', '-1', '--format=%cI')).toISOString().slice(0, 10);
  change('CHANGELOG.md', (text) => releaseChangelog(text, VERSION, date));
  for (const file of VERSIONED_FILES) change(file, (text) => setVersion(file, text, VERSION));
  git('commit', '-qa', '--no-gpg-sign', '-m', `Release ${VERSION}`);
  git('tag', `v${VERSION}`);
});
after(() => folder?.remove());

function change(file: string, edit: (text: string) => string): void {
  const path = join(clone, file);
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
}

/** Runs the release command, which ends before it packs anything, because its folder has a file of somebody else. */
function release(...options: string[]): string {
  const out = join(folder.path, 'out');
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'letter.txt'), 'not of a release');
  const args = ['scripts/release.ts', '--tagged', `v${VERSION}`, '--out', out, ...options];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: clone, encoding: 'utf8' });
  assert.equal(status, 1);
  return stderr;
}

test('a tag that is what the command makes of the commit before it is built', () => {
  const output = release('--dry-run');
  assert.match(output, /has files that are not of a release/);
  assert.doesNotMatch(output, /is not what|exists already/);
});

test('a release for another repository than the packages name ends before its tests', () => {
  const output = release('--repository', 'somebody/else');
  for (const name of ['package.json', 'clients/typescript/package.json', 'conformance/package.json']) {
    assert.ok(
      output.includes(`"repository" of ${name} is not git+https://github.com/somebody/else.git.`),
      output,
    );
  }
});

test('a tag with any other content is not built', () => {
  change('README.md', (text) => `${text}\nSlipped in.\n`);
  git('commit', '-qa', '--no-gpg-sign', '--amend', '--no-edit');
  git('tag', '-f', `v${VERSION}`);
  assert.match(release('--dry-run'), /v9\.8\.7 is not what "npm run release" makes of the commit before it/);
});
