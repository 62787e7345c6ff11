import { resolve } from 'node:path';

export type Builder = 'docker' | 'podman' | 'buildah';

interface ImageOptions {
  tag: string;
  base?: string | undefined;
  epoch?: string | undefined;
  npmrc?: string | undefined;
}

/** Chooses the program that builds the image. Throws if none can. */
export function chooseBuilder(epoch: string | undefined, isReady: (builder: Builder) => boolean): Builder {
  // Docker does not set the times of the files, so its images differ from build to build.
  const builders: Builder[] = epoch === undefined ? ['docker', 'podman', 'buildah'] : ['podman', 'buildah'];
  const builder = builders.find(isReady);
  if (builder) return builder;
  throw new Error(
    epoch === undefined
      ? 'Start docker, or install podman or buildah, to build the image.'
      : 'Install podman or buildah to build a reproducible image (--epoch): docker cannot.',
  );
}

export function listBuildArguments(builder: Builder, options: ImageOptions): string[] {
  const { tag, base, epoch, npmrc } = options;
  return [
    'build',
    // Health checks are part of the format of Docker only.
    ...(builder === 'docker' ? [] : ['--format', 'docker']),
    ...(base === undefined ? [] : ['--build-arg', `BASE=${base}`]),
    ...(npmrc === undefined ? [] : ['--secret', `id=npmrc,src=${resolve(npmrc)}`]),
    ...(epoch === undefined ? [] : listTimeArguments(epoch)),
    '--tag',
    `proffer:${tag}`,
    '.',
  ];
}

/** Sets the time of all files and leaves out the compile cache, so that the same sources give the same bytes. */
function listTimeArguments(epoch: string): string[] {
  return ['--build-arg', 'COMPILE_CACHE=off', '--timestamp', epoch, '--layers=false', '--no-cache'];
}
