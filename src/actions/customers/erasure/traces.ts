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

/** The facts that an unfinished erasure keeps, because the record of the customer and deleted documents have lost them. */
export interface Unfinished {
  customer: Named;
  actor: Actor;
  /** Once documents may have been deleted: the addresses that emails about them went to. */
  addresses?: readonly string[];
}

/** Finds how texts mention the customer. Only the documents of a customer that was erased before are known. */
export async function findTraces(
  db: Pick<Database, 'read' | 'readers'>,
  accountId: string,
  { id, name = '', email = null }: Named,
): Promise<Traces> {
  const { ids, recipients } = await readList(db, 'traces', accountId, id);
  const own = email === null ? [] : [email.toLowerCase()];
  return {
    name,
    addresses: [...new Set([...own, ...recipients])],
    ids: new Set(ids === '' ? [] : ids.split(' ')),
  };
}

export function sealUnfinished(
  secrets: Pick<Deps, 'sealing'>,
  accountId: string,
  unfinished: Unfinished,
): string {
  return sealField(secrets, { ownerId: accountId, field: FIELD }, JSON.stringify(unfinished));
}

/** Returns `undefined` if it was sealed with a secret that is not known here. */
export function openUnfinished(
  secrets: Pick<Deps, 'sealing'>,
  accountId: string,
  sealed: string,
): Unfinished | undefined {
  const text = openField(secrets, { ownerId: accountId, field: FIELD }, sealed);
  return text === undefined ? undefined : (JSON.parse(text) as Unfinished);
}

const FIELD = 'unfinished erasure';
