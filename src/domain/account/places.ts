/** How far an account has come: its last event, and the last value of each sequence. A note may have a part of it. */
export interface Place {
  accountId: string;
  n: number;
  sequences: Record<string, number>;
}

/** A list of places that is none; the message says where. */
export class PlaceLineError extends Error {}

export function formatPlaces(places: Iterable<Place>): string {
  return Array.from(places, (place) => `${JSON.stringify(place)}\n`).join('');
}

/** One place per account, as far as any of its lines says. */
export function parsePlaces(text: string): Map<string, Place> {
  const lines = text.split('\n').map((line, at) => ({ line, number: at + 1 }));
  return mergePlaces(
    lines.flatMap(({ line, number }) => {
      if (line === '') return [];
      const place = parsePlace(line);
      if (!place) throw new PlaceLineError(`line ${number}`);
      return [place];
    }),
  );
}

function parsePlace(line: string): Place | undefined {
  try {
    const { accountId, n, sequences } = JSON.parse(line) as Place;
    const isPlace =
      typeof accountId === 'string' &&
      [n, ...Object.values(sequences)].every((value) => Number.isSafeInteger(value) && value >= 0);
    return isPlace ? { accountId, n, sequences } : undefined;
  } catch {
    return undefined;
  }
}

export function mergePlaces(places: Iterable<Place>): Map<string, Place> {
  const merged = new Map<string, Place>();
  for (const { accountId, n, sequences } of places) {
    const place = merged.get(accountId) ?? { accountId, n, sequences: {} };
    place.n = Math.max(place.n, n);
    for (const [name, value] of Object.entries(sequences))
      place.sequences[name] = Math.max(place.sequences[name] ?? 0, value);
    merged.set(accountId, place);
  }
  return merged;
}

/** Whether one place is behind another: a later copy of the account has been there. */
export function isBehind(place: Place, other: Place): boolean {
  return (
    place.n < other.n ||
    Object.entries(other.sequences).some(([name, value]) => (place.sequences[name] ?? 0) < value)
  );
}

/** A place that is further by a margin, for what may have been given since it was noted. */
export function advancePlace({ accountId, n, sequences }: Place, by: number): Place {
  const further = Object.entries(sequences).map(([name, value]) => [name, value + by]);
  return { accountId, n: n + by, sequences: Object.fromEntries(further) };
}
