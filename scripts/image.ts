// Builds the container image: npm run image -- [--tag X.Y.Z] [--base IMAGE] [--epoch SECONDS] [--out FILE] [--npmrc FILE]
//
// It uses the first of docker, podman and buildah that is installed. --base names another base than the Dockerfile does,
// for networks that reach no image registry (docs/releasing.md). --epoch is the time of all files and makes the image
// reproducible, which only podman and buildah can. --out also writes the image as a file. --npmrc is the configuration of
// npm while the dependencies are installed; it does not become part of the image.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Builder, chooseBuilder, listBuildArguments } from './release/image-builder.ts';

const { values: options } = parseArgs({
  options: {
    tag: { type: 'string', default: 'latest' },
    base: { type: 'string' },
    epoch: { type: 'string' },
    out: { type: 'string' },
    npmrc: { type: 'string' },
  },
});

const name = `proffer:${options.tag}`;
const builder = findBuilder();
execFileSync(builder, listBuildArguments(builder, options), {
  cwd: join(import.meta.dirname, '..'),
  stdio: 'inherit',
});
if (options.out !== undefined) save(builder, resolve(options.out));
process.stdout.write(`Built ${name} with ${builder}.\n`);

function findBuilder(): Builder {
  try {
    // `docker version` also asks the server of Docker: without it, the program alone builds nothing.
    return chooseBuilder(options.epoch, (program) => spawnSync(program, ['version']).status === 0);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
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
