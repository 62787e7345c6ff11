import { findSealingId, type SealingSecrets } from '../../actions/account/sealing/sealed-field.ts';
import { findSealingSecrets } from '../../actions/account/sealing/sealing-secrets.ts';
import { findService } from '../../actions/running-service.ts';
import { readConfig } from '../../app/config/config.ts';
import type { Database } from '../../store/database.ts';
import { CliError } from '../command.ts';

/** Returns the secrets, if they are those of the running service: it could open nothing that another one sealed. */
export async function readServiceSecrets(db: Database): Promise<SealingSecrets> {
  const service = await findService({ db });
  const config = readConfig(process.env);
  if (service?.hasOwnSecret && config.secret === null) {
    throw new CliError('the service has a PROFFER_SECRET: set the same one for this command');
  }
  const sealing = await findSealingSecrets(db, config);
  if (!sealing || !service) throw new CliError('start the service once first (proffer serve)');
  if (service.sealedBy !== undefined && service.sealedBy !== findSealingId(sealing, 'webhook secret')) {
    throw new CliError(
      'the service was started with another secret: set the same PROFFER_SECRET here, or restart the service first',
    );
  }
  return sealing;
}
