import type { Database } from '../../../store/database.ts';
import {
  type AccountMove,
  type MovePlan,
  moveAccount,
  planAccountMove,
} from '../../../store/move-account/move-account.ts';
import { undoAccountMove } from '../../../store/move-account/undo-move.ts';
import { findSetting } from '../../../store/tables/settings.ts';
import { findService } from '../../running-service.ts';
import { closeForMove, reopenAfterMove } from '../close-account.ts';
import { findSealingId } from '../sealing/sealed-field.ts';
import { readSealingSecrets } from '../sealing/sealing-secrets.ts';
import { createRowConverter, type InstallationSecrets } from './convert-rows.ts';

/** The two installations of a move, and the account. */
export interface MoveBetween extends Pick<AccountMove, 'from' | 'to' | 'accountId' | 'onProgress'> {
  secrets: Record<'source' | 'target', InstallationSecrets>;
}

/** Returns what would be moved, and what would not work afterwards. */
export function planMove(move: MoveBetween): Promise<MovePlan> {
  return planAccountMove(toAccountMove(move));
}

export function runMove(move: MoveBetween): Promise<MovePlan> {
  return moveAccount(toAccountMove(move));
}

/** Takes back a move that has not ended. */
export async function undoMove({
  from,
  to,
  accountId,
}: Omit<MoveBetween, 'secrets'>): Promise<{ rows: number }> {
  const undone = await undoAccountMove(from, to, accountId);
  await reopenAfterMove({ db: from }, accountId, from.read.clock());
  return undone;
}

function toAccountMove({ secrets, ...move }: MoveBetween): AccountMove {
  const { source, target } = secrets;
  const { from, accountId } = move;
  return {
    ...move,
    createConverter: (people) => createRowConverter(source, target, people),
    closeSource: () => closeForMove({ db: from }, accountId, from.read.clock()),
    reopenSource: () => reopenAfterMove({ db: from }, accountId, from.read.clock()),
  };
}

/**
 * Reads the secrets of an installation, with its PROFFER_SECRET if it has one: `missing` if it has one and none is given,
 * `wrong` if its service was started with another last, and `new` before its first start.
 */
export async function readInstallationSecrets(
  db: Database,
  dataDir: string | undefined,
  secret: string | null,
): Promise<InstallationSecrets | 'missing' | 'wrong' | 'new'> {
  const stored = await findSetting(db.read, 'secret');
  const service = await findService({ db });
  if (stored === undefined || !service) return 'new';
  if (secret === null && service.hasOwnSecret) return 'missing';
  const config = { dataDir: dataDir ?? '', databaseUrl: dataDir === undefined ? '' : null };
  const sealing = readSealingSecrets({ ...config, secret, previousSecret: null }, stored);
  if (service.sealedBy !== findSealingId(sealing, 'webhook secret')) return 'wrong';
  return { secret: secret ?? stored, config: { previousSecret: null }, sealing };
}
