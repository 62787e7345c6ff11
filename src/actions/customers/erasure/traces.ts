import type { Deps } from '../../../app/deps.ts';
import type { CustomerRecord } from '../../../domain/customer/customer.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { Sql } from '../../../store/database.ts';
import { listRecipients } from '../../../store/tables/erasure/addresses.ts';
import { listDocumentIds } from '../../../store/tables/erasure/erase-mail.ts';
import { openField, sealField } from '../../account/sealing/sealed-field.ts';

/** How texts can mention a customer. */
export interface Traces {
  name: string;
  /** In lower case. Others may have them too. */
  addresses: readonly string[];
  /** Quotes, invoices and messages. */
  ids: ReadonlySet<string>;
}

/** The details that an unfinished erasure keeps, because the record of the customer has lost them. */
export interface Unfinished {
  traces: Traces;
  actor: Actor;
}

/** Finds how texts mention the customer. Only the documents of a customer that was erased before are known. */
export async function findTraces(
  sql: Sql,
  accountId: string,
  { id, name = '', email = null }: Pick<CustomerRecord, 'id'> & Partial<CustomerRecord>,
): Promise<Traces> {
  const [ids, recipients] = await Promise.all([
    listDocumentIds(sql, accountId, id),
    listRecipients(sql, accountId, id),
  ]);
  const own = email === null ? [] : [email.toLowerCase()];
  return { name, addresses: [...new Set([...own, ...recipients])], ids: new Set(ids) };
}

export function sealUnfinished(
  secrets: Pick<Deps, 'sealing'>,
  accountId: string,
  { traces, actor }: Unfinished,
): string {
  const text = JSON.stringify({ traces: { ...traces, ids: [...traces.ids] }, actor });
  return sealField(secrets, { ownerId: accountId, field: FIELD }, text);
}

/** Returns `undefined` if it was sealed with a secret that is not known here. */
export function openUnfinished(
  secrets: Pick<Deps, 'sealing'>,
  accountId: string,
  sealed: string,
): Unfinished | undefined {
  const text = openField(secrets, { ownerId: accountId, field: FIELD }, sealed);
  if (text === undefined) return undefined;
  const { traces, actor } = JSON.parse(text) as Unfinished & { traces: { ids: string[] } };
  return { traces: { ...traces, ids: new Set(traces.ids) }, actor };
}

const FIELD = 'unfinished erasure';
