import type { Deps } from '../../../app/deps.ts';
import type { DecisionRecord } from '../../../domain/quote/decision.ts';
import type { Sql } from '../../../store/database.ts';
import type { SignedRecord } from '../../../store/tables/evidence/evidence.ts';
import { type AcceptedContent, addDecision } from '../../../store/tables/quote/decisions.ts';
import { newRealId } from '../../account/account-time.ts';
import { formatRecord } from './canonical-json.ts';
import { ensureSigningKey, signDetached } from './signing-key.ts';
import { planTimeStamp } from './stamp-decisions.ts';

type SigningDeps = Pick<Deps, 'sealing'>;

/** Stores a decision together with its signature, in the transaction of the decision. The time stamp comes later. */
export async function storeDecision(
  tx: Sql,
  deps: SigningDeps & Pick<Deps, 'config'>,
  accountId: string,
  record: DecisionRecord,
  accepted: AcceptedContent | null,
  now: number,
): Promise<void> {
  const signed = await signRecord(tx, deps, record, 0);
  await addDecision(tx, accountId, newRealId(tx, 'ans', now), record, accepted, {
    ...signed,
    ...planTimeStamp(deps, tx.clock()),
  });
}

/** Signs the record in the form in which it is kept and read. */
export async function signRecord(
  tx: Sql,
  deps: SigningDeps,
  decision: DecisionRecord,
  isLate: SignedRecord['is_late'],
): Promise<SignedRecord> {
  const record = formatRecord(decision);
  const key = await ensureSigningKey(tx, deps);
  const signedAt = tx.clock();
  return {
    record,
    jws: key ? signDetached(key, record, signedAt) : null,
    kid: key ? key.kid : null,
    signed_at: signedAt,
    is_late: isLate,
  };
}
