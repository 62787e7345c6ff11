import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Browser scripts by asset name: each bundles a file of `browser/` with its imports. */
export const ENTRIES = {
  'picks.js': './browser/console/picks.ts',
  'console.js': './browser/console/console.ts',
  'palette.js': './browser/console/palette.ts',
  'docs.js': './browser/docs/docs.ts',
  'editor.js': './browser/console/editor/editor.tsx',
  'editor-more.js': './browser/console/editor/more/more.tsx',
  'passkey.js': './browser/console/passkey.ts',
  'quote.js': './browser/console/quote.ts',
  'unsaved-form.js': './browser/console/unsaved-form.ts',
  'live-preview.js': './browser/console/live-preview.ts',
  'options.js': './browser/options.ts',
  'signature.js': './browser/signature.ts',
  'proposal.js': './browser/proposal.ts',
} as const;

export type ScriptName = keyof typeof ENTRIES;
export type Scripts = Record<ScriptName, string>;

/** The scripts cannot be bundled; the message says what to do. */
export class BundleError extends Error {}

let scripts: Promise<Scripts> | undefined;

/** Bundles all scripts in a few milliseconds without writing files, once at startup. */
export function bundleScripts(): Promise<Scripts> {
  scripts ??= bundleAll().catch((error) => {
    scripts = undefined;
    throw error;
  });
  return scripts;
}

async function bundleAll(): Promise<Scripts> {
  const made = Object.entries(ENTRIES).map(async ([name, entry]) => {
    const file = fileURLToPath(new URL(entry, import.meta.url));
    return [name, await bundle(file, OWN_OPTIONS[name]?.(file))];
  });
  return Object.fromEntries(await Promise.all(made)) as Scripts;
}

/** The JSX options are in the tsconfig.json next to the file, which the compiler also reads. */
const OPTIONS = [
  '--bundle',
  '--minify',
  '--format=iife',
  '--target=es2022',
  '--charset=utf8',
  '--log-level=warning',
];

const SHARED_BY_EDITOR = ['preact', 'preact/hooks', 'preact/jsx-runtime', '@preact/signals'];

/** The second script of the editor uses the libraries of the first. */
const OWN_OPTIONS: Record<string, (file: string) => string[]> = {
  'editor-more.js': (file) =>
    SHARED_BY_EDITOR.map((name) => `--alias:${name}=${join(dirname(file), 'shared.ts')}`),
};

/** Bundles a TypeScript file. The npm package contains the prebuilt scripts. */
export async function bundle(file: string, options: readonly string[] = []): Promise<string> {
  if (file.endsWith('.js')) return readFile(file, 'utf8');
  const program = findBundler(process.platform, process.arch);
  return new Promise((resolve, reject) => {
    execFile(
      program,
      [file, ...OPTIONS, ...options],
      { maxBuffer: 64 * 1024 * 1024 },
      (error, script, said) => {
        if (error) reject(new BundleError(`the script ${file} cannot be made: ${said || error.message}`));
        else resolve(script);
      },
    );
  });
}

/** Path of the esbuild binary in its platform package, which needs no install script. */
export function findBundler(platform: string, processor: string): string {
  const name = `@esbuild/${platform}-${processor}`;
  try {
    const program = platform === 'win32' ? 'esbuild.exe' : 'bin/esbuild';
    return createRequire(import.meta.url).resolve(`${name}/${program}`);
  } catch {
    throw new BundleError(
      `the package ${name}, which makes the scripts of the pages, is not there: run "npm ci" without --omit=optional`,
    );
  }
}
