// Builds the container image: npm run image -- [--tag X.Y.Z] [--base IMAGE] [--epoch SECONDS] [--out FILE] [--npmrc FILE]
//
// It uses the first of docker, podman and buildah that is installed. --base names another base than the Dockerfile does,
// for networks that reach no image registry (docs/operating.md). --out also writes the image as a file. --npmrc is the
// configuration of npm while the dependencies are installed; it does not become part of the image.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    tag: { type: 'string', default: 'latest' },
    base: { type: 'string' },
    epoch: { type: 'string' },
    out: { type: 'string' },
    npmrc: { type: 'string' },
  },
});

const BUILDERS = ['docker', 'podman', 'buildah'] as const;
type Builder = (typeof BUILDERS)[number];

// `docker version` also asks the server of Docker: without it, the program alone builds nothing.
const builder = BUILDERS.find((name) => spawnSync(name, ['version']).status === 0);
if (!builder) {
  process.stderr.write('Start docker, or install podman or buildah, to build the image.\n');
  process.exit(1);
}
const name = `proffer:${options.tag}`;
execFileSync(builder, listBuildArguments(builder), {
  cwd: join(import.meta.dirname, '..'),
  stdio: 'inherit',
});
if (options.out !== undefined) save(builder, resolve(options.out));
process.stdout.write(`Built ${name} with ${builder}.\n`);

function listBuildArguments(chosen: Builder): string[] {
  const isDocker = chosen === 'docker';
  return [
    'build',
    // Health checks are part of the format of Docker only.
    ...(isDocker ? [] : ['--format', 'docker']),
    ...(options.base === undefined ? [] : ['--build-arg', `BASE=${options.base}`]),
    ...(options.npmrc === undefined ? [] : ['--secret', `id=npmrc,src=${resolve(options.npmrc)}`]),
    ...listTimeArguments(isDocker),
    '--tag',
    name,
    '.',
  ];
}

/** Sets the time of all files and leaves out the compile cache, so that the same sources give the same bytes. */
function listTimeArguments(isDocker: boolean): string[] {
  if (options.epoch === undefined) return [];
  const time = isDocker
    ? ['--build-arg', `SOURCE_DATE_EPOCH=${options.epoch}`]
    : ['--timestamp', options.epoch, '--layers=false', '--no-cache'];
  return ['--build-arg', 'COMPILE_CACHE=off', ...time];
}

/** Writes the image as one file. The order and the times of its entries are fixed, as those of the image are. */
function save(chosen: Builder, file: string): void {
  if (chosen === 'docker') {
    execFileSync(chosen, ['save', '--output', file, name], { stdio: 'inherit' });
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'proffer-image-'));
  try {
    execFileSync(chosen, ['push', '--quiet', name, `oci:${folder}:${options.tag}`], { stdio: 'inherit' });
    const stable = [
      '--sort=name',
      `--mtime=@${options.epoch ?? 0}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
    ];
    execFileSync('tar', ['--create', '--file', file, ...stable, '--directory', folder, '.']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
