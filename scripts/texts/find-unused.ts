import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SRC = join(import.meta.dirname, '../../src');
const OWN = ['i18n/console/en.ts', '**/*.test.ts'];

/** Finds texts whose key is nowhere in the code. A key that is also another word of the code is not found. */
export function findUnused(paths: readonly string[]): string[] {
  const files = globSync('**/*.{ts,tsx}', { cwd: SRC, exclude: OWN });
  const code = files.map((file) => readFileSync(join(SRC, file), 'utf8')).join('\n');
  const words = new Set(code.match(/\w+/g));
  // Some keys are composed, such as `${message}Title`.
  const endings = [...code.matchAll(/\}([A-Z]\w+)`/g)].map(([, ending = '']) => ending);
  const isUsed = (word: string) =>
    words.has(word) || endings.some((end) => word.endsWith(end) && words.has(word.slice(0, -end.length)));
  return paths.filter((path) => {
    const key = /\w+$/.exec(path)?.[0] ?? '';
    return !isUsed(key);
  });
}
