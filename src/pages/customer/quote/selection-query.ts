/** Longer queries exceed the limits of some proxies, so such a selection stays in the form only. */
const MAX_QUERY_LENGTH = 6000;

const SELECTION_FIELD = /^(choosing|revision|(take|choice|quantity)\d+)$/;

/** The selection fields of the accept form as a query for the URL of the page. Empty if nothing can be chosen. */
export function selectionQuery(fields: Iterable<[string, unknown]>): string {
  const query = pickSelection(fields);
  const text = query.toString();
  return query.has('choosing') && text.length <= MAX_QUERY_LENGTH ? text : '';
}

/** The selection fields of the accept form. */
export function pickSelection(fields: Iterable<[string, unknown]>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of fields) {
    if (SELECTION_FIELD.test(name) && typeof value === 'string') query.append(name, value);
  }
  return query;
}

/** Returns the query with another selection. */
export function replaceSelection(search: string, selection: string): string {
  const others = [...new URLSearchParams(search)].filter(([name]) => !SELECTION_FIELD.test(name));
  return [new URLSearchParams(others).toString(), selection].filter(Boolean).join('&');
}
