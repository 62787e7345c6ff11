// Makes a release: npm run release -- [--dry-run] [--twice] [--version X.Y.Z] [--out FOLDER]
//   [--image] [--base IMAGE] [--npmrc FILE] [--tagged vX.Y.Z] [--repository OWNER/NAME]
//
// The version is set, and the changelog completed, in a copy of the repository at its last commit. Everything is built
// from that copy, and all times are those of the last commit: whoever releases the same commit with the same Node and
// npm gets the same bytes. --twice builds everything a second time and compares. Without --dry-run, the commit and the tag
// of the release are brought back into the repository, after everything has been built. Nothing is published.
// --tagged builds the files of a release that has its tag already, and fails if the tag says anything else than this
// command would. --repository fails if a package that is to be published names another one, as npm would.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readReleaseNotes, releaseChangelog } from './release/changelog.ts';
import { assertReplaceable, listDifferences } from './release/checksums.ts';
import { createProvenance } from './release/provenance.ts';
import { stabilizeSbom } from './release/sbom.ts';
import { nextMinor, setVersion, VERSIONED_FILES } from './release/version.ts';

const ROOT = join(import.meta.dirname, '..');
const PACKAGES = ['.', 'clients/typescript', 'conformance'];

const { values: options } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    version: { type: 'string' },
    out: { type: 'string' },
    twice: { type: 'boolean', default: false },
    image: { type: 'boolean', default: false },
    base: { type: 'string' },
    npmrc: { type: 'string' },
    tagged: { type: 'string' },
    repository: { type: 'string' },
  },
});

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const version = options.tagged?.replace(/^v/, '') ?? options.version ?? nextMinor(manifest.version);
const tag = `v${version}`;
const out = resolve(options.out ?? join(ROOT, 'release', version));
// The last commit is read once, because somebody may commit while the files are built.
const source = git(ROOT, 'rev-parse', options.tagged === undefined ? 'HEAD' : `${tag}^`);
const time = new Date(git(ROOT, 'log', '-1', '--format=%cI', source));

assertReady();
const sums = withCopy((copy) => {
  const built = build(copy, out);
  if (options.twice) buildAgain(built);
  if (!options['dry-run'] && options.tagged === undefined) bringBack(copy);
  return built;
});
process.stdout.write(`${sums}\n${describeResult()}\n`);

