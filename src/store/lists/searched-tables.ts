/** A table that is searched by substring, and its index of trigrams. */
export interface SearchedTable {
  name: string;
  /** Columns of the identifier and of the text. */
  id: string;
  text: string;
  grams: string;
  /** Column of the identifier in PostgreSQL's index. */
  gramsId: string;
}

/** Quotes have longer texts than columns that lists filter by, so their texts are in a table of their own. */
export const SEARCHED_QUOTES: SearchedTable = {
  name: 'quote_search',
  id: 'quote_id',
  text: 'text',
  grams: 'quote_grams',
  gramsId: 'quote_id',
};

export const SEARCHED_CATALOGUE: SearchedTable = {
  name: 'catalogue_items',
  id: 'id',
  text: 'search',
  grams: 'catalogue_grams',
  gramsId: 'item_id',
};

export const SEARCHED_INVOICES: SearchedTable = {
  name: 'invoice_facts',
  id: 'id',
  text: 'search',
  grams: 'invoice_grams',
  gramsId: 'invoice_id',
};

export const SEARCHED_CUSTOMERS: SearchedTable = {
  name: 'customers',
  id: 'id',
  text: 'search',
  grams: 'customer_grams',
  gramsId: 'customer_id',
};
