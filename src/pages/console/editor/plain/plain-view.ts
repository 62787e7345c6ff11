import type { CatalogueItem } from '../../../../domain/catalogue/catalogue-item.ts';
import type { Locale } from '../../../../i18n/locale.ts';
import type { Separators } from '../../../../i18n/parse-number.ts';
import type { Draft, DraftKind } from '../draft/draft.ts';
import type { InputError } from '../draft/read-texts.ts';
import type { EditorWords, StoredQuote } from '../editor-data.ts';

/** The form for browsers without scripts. */
export interface PlainView {
  kind: DraftKind;
  t: EditorWords;
  locale: Locale;
  separators: Separators;
  draft: Draft;
  seesCosts: boolean;
  /** Currency of the totals: that of the draft if it is valid. */
  currency: string;
  quote: StoredQuote | null;
  /** The draft when the form was first shown, to detect concurrent changes. */
  base: Draft | null;
  action: string;
  errors: Record<string, InputError>;
  /** Validation errors of the service, by field path. */
  refusals: Record<string, string>;
  /** Customers that match the typed name. */
  found?: { id: string; name: string; email: string | null }[];
  /** Idempotency key: repeated submissions count as one. */
  once: string;
  /** Results of the catalogue search. */
  offers?: Offers;
  /** The version that someone else has saved in the meantime. */
  theirs?: Draft;
}

export interface PlainForm extends PlainView {
  findFieldError(path: string): string | undefined;
}

interface Offers {
  search: string;
  items: readonly Pick<CatalogueItem, 'id' | 'description' | 'sku' | 'unitPrice' | 'currency'>[];
}
