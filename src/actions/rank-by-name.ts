import { toSearchForm } from '../store/lists/text/search-form.ts';

/** Sorts what has exactly the searched name first, then names that begin with it; otherwise the order stays. */
export function rankByName<Found>(
  found: readonly Found[],
  text: string,
  getNames: (entry: Found) => readonly string[],
): Found[] {
  const term = toSearchForm(text.trim());
  const rank = (entry: Found) => {
    const names = getNames(entry).map((name) => toSearchForm(name.trim()));
    if (names.includes(term)) return 0;
    return names.some((name) => name.startsWith(term)) ? 1 : 2;
  };
  const ranked = found.map((entry) => ({ entry, rank: rank(entry) }));
  return ranked.sort((one, other) => one.rank - other.rank).map(({ entry }) => entry);
}
