import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compile } from './packed-client.ts';

const run = promisify(execFile);
const OPTIONS = ['--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler', '--types', ''];

/** Compiles a program with the output of each generator. Throws the compiler's output on failure. */
export async function compileGenerated(folder: string, document: object, program: string): Promise<void> {
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  await writeFile(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "moduleResolution": "bundler" } }');
  const script = join(import.meta.dirname, 'generate.ts');
  await run(process.execPath, [script, file, folder], { cwd: folder });
  await writeFile(join(folder, 'program.ts'), program);
  await compile(folder, ['program.ts'], [...OPTIONS, '--lib', 'es2022,dom,dom.iterable']);
}

/** Runs the Java program of OpenAPI Generator for a language. Returns the folder. */
export async function generateWithJar(
  jar: string,
  folder: string,
  document: object,
  language: string,
): Promise<string> {
  const file = join(folder, 'openapi.json');
  const output = join(folder, language);
  await writeFile(file, JSON.stringify(document));
  await mkdir(output, { recursive: true });
  await run('java', ['-jar', jar, 'generate', '-i', file, '-g', language, '-o', output], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return output;
}
