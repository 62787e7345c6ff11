import type { SealingSecrets } from '../../../src/actions/sealing/sealed-field.ts';
import { readSealingSecrets } from '../../../src/actions/sealing/sealing-secrets.ts';
import { findSetting } from '../../../src/store/tables/settings.ts';
import type { TestService } from './service.ts';

/** The secrets that a running service seals with. */
export async function readServiceSealing({
  db,
  config,
}: Pick<TestService, 'db' | 'config'>): Promise<SealingSecrets> {
  return readSealingSecrets(config, (await findSetting(db.read, 'secret')) ?? '');
}
