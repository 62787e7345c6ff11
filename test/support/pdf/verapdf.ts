import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
const JAR = join(ROOT, 'node_modules', '@opendataloader', 'pdf', 'lib', 'opendataloader-pdf-cli.jar');

/** Why veraPDF cannot be run here; `undefined` where it can. */
export function veraPdfMissing(): string | undefined {
  if (!existsSync(JAR)) return 'veraPDF is not installed';
  // The compiler of the JDK runs the program from its source.
  const { status } = spawnSync('javac', ['-version']);
  return status === 0 ? undefined : 'there is no JDK (17 or later) here';
}

/** The rules of PDF/A-2a and PDF/UA-1 that the files break, by the names of the files. */
export async function brokenRules(files: Record<string, Uint8Array>): Promise<Record<string, string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'verapdf-'));
  try {
    const paths = Object.keys(files).map((name) => join(folder, name));
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
    const program = join(import.meta.dirname, 'verapdf', 'Validate.java');
    const args = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-cp', JAR, program, ...paths];
    const { stdout } = await promisify(execFile)('java', args);
    const broken: Record<string, string[]> = Object.fromEntries(Object.keys(files).map((name) => [name, []]));
    for (const line of stdout.split('\n').filter(Boolean)) {
      const [path = '', standard, rule] = line.split('\t');
      broken[basename(path)]?.push(`${standard} ${rule}`);
    }
    return broken;
  } finally {
    await rm(folder, { recursive: true });
  }
}
