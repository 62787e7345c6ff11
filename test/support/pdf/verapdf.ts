import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
const JAR = join(ROOT, 'node_modules', '@opendataloader', 'pdf', 'lib', 'opendataloader-pdf-cli.jar');

/** Returns why veraPDF cannot run here, or `undefined` if it can. */
export function veraPdfMissing(): string | undefined {
  if (!existsSync(JAR)) return 'veraPDF is not installed';
  // Running the program from source needs the compiler of the JDK.
  const { status } = spawnSync('javac', ['-version']);
  return status === 0 ? undefined : 'there is no JDK (17 or later) here';
}

/** Returns the version of veraPDF's rules in the jar. */
export function readVeraPdfVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), 'verapdf-'));
  try {
    const entry = 'META-INF/maven/org.verapdf/validation-model/pom.properties';
    execFileSync('jar', ['--extract', '--file', JAR, entry], { cwd: folder });
    return /^version=(.+)$/m.exec(readFileSync(join(folder, entry), 'utf8'))?.[1] ?? '';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the violated rules of PDF/UA-1 and PDF/A-2a, or PDF/A-3a for files that claim it, by file name. */
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
