import type { Deps } from '../../../app/deps.ts';
import type { CustomerRecord } from '../../../domain/customer/customer.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { Database } from '../../../store/database.ts';
import { readList } from '../../../store/lists/read-list.ts';
import { openField, sealField } from '../../account/sealing/sealed-field.ts';

/** How texts can mention a customer. */
export interface Traces {
  name: string;
  /** In lower case. Others may have them too. */
  addresses: readonly string[];
  /** Quotes, invoices and messages. */
  ids: ReadonlySet<string>;
}

type Named = Pick<CustomerRecord, 'id'> & Partial<Pick<CustomerRecord, 'name' | 'email'>>;

/** What an erasure keeps that has begun, because the record of the customer has lost it. */
export interface Begun {
  customer: Named;
  actor: Actor;
}

/** What it keeps once it deletes documents, because nobody could find their traces any more. */
export interface Unfinished {
  traces: Traces;
  actor: Actor;
}

/** Finds how texts mention the customer. Only the documents of a customer that was erased before are known. */
export async function findTraces(
  db: Pick<Database, 'read' | 'readers'>,
  accountId: string,
  { id, name = '', email = null }: Named,
): Promise<Traces> {
  const { ids, recipients } = await readList(db, 'traces', accountId, id);
  const own = email === null ? [] : [email.toLowerCase()];
  return { name, addresses: [...new Set([...own, ...recipients])], ids: new Set(ids) };
}

export function sealUnfinished(
  secrets: Pick<Deps, 'sealing'>,
  accountId: string,
  kept: Begun | Unfinished,
): string {
  const text = JSON.stringify(kept, (_, value) => (value instanceof Set ? [...value] : value));
  return sealField(secrets, { ownerId: accountId, field: FIELD }, text);
}

/** Returns `undefined` if it was sealed with a secret that is not known here. */
export function openUnfinished(
  secrets: Pick<Deps, 'sealing'>,
  accountId: string,
  sealed: string,
): Begun | Unfinished | undefined {
  const text = openField(secrets, { ownerId: accountId, field: FIELD }, sealed);
  if (text === undefined) return undefined;
  const kept = JSON.parse(text) as Begun | (Unfinished & { traces: { ids: string[] } });
  if (!('traces' in kept)) return kept;
  return { ...kept, traces: { ...kept.traces, ids: new Set(kept.traces.ids) } };
}

const FIELD = 'unfinished erasure';
