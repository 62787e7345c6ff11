import { TEXT_NAMES } from '../../../../domain/quote/quote-texts.ts';
import { isUntaxed } from '../../../../domain/tax/tax-category.ts';
import { parseNumber, type Separators } from '../../../../i18n/parse-number.ts';
import { type Draft, getLines, isSelectable, type LineRow, type StageRow, toRows } from './draft.ts';

/** Which version of a field is used. */
export type Side = 'mine' | 'theirs';

/** A field that differs between two versions, and who changed it since the common base. */
export interface Difference {
  /** `title`, `rows/<id>/price`, `rows/<id>` for a whole line, `order`, `stages` */
  path: string;
  by: 'me' | 'them' | 'both';
  mine: string;
  theirs: string;
  /** Name of the line that contains the field. */
  line?: string;
}

interface SectionedLine {
  line: LineRow;
  section: string;
}

const FIELDS = [
  ...['name', 'validityDays', 'title', 'customerName', 'validUntil', 'currency', 'recurringFrom'],
  ...TEXT_NAMES,
] as const satisfies readonly (keyof Draft)[];
const NUMBERS = new Set<string>(['quantity', 'price', 'cost', 'tax', 'min', 'max', 'step', 'periods']);
const SWITCHES = [
  ...['pricesIncludeTax', 'invoiceOnAcceptance', 'hidesLinePrices', 'hidesQuantities'],
] as const satisfies readonly (keyof Draft)[];
const LINE_FIELDS = [
  ...['description', 'quantity', 'unit', 'price', 'tax', 'taxCategory', 'taxReason', 'discountValue', 'sku'],
  ...['optional', 'choice', 'selected', 'min', 'max', 'step', 'cost', 'interval', 'periods'],
  ...['priceKind', 'steps'],
] as const satisfies readonly (keyof LineRow)[];

/** Compares two versions with their common base, field by field; lines are matched by id. */
export function compareDrafts(base: Draft, mine: Draft, theirs: Draft, separators: Separators): Difference[] {
  const ids = [mine, theirs].map(({ rows }) => new Set(getLines(rows).map(({ line }) => line.id)));
  const isCommon = (id: string) => id !== '' && ids.every((known) => known.has(id));
  const read = (draft: Draft) => collectTexts(draft, separators, isCommon);
  const [ofBase, ofTheirs] = [read(base), read(theirs)];
  const ofMine = withoutTwins(read(mine), ofTheirs);
  const paths = new Set([...ofTheirs.keys(), ...ofMine.keys()]);
  const found = [...paths].flatMap((path): Difference[] => {
    const [before, own, other] = [ofBase.get(path), ofMine.get(path), ofTheirs.get(path)];
    if (own?.meant === other?.meant || isUnknown(own) || isUnknown(other)) return [];
    const by = changedBy(before, own, other);
    const line = own?.line ?? other?.line;
    return [
      { path, by, mine: own?.shown ?? '', theirs: other?.shown ?? '', ...(line !== undefined && { line }) },
    ];
  });
  return withoutParts(found);
}

/** Whether a version says nothing about a cost, like a copy on this device. */
function isUnknown(text: Text | undefined): boolean {
  return text?.isUnknown === true;
}

/** Leaves out both of two equal lines, of which mine has no identifier yet: they are one line that was saved. */
function withoutTwins(mine: Texts, theirs: Texts): Texts {
  const isWhole = ([, { whole }]: [string, Text]) => whole !== undefined;
  const onlyIn = (texts: Texts, others: Texts) =>
    [...texts].filter((entry) => isWhole(entry) && !others.has(entry[0]));
  const found = onlyIn(theirs, mine);
  for (const [path, { whole }] of onlyIn(mine, theirs)) {
    const at = found.findIndex(([, other]) => other.whole === whole);
    const [twin] = at < 0 ? [] : found.splice(at, 1);
    if (!twin) continue;
    for (const [texts, place] of [
      [mine, path],
      [theirs, twin[0]],
    ] as const) {
      for (const name of [...texts.keys()]) {
        if (name === place || name.startsWith(`${place}/`)) texts.delete(name);
      }
    }
  }
  return mine;
}

