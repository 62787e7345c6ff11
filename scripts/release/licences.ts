import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LicensedPackage {
  name: string;
  version: string;
  licence: string;
}

/** Licences that allow everything we do with the packages: run, change and distribute them with ours. */
const ALLOWED_LICENCES = [
  ...[
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'ISC',
    'MIT',
    'MIT-0',
    'MPL-2.0',
  ],
  'Unlicense',
];

/** Whether a licence, or one of those that an expression offers as alternatives, is allowed. */
export function isAllowed(licence: string): boolean {
  return licence
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((name) => ALLOWED_LICENCES.includes(name));
}

/** Lists the packages that are installed with the service, without those of its tests, by the lockfile. */
export function listLicences(root: string): LicensedPackage[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; license?: string; dev?: boolean; link?: boolean }>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path, { version = '', license = 'unknown' }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
    }))
    .sort((one, other) => compare(one.name, other.name) || compare(one.version, other.version));
}

export function formatLicences(packages: readonly LicensedPackage[]): string {
  const rows = packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |\n`);
  return `# Licences of the dependencies

Proffer itself is under the Apache License 2.0 (LICENSE). These packages are installed with it. The fonts are under the licences in
\`fonts/\`. \`node scripts/licences.ts\` writes this file.

| package | version | licence |
|---|---|---|
${rows.join('')}`;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
