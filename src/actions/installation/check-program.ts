import { findMissingFonts } from '../../adapters/pdf/typst/find-missing-fonts.ts';
import { readVersion } from '../../app/telemetry/manifest.ts';
import { findService } from '../running-service.ts';
import type { Examined } from './examined.ts';
import { type Finding, findingsOf } from './finding.ts';

/** Whether the service that runs is this program. */
export async function checkVersion({ db }: Examined): Promise<Finding> {
  const { fine, todo } = findingsOf('version');
  const values = { version: readVersion(), node: process.versions.node };
  const running = (await findService({ db }))?.version;
  if (running === undefined || running === values.version) return fine('versionGood', values);
  return todo('versionOther', { ...values, running });
}

/** Whether documents can show every script. */
export async function checkFonts(): Promise<Finding> {
  const { fine, todo } = findingsOf('fonts');
  const missing = await findMissingFonts();
  return missing.length === 0 ? fine('fontsGood') : todo('fontsMissing', { files: missing.join(', ') });
}