/** A line that one side removed and the other changed is a conflict, as is a field that both changed. */
function changedBy(
  before: Text | undefined,
  own: Text | undefined,
  other: Text | undefined,
): Difference['by'] {
  const isSame = (text: Text | undefined) => text?.meant === before?.meant && text?.whole === before?.whole;
  return isSame(own) ? 'them' : isSame(other) ? 'me' : 'both';
}

/** Default choice for each difference: no change is lost without being shown. */
export function proposePicks(differences: readonly Difference[]): Record<string, Side> {
  return Object.fromEntries(differences.map(({ path, by }) => [path, by === 'them' ? 'theirs' : 'mine']));
}

/** Builds the draft from the version that was picked for each field. */
export function mergeDrafts(mine: Draft, theirs: Draft, picks: Readonly<Record<string, Side>>): Draft {
  const isTheirs = (path: string) => picks[path] === 'theirs';
  const merged = { ...mine };
  for (const field of FIELDS) if (isTheirs(field)) merged[field] = theirs[field];
  if (isTheirs('customerName')) merged.customerId = theirs.customerId;
  if (isTheirs('discountValue')) {
    merged.discountType = theirs.discountType;
    merged.discountValue = theirs.discountValue;
  }
  if (isTheirs('stages')) merged.stages = theirs.stages;
  for (const field of SWITCHES) if (isTheirs(field)) merged[field] = theirs[field];
  const [own, other] = [getLines(mine.rows), getLines(theirs.rows)];
  const [lead, follow] = isTheirs('order') ? [other, own] : [own, other];
  const ordered = inOrder(lead, follow);
  merged.rows = toRows(ordered.flatMap((entry) => mergedLine(entry, own, other, isTheirs)));
  return merged;
}

function mergedLine(
  entry: SectionedLine,
  own: readonly SectionedLine[],
  other: readonly SectionedLine[],
  isTheirs: (path: string) => boolean,
): SectionedLine[] {
  const key = getLineId(entry.line);
  const [a, b] = [find(own, key), find(other, key)];
  const path = `rows/${key}`;
  if (!a || !b) {
    const wanted = isTheirs(path) ? b : a;
    return wanted ? [wanted] : [];
  }
  const line: LineRow = { ...a.line };
  for (const field of LINE_FIELDS)
    if (isTheirs(`${path}/${field}`)) Object.assign(line, { [field]: b.line[field] });
  line.cost ??= b.line.cost;
  if (isTheirs(`${path}/discountValue`)) line.discountType = b.line.discountType;
  return [{ line, section: isTheirs(`${path}/section`) ? b.section : a.section }];
}

/** Merges two orders: the lines of the first, with those only in the second after their predecessor there. */
function inOrder(lead: readonly SectionedLine[], follow: readonly SectionedLine[]): SectionedLine[] {
  const ordered = [...lead];
  for (const [at, entry] of follow.entries()) {
    if (find(ordered, getLineId(entry.line))) continue;
    const before = follow[at - 1];
    const place = before ? ordered.findIndex(({ line }) => getLineId(line) === getLineId(before.line)) : -1;
    ordered.splice(place + 1, 0, entry);
  }
  return ordered;
}

function find(lines: readonly SectionedLine[], name: string): SectionedLine | undefined {
  return lines.find(({ line }) => getLineId(line) === name);
}

/** An unstored line has no id; only this window knows its key. */
function getLineId({ id, key }: LineRow): string {
  return id || key;
}

interface Text {
  meant: string;
  shown: string;
  line?: string;
  /** All of a line in one text, to compare whole lines. */
  whole?: string;
  isUnknown?: boolean;
}
type Texts = Map<string, Text>;

