/** A table that is searched by substring, and its index of trigrams. */
export interface SearchedTable {
  name: string;
  grams: string;
  /** Column of the row identifier in PostgreSQL's index. */
  gramsId: string;
}

export const SEARCHED_QUOTES: SearchedTable = {
  name: 'quotes',
  grams: 'quote_grams',
  gramsId: 'quote_id',
};

export const SEARCHED_CATALOGUE: SearchedTable = {
  name: 'catalogue_items',
  grams: 'catalogue_grams',
  gramsId: 'item_id',
};

export const SEARCHED_INVOICES: SearchedTable = {
  name: 'invoice_facts',
  grams: 'invoice_grams',
  gramsId: 'invoice_id',
};

export const SEARCHED_CUSTOMERS: SearchedTable = {
  name: 'customers',
  grams: 'customer_grams',
  gramsId: 'customer_id',
};
