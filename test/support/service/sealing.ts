import type { SealingSecrets } from '../../../src/actions/account/sealing/sealed-field.ts';
import { findSealingSecrets } from '../../../src/actions/account/sealing/sealing-secrets.ts';
import type { TestService } from './service.ts';

/** The secrets that a running service seals with. */
export async function readServiceSealing({
  db,
  config,
}: Pick<TestService, 'db' | 'config'>): Promise<SealingSecrets> {
  const sealing = await findSealingSecrets(db, config);
  if (!sealing) throw new Error('the service has not started yet');
  return sealing;
}
