import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

export interface ChromiumProgram {
  executablePath: string;
  env?: Record<string, string | undefined>;
}

const PACKAGE = join(import.meta.dirname, '../../../node_modules/@sparticuz/chromium');

/** Returns the Chromium of the npm package with its libraries; it exists for Linux on x64 only. */
export async function packagedChromium(): Promise<ChromiumProgram | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(PACKAGE)) return undefined;
  const folder = await unpackOnce();
  const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'lib') };
  return { executablePath: join(folder, 'chromium'), env };
}

async function unpackOnce(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  const folder = join(tmpdir(), `proffer-chromium-${version}-${process.getuid?.()}`);
  if (existsSync(folder)) return folder;
  // Unpacks into a temporary folder and renames it when complete: another test file may do the same, and a run may be
  // interrupted.
  const own = await mkdtemp(`${folder}-`);
  const libraries = join(own, 'libraries.tar');
  await unpack('chromium.br', join(own, 'chromium'));
  await unpack('al2023.tar.br', libraries);
  execFileSync('tar', ['-xf', libraries, '-C', own]);
  await rename(own, folder).catch(() => rm(own, { recursive: true }));
  return folder;
}

function unpack(name: string, to: string): Promise<void> {
  const from = createReadStream(join(PACKAGE, 'bin', name));
  return pipeline(from, createBrotliDecompress(), createWriteStream(to, { mode: 0o755 }));
}
