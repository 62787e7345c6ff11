import { readFileSync } from 'node:fs';

interface Manifest {
  version: string;
  description: string;
}

/** Returns the version of Proffer. */
export function readVersion(): string {
  return readManifest().version;
}

/** Returns what Proffer is, in two sentences: the same everywhere. */
export function readDescription(): string {
  return readManifest().description;
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
}
