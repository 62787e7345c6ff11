import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LicensedPackage {
  name: string;
  version: string;
  licence: string;
}

interface Dependencies {
  service: LicensedPackage[];
  development: LicensedPackage[];
}

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** Licences that allow everything we do with the packages: run, change and distribute them with ours. */
const ALLOWED_LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
];

/** Development packages under another licence, and why they may be used. */
const DEVELOPMENT_EXCEPTIONS: Record<string, string> = {
  '@stackforge-eu/factur-x':
    'The tests check e-invoices with its XML schemas. It is neither changed nor part of anything that is distributed.',
};

/** Whether a licence, one of several alternatives, or all of several that apply together are allowed. */
export function isAllowed(licence: string): boolean {
  return licence
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((alternative) => alternative.split(' AND ').every((name) => ALLOWED_LICENCES.includes(name)));
}

/** Lists the packages of the lockfile that may not be used for what they are used for. */
export function listForbidden({ service, development }: Dependencies): LicensedPackage[] {
  const forbidden = (packages: LicensedPackage[]) => packages.filter(({ licence }) => !isAllowed(licence));
  const isException = ({ name }: LicensedPackage) => Object.hasOwn(DEVELOPMENT_EXCEPTIONS, name);
  return [...forbidden(service), ...forbidden(development).filter((entry) => !isException(entry))];
}

/** Lists the packages that are installed with the service, and those that only development and tests use, by the lockfile. */
export function listLicences(root: string): Dependencies {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const packages = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && !link,
  );
  return {
    service: toLicensed(packages.filter(([, { dev }]) => !dev)),
    development: toLicensed(packages.filter(([, { dev }]) => dev)),
  };
}

function toLicensed(packages: [path: string, LockedPackage][]): LicensedPackage[] {
  return packages
    .map(([path, { version = '', license = 'unknown' }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
    }))
    .sort((one, other) => compare(one.name, other.name) || compare(one.version, other.version));
}

export function formatLicences({ service, development }: Dependencies): string {
  const exceptions = Object.entries(DEVELOPMENT_EXCEPTIONS).map(([name, why]) => `- ${name}: ${why}\n`);
  return `# Licences of the dependencies

Proffer itself is under the Apache License 2.0 (LICENSE). The fonts are under the licences in \`fonts/\`. \`node scripts/licences.ts\`
writes this file.

## Installed with the service

${formatTable(service)}
## For development and tests

These packages are not part of the package, of the image, or of anything else that is distributed. Each is under one of the licences that are
allowed for the service too, with these exceptions:

${exceptions.join('')}
${formatTable(development)}`;
}

function formatTable(packages: readonly LicensedPackage[]): string {
  // A package can be installed several times in the same version.
  const rows = new Set(
    packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |\n`),
  );
  return `| package | version | licence |
|---|---|---|
${[...rows].join('')}`;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
