import type { Deps } from '../../../app/deps.ts';
import { DatabaseUnavailable } from '../../../domain/outage.ts';
import { findAccount, listAccounts } from '../../../store/tables/account/accounts.ts';
import {
  findPlace,
  forgetRestore,
  isRestored,
  type Place,
  putBack,
} from '../../../store/tables/account/places.ts';
import { releaseOutbox } from '../../../store/tables/mail/outbox.ts';

type Store = Pick<Deps, 'db'>;

/** A list of places that is none; the line is where. */
export class PlaceLineError extends Error {}

/** Notes of one process wait for each other, as each writes the whole file. */
let last: Promise<void> = Promise.resolve();

/**
 * Notes next to the database how far the account has come: before an email goes out, and after invoices were made. If an
 * older copy of the database is put back later, the next start knows.
 */
export async function notePlace({ db }: Store, accountId: string): Promise<void> {
  const { placeFile } = db;
  if (!placeFile) return;
  const note = async () => {
    const place = await findPlace(db.read, accountId);
    const places = parsePlaces(await placeFile.read());
    if (!place || (places.get(accountId)?.n ?? 0) >= place.n) return;
    await placeFile.write(formatPlaces(places.set(accountId, place).values()));
  };
  last = last.then(note, note);
  return last;
}

/** At the start: recognizes accounts that the restore of an older copy has put back. */
export async function applyPlaceFile(store: Store): Promise<void> {
  const { placeFile } = store.db;
  const text = await placeFile?.read();
  if (!placeFile || !text) return;
  let places: Map<string, Place>;
  try {
    places = parsePlaces(text);
    if ((await applyPlaces(store, text)) === 0) return;
  } catch (error) {
    if (!(error instanceof PlaceLineError)) throw error;
    throw new DatabaseUnavailable(
      `${placeFile.name}, ${error.message}, is damaged: remove that line, which forgets how far an account had come`,
    );
  }
  // From here on the database says it, and the next restore is another one.
  for (const place of places.values()) {
    const { n = place.n } = (await findPlace(store.db.read, place.accountId)) ?? {};
    place.n = Math.min(place.n, n);
  }
  await placeFile.write(formatPlaces(places.values()));
}

/**
 * Lets nothing go out by itself of accounts that are behind the list, until a person says so. Returns how many are. Throws
 * if the list is not one.
 */
export async function applyPlaces({ db }: Store, text: string): Promise<number> {
  let behind = 0;
  for (const place of parsePlaces(text).values()) {
    const { accountId } = place;
    if (!(await findAccount(db.read, accountId))) continue;
    if (((await findPlace(db.read, accountId))?.n ?? 0) >= place.n) continue;
    behind++;
    await db.write((tx) => putBack(tx, place), { account: accountId, evenIfClosed: true });
  }
  return behind;
}

/** The list of all accounts, to keep apart from the backups of a PostgreSQL database. */
export async function formatAllPlaces({ db }: Store): Promise<string> {
  const accounts = await listAccounts(db.read);
  const places: Place[] = [];
  for (const { id } of accounts) places.push(...[(await findPlace(db.read, id)) ?? []].flat());
  return formatPlaces(places);
}

/** Whether a person has yet to look at what went out after the copy that was restored. */
export function needsRelease({ db }: Store, accountId: string): Promise<boolean> {
  return isRestored(db.read, accountId);
}

/** Somebody has looked: what waits is sent, and what falls due goes out by itself again. */
export async function releaseRestored({ db }: Store, accountId: string): Promise<void> {
  await db.write(
    async (tx) => {
      if (!(await isRestored(tx, accountId))) return;
      await forgetRestore(tx, accountId);
      await releaseOutbox(tx, accountId);
    },
    { account: accountId },
  );
}

function formatPlaces(places: Iterable<Place>): string {
  return Array.from(places, (place) => `${JSON.stringify(place)}\n`).join('');
}

function parsePlaces(text: string): Map<string, Place> {
  const lines = text.split('\n').map((line, at) => [line, at + 1] as const);
  return new Map(
    lines.flatMap(([line, number]) => {
      if (line === '') return [];
      const place = parsePlace(line);
      if (!place) throw new PlaceLineError(`line ${number}`);
      return [[place.accountId, place] as const];
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
