import type { Deps } from '../../../app/deps.ts';
import type { Sql } from '../../../store/database.ts';
import {
  listSealedValues,
  replaceSealedValue,
  SEALED_COLUMNS,
  type SealedColumn,
  type SealedField,
  type SealedValue,
} from '../../../store/tables/sealed-values.ts';
import { findSetting, putSetting } from '../../../store/tables/settings.ts';
import { isSealCurrent, isSealOfEarlierVersion, openField, sealField } from './sealed-field.ts';

type Store = Pick<Deps, 'db' | 'sealing'>;

const BATCH = 50;
/** Setting that records the end of the upgrade. */
const UPGRADED_SETTING = 'sealed values';

/** A value that cannot be opened: what it belongs to must be set up again. */
export interface UnreadableValue {
  field: SealedField;
  /** The webhook endpoint, the connection or the user. */
  id: string;
  ownerId: string;
}

export interface ResealResult {
  resealed: number;
  unchanged: number;
  unreadable: UnreadableValue[];
}

/**
 * Seals every value again that was not sealed with the current secret. Each is replaced by compare-and-set, so this can
 * be interrupted, repeated, and run next to the service.
 */
export async function resealAll(deps: Store): Promise<ResealResult> {
  const result: ResealResult = { resealed: 0, unchanged: 0, unreadable: [] };
  for (const column of SEALED_COLUMNS) {
    for await (const value of readSealedValues(deps, column)) {
      const outcome = await resealValue(deps, column, value);
      if (outcome !== 'unreadable') result[outcome]++;
      else if (column.isNeeded) result.unreadable.push(describeValue(column, value));
    }
  }
  return result;
}

/**
 * Returns a job that moves the values of earlier versions to the current format, a batch per call. They open until then,
 * and after a restart it continues with what is left. Values of a previous secret are left to `resealAll`: a process
 * that was not restarted yet would not know the new one.
 */
export function createSealUpgrade(deps: Store): () => Promise<void> {
  const left: SealedColumn[] = [...SEALED_COLUMNS];
  let after: string[] | undefined;
  let isDone = false;
  return async () => {
    isDone ||= (await findSetting(deps.db.read, UPGRADED_SETTING)) !== undefined;
    const [column] = left;
    if (isDone || !column) return;
    const values = await listSealedValues(deps.db.read, column, after, BATCH);
    for (const value of values) {
      if (isSealOfEarlierVersion(value.value)) await resealValue(deps, column, value);
    }
    after = values.length === BATCH ? values.at(-1)?.key : undefined;
    if (after === undefined) left.shift();
    if (left.length === 0) await deps.db.write(markSealsUpgraded);
  };
}

/** Marks the upgrade as done, for a new database too. */
export function markSealsUpgraded(tx: Sql): Promise<void> {
  return putSetting(tx, UPGRADED_SETTING, 'done');
}

async function* readSealedValues({ db }: Store, column: SealedColumn): AsyncGenerator<SealedValue> {
  let after: string[] | undefined;
  do {
    const values = await listSealedValues(db.read, column, after, BATCH);
    yield* values;
    after = values.length === BATCH ? values.at(-1)?.key : undefined;
  } while (after);
}

async function resealValue(
  deps: Store,
  column: SealedColumn,
  value: SealedValue,
): Promise<'resealed' | 'unchanged' | 'unreadable'> {
  const place = { ownerId: value.ownerId, field: column.field };
  const text = openField(deps, place, value.value);
  if (text === undefined) return 'unreadable';
  if (isSealCurrent(deps, place, value.value)) return 'unchanged';
  // Writes of an account take its turn.
  const hint = column.owner === 'account_id' ? { account: value.ownerId } : {};
  const sealed = sealField(deps, place, text);
  // A value that was replaced in the meantime was sealed with the secret of the service.
  await deps.db.write((tx) => replaceSealedValue(tx, column, value, sealed), hint);
  return 'resealed';
}

function describeValue({ field }: SealedColumn, { key, ownerId }: SealedValue): UnreadableValue {
  return { field, id: key.at(-1) ?? '', ownerId };
}
