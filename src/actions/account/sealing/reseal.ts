import type { Deps } from '../../../app/deps.ts';
import {
  listSealedValues,
  replaceSealedValue,
  SEALED_COLUMNS,
  type SealedColumn,
  type SealedField,
  type SealedValue,
} from '../../../store/tables/sealed-values.ts';
import { isSealCurrent, openField, sealField } from './sealed-field.ts';

type Store = Pick<Deps, 'db' | 'sealing'>;

const BATCH = 50;

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
  const hint = column.owner === 'account_id' ? { account: value.ownerId, evenIfClosed: true } : {};
  const sealed = sealField(deps, place, text);
  // A value that was replaced in the meantime was sealed with the secret of the service.
  await deps.db.write((tx) => replaceSealedValue(tx, column, value, sealed), hint);
  return 'resealed';
}

function describeValue({ field }: SealedColumn, { key, ownerId }: SealedValue): UnreadableValue {
  return { field, id: key.at(-1) ?? '', ownerId };
}
