import { toSignerContent } from './acceptance/signers.ts';
import type { LineItem } from './line/line-item.ts';
import { removeChoices } from './line/selection.ts';
import { SHOW_ALL, type Show } from './line/show.ts';
import type { Quote } from './quote.ts';
import { CONTENT_TEXT_NAMES, type ContentTextName, mapTexts } from './quote-texts.ts';

/** The content of a quote that a page showed, stored to find later changes. */
export type ShownContent = Pick<
  Quote,
  'revision' | 'title' | ContentTextName | 'items' | 'discountType' | 'discountValue' | 'currency' | 'total'
> & {
  /** Stages as JSON, without their amounts. */
  stages?: string;
  /** Names and hashes of the attachments, as JSON. */
  files?: string;
  pricesIncludeTax?: boolean;
  invoiceOnAcceptance?: boolean;
  show?: Show;
  /** The questions at acceptance, as JSON; absent if there are none. */
  questions?: string;
  /** The signers, as JSON; absent if there are none. */
  signers?: string;
};

export type LineChange =
  | { kind: 'added'; now: LineItem }
  | { kind: 'removed'; before: LineItem }
  | { kind: 'changed'; before: LineItem; now: LineItem };

export interface ContentChanges {
  before: ShownContent;
  lines: LineChange[];
  /** Whether anything except the items and the total changed. */
  isContentChanged: boolean;
}

export function getShownContent(quote: Quote): ShownContent {
  const { revision, title, items, discountType, discountValue, currency, total } = quote;
  const stages = JSON.stringify(quote.paymentSchedule?.map(({ amount: _amount, ...stage }) => stage) ?? null);
  const files = JSON.stringify(quote.attachments.map(({ name, sha256 }) => [name, sha256]));
  const { pricesIncludeTax, invoiceOnAcceptance, show } = quote;
  return {
    ...{
      revision,
      title,
      items,
      discountType,
      discountValue,
      currency,
      total,
      stages,
      files,
      pricesIncludeTax,
      invoiceOnAcceptance,
      show,
    },
    ...mapTexts(CONTENT_TEXT_NAMES, (name) => quote[name]),
    ...(quote.acceptanceFields && { questions: JSON.stringify(quote.acceptanceFields) }),
    ...(quote.signers && { signers: JSON.stringify(toSignerContent(quote.signers)) }),
  };
}

/** Returns `null` if a reader would see no difference. */
export function findChanges(before: ShownContent, now: ShownContent): ContentChanges | null {
  const lines = findLineChanges(before.items, now.items);
  const isTextChanged = COMPARED_FIELDS.some(
    (field) => before[field] !== undefined && before[field] !== now[field],
  );
  const isShowChanged = JSON.stringify(before.show ?? SHOW_ALL) !== JSON.stringify(now.show ?? SHOW_ALL);
  const isContentChanged =
    isTextChanged || isShowChanged || before.questions !== now.questions || before.signers !== now.signers;
  const isSame = lines.length === 0 && !isContentChanged && before.total === now.total;
  return isSame ? null : { before, lines, isContentChanged };
}

/** Like `findChanges`, with an empty result if a reader would see no difference. */
export function compareContent(before: ShownContent, now: Quote): ContentChanges {
  return findChanges(before, getShownContent(now)) ?? { before, lines: [], isContentChanged: false };
}

/** Like `compareContent`, without items that differ only in what the customer may choose. */
export function compareOffers(before: ShownContent, now: Quote): ContentChanges {
  const changes = compareContent(before, now);
  const toOffer = (item: LineItem) => JSON.stringify(removeChoices([item]));
  const lines = changes.lines.filter(
    (change) => change.kind !== 'changed' || toOffer(change.before) !== toOffer(change.now),
  );
  return { ...changes, lines };
}

/** More changed items are not listed in the history. */
const MAX_LISTED_ITEMS = 100;

/** The items that were added, changed or removed, for the history; none if only their order changed. */
export function describeChangedItems(
  before: readonly LineItem[],
  now: readonly LineItem[],
): { itemIds?: string[] } {
  const itemIds = findLineChanges(before, now).map((change) =>
    change.kind === 'removed' ? change.before.id : change.now.id,
  );
  return itemIds.length <= MAX_LISTED_ITEMS ? { itemIds } : {};
}

/** A field that is newer than the stored content is not compared. */
const COMPARED_FIELDS = [
  ...['title', 'discountType', 'discountValue', 'currency', 'stages', 'files', 'pricesIncludeTax'],
  'invoiceOnAcceptance',
  ...CONTENT_TEXT_NAMES,
] as const satisfies readonly (keyof ShownContent)[];

/**
 * Pairs old and new items by identifier, then by equal content, then by description. The result follows the new order;
 * a different order alone is not a change.
 */
function findLineChanges(before: readonly LineItem[], now: readonly LineItem[]): LineChange[] {
  const partners = new Map<number, LineItem>();
  const free = new Map(before.entries());
  const pair = (getKey: (item: LineItem) => string) => {
    const waiting = Map.groupBy(free, ([, item]) => getKey(item));
    for (const [place, item] of now.entries()) {
      const partner = partners.has(place) ? undefined : waiting.get(getKey(item))?.shift();
      if (!partner) continue;
      partners.set(place, partner[1]);
      free.delete(partner[0]);
    }
  };
  pair(({ id }) => id);
  pair(toComparable);
  pair(({ description }) => description);
  const changes = now.flatMap((item, place): LineChange[] => {
    const old = partners.get(place);
    if (!old) return [{ kind: 'added', now: item }];
    return toComparable(old) === toComparable(item) ? [] : [{ kind: 'changed', before: old, now: item }];
  });
  return [...changes, ...[...free.values()].map((old) => ({ kind: 'removed', before: old }) as const)];
}

function toComparable({ id: _id, ...item }: LineItem): string {
  return JSON.stringify(item);
}
