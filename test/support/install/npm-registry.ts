import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface Manifest {
  name: string;
  version: string;
  /** Further files of the package, with their text. */
  contents?: Record<string, string>;
  [field: string]: unknown;
}

export interface NpmRegistry {
  url: string;
  /** Integrity hash of a package, as in a lockfile. */
  integrity(name: string, version: string): string;
  /** Number of requests so far. */
  requests(): number;
  close(): Promise<void>;
}

/** Starts a local registry with a few packages for installations in a test. */
export async function startNpmRegistry(
  folder: string,
  manifests: Manifest[],
  env: NodeJS.ProcessEnv,
): Promise<NpmRegistry> {
  const tarballs = await pack(folder, manifests, env);
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const tarball = tarballs.get(path);
    if (tarball) return response.end(tarball);
    const versions = manifests.filter(({ name }) => name === path).map((manifest) => describe(manifest));
    response.statusCode = versions.length > 0 ? 200 : 404;
    response.end(JSON.stringify({ name: path, versions: Object.fromEntries(versions) }));
  }).listen(0, '127.0.0.1');
  const url = await new Promise<string>((resolve) =>
    server.once('listening', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)),
  );
  const integrity = (name: string, version: string) =>
    `sha512-${createHash('sha512')
      .update(tarballs.get(`${name}-${version}.tgz`) ?? '')
      .digest('base64')}`;
  function describe(manifest: Manifest): [string, unknown] {
    const { name, version } = manifest;
    const dist = { tarball: `${url}${name}-${version}.tgz`, integrity: integrity(name, version) };
    return [version, { ...manifest, dist }];
  }
  return {
    url,
    integrity,
    requests: () => requests,
    close: () => new Promise((resolve) => server.close(() => resolve()) && server.closeAllConnections()),
  };
}

async function pack(
  folder: string,
  manifests: Manifest[],
  env: NodeJS.ProcessEnv,
): Promise<Map<string, Buffer>> {
  const sources = manifests.map(({ name, version }) => join(folder, 'sources', `${name}-${version}`));
  for (const [index, source] of sources.entries()) {
    const { contents = {}, ...manifest } = manifests[index] as Manifest;
    for (const [path, text] of Object.entries({ ...contents, 'package.json': JSON.stringify(manifest) })) {
      await mkdir(dirname(join(source, path)), { recursive: true });
      await writeFile(join(source, path), text);
    }
  }
  await promisify(execFile)('npm', ['pack', '--loglevel=error', '--ignore-scripts', ...sources], {
    cwd: folder,
    env,
  });
  const files = manifests.map(({ name, version }) => `${name}-${version}.tgz`);
  const bodies = await Promise.all(files.map((file) => readFile(join(folder, file))));
  return new Map(files.map((file, index) => [file, bodies[index] as Buffer]));
}
