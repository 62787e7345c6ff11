// Writes THIRD-PARTY-LICENCES.md, the licences of all dependencies: node scripts/licences.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatLicences, listLicences } from './release/licences.ts';

const ROOT = join(import.meta.dirname, '..');
writeFileSync(join(ROOT, 'THIRD-PARTY-LICENCES.md'), formatLicences(listLicences(ROOT)));
