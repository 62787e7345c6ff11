import type { SealingSecrets } from '../../../src/actions/account/sealing/sealed-field.ts';
import { findSealingSecrets } from '../../../src/actions/account/sealing/sealing-secrets.ts';
import type { Database } from '../../../src/store/database.ts';
import type { TestService } from '../service/service.ts';

/** The database of a service with the secrets that seal values in it. */
export async function openSealedStore({
  db,
  config,
}: TestService): Promise<{ db: Database; sealing: SealingSecrets }> {
  const sealing = await findSealingSecrets(db, config);
  if (!sealing) throw new Error('the service has not started yet');
  return { db, sealing };
}
