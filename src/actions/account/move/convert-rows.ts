import type { Account } from '../../../domain/account/account.ts';
import { Problem } from '../../../domain/errors.ts';
import type { RowConverter } from '../../../store/move-account/move-account.ts';
import type { MovedPerson } from '../../../store/move-account/people.ts';
import type { Row } from '../../../store/tables/account/read-account-rows.ts';
import { SEALED_COLUMNS } from '../../../store/tables/sealed-values.ts';
import { deriveCheckoutToken } from '../../payments/checkout-token.ts';
import { deriveLinkToken, hashToken } from '../../sending/links/links.ts';
import type { Secrets } from '../../sending/links/sealed-token.ts';
import { openField, type SealedPlace, type SealingSecrets, sealField } from '../sealing/sealed-field.ts';

/** The secrets of an installation: those that sign links, and those that seal. */
export interface InstallationSecrets extends Secrets {
  sealing: SealingSecrets;
}

/** Text that is signed as it is. */
const SIGNED = new Set(['record', 'jws', 'readme']);

/**
 * Adapts rows to the installation that they are moved to: tokens of links follow from its secret, sealed values are sealed
 * with it, and people whom it knows have the identifier that it knows them by.
 */
export function createRowConverter(
  source: InstallationSecrets,
  target: InstallationSecrets,
  people: readonly MovedPerson[],
): RowConverter {
  const renamed = people.flatMap(({ id, knownAs }) => (knownAs && knownAs !== id ? [{ id, knownAs }] : []));
  const adapt = (table: string, row: Row): Row => ({
    ...renamePeople({ ...row, ...(table === 'accounts' && openAccount(row)) }, renamed),
    ...deriveTokens(table, row, target),
  });
  return {
    keepsCodes: source.secret === target.secret,
    sealedTables: new Set(SEALED_COLUMNS.map(({ table }) => table)),
    convert: (table, row) => ({ ...adapt(table, row), ...reseal(table, row, source, target) }),
    listUnopened: (table, row) =>
      listSealed(table, { ...row, ...reseal(table, row, source, target) })
        .filter(({ place, value }) => openField(target, place, value) === undefined)
        .map(({ place }) => place.field),
    compare(table, row, side) {
      const opened = openValues(table, row, [source, target]);
      return side === 'source' ? { ...adapt(table, row), ...opened } : { ...row, ...opened };
    },
  };
}

/** Limits are those of the operator of an installation, and an account that was closed to be moved is open again. */
function openAccount({ doc }: Row): Row {
  const account = JSON.parse(String(doc)) as Account;
  return {
    limited: 0,
    doc: account.closedAt === null ? String(doc) : JSON.stringify({ ...account, closedAt: null }),
  };
}

function renamePeople(row: Row, renamed: readonly { id: string; knownAs: string }[]): Row {
  if (renamed.length === 0) return row;
  const entries = Object.entries(row).map(([column, value]) => {
    if (typeof value !== 'string' || SIGNED.has(column)) return [column, value];
    return [column, renamed.reduce((text, { id, knownAs }) => text.replaceAll(id, knownAs), value)];
  });
  return Object.fromEntries(entries);
}

function deriveTokens(table: string, { id }: Row, target: Secrets): Row {
  if (table === 'links') return { token_hash: hashToken(deriveLinkToken(target, String(id))) };
  if (table === 'checkouts') return { token_hash: hashToken(deriveCheckoutToken(target, String(id))) };
  return {};
}

interface SealedIn {
  column: string;
  place: SealedPlace;
  value: string;
}

function listSealed(table: string, row: Row): SealedIn[] {
  return SEALED_COLUMNS.filter((each) => each.table === table).flatMap(({ column, owner, field }) => {
    const value = row[column];
    const place = { ownerId: String(row[owner]), field };
    return typeof value === 'string' ? [{ column, place, value }] : [];
  });
}

/** A value that the source cannot open or the target not seal stays as it is. */
function reseal(table: string, row: Row, source: InstallationSecrets, target: InstallationSecrets): Row {
  const sealed: Row = {};
  for (const { column, place, value } of listSealed(table, row)) {
    const text = openField(source, place, value);
    if (text !== undefined) sealed[column] = trySeal(target, place, text) ?? value;
  }
  return sealed;
}

function trySeal(target: InstallationSecrets, place: SealedPlace, text: string): string | undefined {
  try {
    return sealField(target, place, text);
  } catch (error) {
    if (error instanceof Problem && error.code === 'secret_needed') return undefined;
    throw error;
  }
}

/** Returns what sealed values contain, as each seal is different. */
function openValues(table: string, row: Row, secrets: readonly InstallationSecrets[]): Row {
  const opened: Row = {};
  for (const { column, place, value } of listSealed(table, row)) {
    const texts = secrets.map((each) => openField(each, place, value));
    opened[column] = texts.find((text) => text !== undefined) ?? value;
  }
  return opened;
}
