import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';

interface Step {
  name?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, string>;
}

interface Job {
  needs?: string | string[];
  environment?: string;
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
  steps: Step[];
}

interface Workflow {
  on: Record<string, { branches?: string[]; tags?: string[] } | null>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const FILES = globSync('.github/workflows/*.yml').sort();
const TEXTS = FILES.map((file) => readFileSync(file, 'utf8'));
const WORKFLOWS = TEXTS.map((text) => parse(text) as Workflow);
const [check, release] = WORKFLOWS;
const listJobs = () => WORKFLOWS.flatMap(({ jobs }) => Object.entries(jobs));
const listSteps = () => listJobs().flatMap(([, { steps }]) => steps);
const runs = ({ steps }: Job) => steps.map(({ run = '' }) => run).join('\n');
const manifest = (folder: string) => JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));

test('every push to main and every pull request is checked and tested', () => {
  assert.deepEqual(FILES, ['.github/workflows/check.yml', '.github/workflows/release.yml']);
  assert.deepEqual(check?.on, { push: { branches: ['main'] }, pull_request: null });
  const commands = Object.values(check?.jobs ?? {}).flatMap(({ steps }) =>
    steps.flatMap(({ run }) => run ?? []),
  );
  assert.deepEqual(commands.slice(1), ['npm run check', 'npm test']);
  for (const { jobs } of WORKFLOWS) {
    assert.match(runs(Object.values(jobs)[0] as Job), /^sudo .* install .* caddy\nnpm run check\n/m);
  }
});

test('a release starts with the tag of a version only', () => {
  assert.deepEqual(release?.on, { push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } });
});

test('every script that a workflow calls exists', () => {
  const { scripts } = manifest('');
  const called = listSteps().flatMap(({ run = '' }) => [
    ...run.matchAll(/npm (?:run )?(test|(?<=run )[\w:-]+)/g),
  ]);
  assert.ok(called.length >= 4);
  for (const [, name = ''] of called) assert.ok(name in scripts, name);
  const source = readFileSync('scripts/release.ts', 'utf8');
  const options = listSteps().flatMap(({ run = '' }) =>
    run.includes('npm run release') ? [...run.matchAll(/ --([a-z-]+)/g)] : [],
  );
  assert.ok(options.length >= 4);
  for (const [, name = ''] of options) assert.match(source, new RegExp(`^    '?${name}'?: \\{ type:`, 'm'));
  assert.match(source, /execFileSync\('npm', \['run', 'test:all'\]/, 'a release tests before it builds');
});

test('every action is pinned to a commit, and Node to the version of the tests', () => {
  for (const text of TEXTS) {
    const used = text.split('\n').filter((line) => /\buses:/.test(line));
    assert.ok(used.length > 0);
    for (const line of used) assert.match(line, /uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
  const nodes = listSteps().flatMap((step) => step.with?.['node-version'] ?? []);
  assert.deepEqual(new Set(nodes), new Set([process.versions.node]));
});

test('a job may write only what it publishes, once everything has been built and a person has agreed', () => {
  assert.deepEqual([check?.permissions, release?.permissions], [{ contents: 'read' }, {}]);
  const { build, ...publishing } = release?.jobs ?? {};
  assert.deepEqual(build?.permissions, { contents: 'read' });
  assert.deepEqual(
    Object.fromEntries(Object.entries(publishing).map(([name, { permissions }]) => [name, permissions])),
    { npm: { 'id-token': 'write' }, image: { packages: 'write' }, files: { contents: 'write' } },
  );
  for (const job of Object.values(publishing)) {
    assert.equal(job.environment, 'release');
    assert.ok(job.needs?.includes('build') || job.needs?.includes('npm'));
    assert.match(runs(job), /^sha256sum --check SHA256SUMS$/m);
  }
  assert.deepEqual(publishing.files?.needs, ['npm', 'image'], 'the page of the release comes last');
  assert.doesNotMatch(build ? runs(build) : '', /publish|docker:|gh release/);
  assert.match(build ? runs(build) : '', /^npm run image:check -- --tag /m);
});

test('no job runs for hours, leaves its token in the checkout, or runs text of others as a script', () => {
  for (const [name, { steps, 'timeout-minutes': limit = Infinity }] of listJobs()) {
    assert.ok(limit <= 120, name);
    for (const step of steps) {
      assert.doesNotMatch(step.run ?? '', /\$\{\{/, name);
      if (step.uses?.startsWith('actions/checkout@'))
        assert.equal(step.with?.['persist-credentials'], false, name);
    }
  }
});

test('what is published has the names of the packages, and npm gets its provenance', () => {
  const script = runs(release?.jobs.npm as Job);
  const names = /for package in (.+); do/.exec(script)?.[1]?.split(' ') ?? [];
  const packages = ['clients/typescript/', 'conformance/', ''].map(manifest);
  assert.deepEqual(
    names,
    packages.map(({ name }) => name),
  );
  for (const { name, private: isPrivate } of packages) assert.notEqual(isPrivate, true, name);
  assert.match(script, /npm publish \S+ --provenance --access public/);
  assert.ok(existsSync('docs/releasing.md'));
});
