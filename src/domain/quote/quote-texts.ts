import { MAX_LONG_TEXT_LENGTH, MAX_REFERENCE_LENGTH } from '../field-limits.ts';

interface QuoteText {
  maxLength: number;
  /** The customer reads it: a change is an edit, and templates have it too. */
  isContent: boolean;
}

/**
 * The optional texts of a quote. Types, schemas, patches, templates, duplicates, comparisons, the CSV export and the
 * editor follow from this list.
 */
export const QUOTE_TEXTS = {
  description: { maxLength: MAX_LONG_TEXT_LENGTH, isContent: true },
  /** Printed, but not content: the document shows the reference of the last send. */
  reference: { maxLength: MAX_REFERENCE_LENGTH, isContent: false },
  terms: { maxLength: MAX_LONG_TEXT_LENGTH, isContent: true },
  notes: { maxLength: MAX_LONG_TEXT_LENGTH, isContent: false },
} as const satisfies Record<string, QuoteText>;

export type TextName = keyof typeof QUOTE_TEXTS;
export type ContentTextName = {
  [Name in TextName]: (typeof QUOTE_TEXTS)[Name]['isContent'] extends true ? Name : never;
}[TextName];

export const TEXT_NAMES = Object.keys(QUOTE_TEXTS) as TextName[];
export const CONTENT_TEXT_NAMES = TEXT_NAMES.filter(isContentText);
/** The texts that are shown below the totals. */
export const CLOSING_TEXT_NAMES = CONTENT_TEXT_NAMES.filter((name) => name !== 'description');

function isContentText(name: TextName): name is ContentTextName {
  return QUOTE_TEXTS[name].isContent;
}

/** Builds an object with one value per text. */
export function mapTexts<Name extends TextName, Value>(
  names: readonly Name[],
  getValue: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, getValue(name)])) as Record<Name, Value>;
}