/** Text of each field, in a form for comparison and a form for display. */
function collectTexts(draft: Draft, separators: Separators, isCommon: (id: string) => boolean): Texts {
  const number = (text: string) => parseNumber(text.replace('%', ''), separators) ?? text.trim();
  const texts: Texts = new Map();
  const add = (path: string, shown: string, meant = shown.trim()) => texts.set(path, { meant, shown });
  for (const field of FIELDS) add(field, draft[field] ?? '');
  add('customerName', draft.customerName, draft.customerId);
  const discount = ({ discountValue, discountType }: Pick<Draft, 'discountValue' | 'discountType'>) =>
    discountValue.trim() && `${number(discountValue)} ${discountType}`;
  add('discountValue', discountText(draft), discount(draft));
  add('stages', stagesText(draft.stages), stagesText(draft.stages, number));
  for (const field of SWITCHES) add(field, draft[field] ? '✓' : '–');
  const lines = getLines(draft.rows);
  const order = lines.filter(({ line }) => isCommon(line.id));
  add(
    'order',
    order.map(({ line }) => line.description).join('\n'),
    order.map(({ line }) => line.id).join(' '),
  );
  const selected = findSelected(lines.map(({ line }) => line));
  for (const { line, section } of lines) {
    const path = `rows/${getLineId(line)}`;
    const about = line.description;
    const fields = LINE_FIELDS.map((field) => {
      const shown = field === 'discountValue' ? discountText(line) : showField(line, field, selected);
      const text = shown.trim() || (DEFAULTS[field]?.(line) ?? '');
      const meant =
        field === 'discountValue'
          ? discount(line)
          : field === 'steps'
            ? text
                .split(/[\n\t=]/)
                .map(number)
                .join(' ')
            : NUMBERS.has(field)
              ? number(text)
              : text.trim();
      const isUnknown = line[field] === undefined;
      return {
        path: `${path}/${field}`,
        text: { meant, shown, line: about, ...(isUnknown && { isUnknown }) },
      };
    });
    const whole = JSON.stringify([section, ...fields.map(({ text }) => text.meant)]);
    texts.set(path, { meant: 'there', shown: about, line: about, whole });
    texts.set(`${path}/section`, { meant: section, shown: section, line: about });
    for (const { path: place, text } of fields) texts.set(place, text);
  }
  return texts;
}

/** The value that the service returns for a field that is left empty. */
const DEFAULTS: Partial<Record<keyof LineRow, (line: LineRow) => string>> = {
  tax: () => '0',
  step: ({ min, max }) => (min.trim() || max.trim() ? '1' : ''),
};

/** The text of a field as it is saved. What does not count, such as a reason for no tax in a taxed line, is empty. */
function showField(line: LineRow, field: keyof LineRow, selected: ReadonlySet<LineRow>): string {
  if (field === 'optional') return line.optional ? '✓' : '–';
  if (field === 'selected') return !isSelectable(line) ? '' : selected.has(line) ? '✓' : '–';
  // Steps stand for the price.
  if (field === (line.priceKind ? 'price' : 'steps')) return '';
  if (field === 'taxCategory' && line.taxCategory) {
    const isFree = /^[^1-9]*$/.test(line.tax.normalize('NFKD'));
    return isUntaxed(line.taxCategory) === isFree ? line.taxCategory : '';
  }
  return String(line[field] ?? '');
}

/** The lines that are selected when the draft is saved: one of each mandatory choice. */
function findSelected(lines: readonly LineRow[]): Set<LineRow> {
  const found = new Set(lines.filter((line) => line.selected && line.choice.trim() === ''));
  const choices = Map.groupBy(
    lines.filter((line) => line.choice.trim() !== ''),
    ({ choice }) => choice.trim(),
  );
  for (const alternatives of choices.values()) {
    const picked = alternatives.find((line) => line.selected) ?? alternatives.find((line) => !line.optional);
    if (picked) found.add(picked);
  }
  return found;
}

function discountText({
  discountType,
  discountValue,
}: Pick<Draft, 'discountType' | 'discountValue'>): string {
  if (discountValue.trim() === '') return '';
  return discountType === 'percentage' ? `${discountValue} %` : discountValue;
}

function stagesText(stages: readonly StageRow[], number = (text: string) => text): string {
  return stages
    .map(({ label, type, value, when, days, date }) =>
      [
        label,
        type === 'rest' ? type : type === 'percentage' ? `${number(value)} %` : number(value),
        when === 'date' ? date : `${when} ${number(days.trim() || '0')}`,
      ].join(' · '),
    )
    .join('\n');
}

/** Drops the fields of a line that only one version has and reports the line as a whole. */
function withoutParts(differences: readonly Difference[]): Difference[] {
  const whole = new Set(differences.filter(({ path }) => /^rows\/[^/]+$/.test(path)).map(({ path }) => path));
  return differences.filter(
    ({ path }) => whole.has(path) || !whole.has(path.split('/').slice(0, 2).join('/')),
  );
}
