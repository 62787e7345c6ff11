import type { Deps } from '../../deps.ts';
import type { CatalogueItem } from '../../domain/catalogue-item.ts';
import type { FieldError } from '../../domain/errors.ts';
import { isId } from '../../domain/ids.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';
import { findCatalogueItems } from '../../store/tables/catalogue-items.ts';

/** An item of a request body whose values are not validated yet. */
type Line = Record<string, unknown>;

interface Wanted {
  /** Items that the quote or template already has: their catalogue items stay valid. */
  known: readonly object[];
  /** Currency of the quote; without one, the account's applies. */
  currency: unknown;
}

const TAKEN = ['description', 'unit', 'unitPrice', 'taxRate', 'sku'] as const;

/** Completes items that refer to a catalogue item with the fields that they leave out. */
export async function withCatalogueItems(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  lines: readonly unknown[],
  { known, currency }: Wanted,
): Promise<{ lines: unknown[]; errors: FieldError[] }> {
  const ids = new Set(lines.map(namedBy).filter((id) => id !== undefined));
  if (ids.size === 0) return { lines: [...lines], errors: [] };
  const kept = new Map((known as Line[]).map((line) => [namedBy(line), line]));
  const found = await findCatalogueItems(
    db.read,
    accountId,
    [...ids].filter((id) => isId('cat', id)),
  );
  const wanted =
    typeof currency === 'string' ? currency : (await findAccount(db.read, accountId))?.account.currency;
  const isKept = keptBy(known as readonly Line[]);
  const errors: FieldError[] = [];
  const completed = lines.map((line, index) => {
    const id = namedBy(line);
    if (id === undefined || isKept(line as Line)) return line;
    const item = found.get(id);
    const before = kept.get(id);
    const message = before ? undefined : refusal(item, wanted);
    if (message) errors.push({ path: `/items/${index}/catalogueItemId`, message });
    return { ...takenFrom(item ?? before ?? {}), ...(line as Line) };
  });
  return { lines: completed, errors };
}

/**
 * Returns a function that recognizes existing items that the client sends back unchanged. They are not completed: the
 * catalogue may have changed since.
 */
function keptBy(known: readonly Line[]): (line: Line) => boolean {
  const ids = new Map(known.map((line) => [line.id, namedBy(line)]));
  const said = new Set(known.map(sayingsOf));
  return (line) => {
    if (line.description === undefined || line.unitPrice === undefined) return false;
    const isSameLine = typeof line.id === 'string' && ids.get(line.id) === namedBy(line);
    return isSameLine || said.has(sayingsOf(line));
  };
}

function sayingsOf(line: Line): string {
  return JSON.stringify(['catalogueItemId', ...TAKEN].map((field) => line[field] ?? null));
}

function namedBy(line: unknown): string | undefined {
  const id = line !== null && typeof line === 'object' ? (line as Line).catalogueItemId : undefined;
  return typeof id === 'string' ? id : undefined;
}

function refusal(item: CatalogueItem | undefined, currency: string | undefined): string | undefined {
  if (!item) return 'does not match any catalogue item of this account';
  if (item.archived) return 'is an archived item: choose another one, or restore it first';
  if (item.currency === currency) return undefined;
  return `is an item with a price in ${item.currency}, but the quote is in ${currency}`;
}

function takenFrom(item: object): Line {
  const entries = TAKEN.map((field) => [field, (item as Line)[field]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
}