/** Gives `work` a copy of the repository with the commit and the tag of the release, and removes it afterwards. */
function withCopy<T>(work: (copy: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'proffer-release-'));
  // The name of the folder is part of the list of dependencies.
  const copy = join(folder, 'proffer');
  try {
    prepareCopy(copy);
    return work(copy);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds everything from another copy. If a file differs from the first build, keeps both and throws. */
function buildAgain(first: string): void {
  const target = `${out}.second`;
  const differences = listDifferences(
    first,
    withCopy((copy) => build(copy, target)),
  );
  if (differences.length > 0) {
    throw new Error(`Two builds differ: compare ${differences.join(', ')} in ${out} and ${target}.`);
  }
  rmSync(target, { recursive: true });
}

/** Takes the commit of the release over first: it fails if the repository has moved on, and then there is no tag. */
function bringBack(copy: string): void {
  git(ROOT, 'fetch', '-q', '--no-tags', copy, 'HEAD');
  git(ROOT, 'merge', '-q', '--ff-only', 'FETCH_HEAD');
  git(ROOT, 'fetch', '-q', copy, `refs/tags/${tag}:refs/tags/${tag}`);
}

/** Builds all files of the release from the copy, and returns their checksums. */
function build(copy: string, target: string): string {
  assertReplaceable(target);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const write = (name: string, text: string) => {
    writeFileSync(join(target, name), text);
    return name;
  };
  const files = PACKAGES.map((folder) => pack(join(copy, folder), target));
  files.push(write(`proffer-${version}.cdx.json`, createSbom(copy)));
  if (options.image) files.push(buildImage(copy, target));
  const changelog = readFileSync(join(copy, 'CHANGELOG.md'), 'utf8');
  files.push(write('RELEASE-NOTES.md', readReleaseNotes(changelog, version)));
  const subjects = files.map((name) => ({ name, sha256: hashFile(join(target, name)) }));
  const tools = { node: process.versions.node, npm: run('npm', ['--version'], copy).trim() };
  const provenance = createProvenance({ subjects, commit: source, version, time, tools });
  files.push(write('provenance.intoto.json', `${JSON.stringify(provenance, null, 2)}\n`));
  const lines = files.map((name) => `${hashFile(join(target, name))}  ${name}\n`).join('');
  write('SHA256SUMS', lines);
  return lines;
}

function assertReady(): void {
  const problems = [
    !options['dry-run'] &&
      git(ROOT, 'status', '--porcelain', '--untracked-files=no') !== '' &&
      'There are changes that are not committed.',
    options.tagged === undefined &&
      git(ROOT, 'tag', '--list', tag) !== '' &&
      `The tag ${tag} exists already.`,
    ...listForeignPackages(),
    !existsSync(join(ROOT, 'test/fixtures/stored', version)) &&
      `There is no stored database of ${version} for the upgrade tests of later versions. Run: npm run store-database -- test/fixtures/stored/${version}`,
  ].filter((problem) => problem !== false);
  if (problems.length === 0) {
    testAll();
    return;
  }
  process.stderr.write(`${problems.join('\n')}\n`);
  // A dry run shows what would stop the release, and goes on.
  if (!options['dry-run']) process.exit(1);
}

/** npm publishes a package with its provenance only from the repository that the package names. */
function listForeignPackages(): string[] {
  if (options.repository === undefined) return [];
  const url = `git+https://github.com/${options.repository}.git`;
  return PACKAGES.map((folder) => join(folder, 'package.json')).flatMap((file) => {
    const { repository } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as {
      repository?: { url?: string };
    };
    return repository?.url === url ? [] : [`"repository" of ${file} is not ${url}.`];
  });
}

/** Runs every test of the commit before anything is built; a failure ends the release. A dry run builds only. */
function testAll(): void {
  if (!options['dry-run']) execFileSync('npm', ['run', 'test:all'], { cwd: ROOT, stdio: 'inherit' });
}

/** Clones the repository, sets the version, and commits and tags the release there. */
function prepareCopy(copy: string): void {
  const read = (file: string) => readFileSync(join(copy, file), 'utf8');
  git(ROOT, 'clone', '-q', '--no-hardlinks', ROOT, copy);
  git(copy, 'reset', '-q', '--hard', source);
  for (const file of VERSIONED_FILES) writeFileSync(join(copy, file), setVersion(file, read(file), version));
  const changelog = releaseChangelog(read('CHANGELOG.md'), version, time.toISOString().slice(0, 10));
  writeFileSync(join(copy, 'CHANGELOG.md'), changelog);
  const dates = { GIT_AUTHOR_DATE: time.toISOString(), GIT_COMMITTER_DATE: time.toISOString() };
  for (const [name, other] of Object.entries({ 'user.name': 'Proffer', 'user.email': 'release@localhost' })) {
    git(copy, 'config', name, git(ROOT, 'config', '--default', other, '--get', name));
  }
  git(copy, 'add', ...VERSIONED_FILES, 'CHANGELOG.md');
  // A signature would ask for a passphrase, and whoever publishes the release can sign its checksums.
  execFileSync('git', ['-C', copy, 'commit', '--no-gpg-sign', '-qm', `Release ${version}`], {
    env: { ...process.env, ...dates },
  });
  if (options.tagged === undefined) {
    execFileSync('git', ['-C', copy, 'tag', '--no-sign', '-am', `Proffer ${version}`, tag], {
      env: { ...process.env, ...dates },
    });
  } else assertTagged(copy);
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
}

/** Fails if the existing tag has another content than the release that was just prepared. */
function assertTagged(copy: string): void {
  if (git(copy, 'rev-parse', 'HEAD^{tree}') === git(ROOT, 'rev-parse', `${tag}^{tree}`)) return;
  throw new Error(`${tag} is not what "npm run release" makes of the commit before it.`);
}

/** Packs a package into the folder of the release, and returns the name of the file. */
function pack(folder: string, target: string): string {
  const printed = run('npm', ['pack', '--json', '--pack-destination', target], folder);
  const [{ filename }] = JSON.parse(printed.slice(printed.indexOf('['))) as [{ filename: string }];
  return filename;
}

function createSbom(copy: string): string {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev'];
  return `${JSON.stringify(stabilizeSbom(JSON.parse(run('npm', args, copy)), time), null, 2)}\n`;
}

function buildImage(copy: string, target: string): string {
  const file = join(target, `proffer-${version}.oci.tar`);
  const base = options.base === undefined ? [] : ['--base', options.base];
  const npmrc = options.npmrc === undefined ? [] : ['--npmrc', resolve(options.npmrc)];
  const epoch = String(time.getTime() / 1000);
  const image = ['scripts/image.ts', '--tag', version, '--epoch', epoch, '--out', file, ...base, ...npmrc];
  run(process.execPath, image, copy);
  return basename(file);
}

function describeResult(): string {
  if (options['dry-run']) return `The files of ${version} are in ${out}. Nothing was tagged (--dry-run).`;
  if (options.tagged !== undefined) return `The files of ${version} are in ${out}.`;
  return `The files of ${version} are in ${out}. Publish them after: git push --follow-tags`;
}

function hashFile(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function git(folder: string, ...args: string[]): string {
  return run('git', ['-C', folder, ...args], folder).trim();
}

function run(program: string, args: string[], cwd: string): string {
  return execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 26,
  });
}
