import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import { printNumber } from '../../../domain/account/numbering.ts';
import {
  advancePlace,
  formatPlaces,
  isBehind,
  type Place,
  PlaceLineError,
  parsePlaces,
} from '../../../domain/account/places.ts';
import { DatabaseUnavailable } from '../../../domain/outage.ts';
import type { Sql } from '../../../store/database.ts';
import { findAccount } from '../../../store/tables/account/accounts.ts';
import {
  findPlaces,
  findRestored,
  forgetRestore,
  type HeldMail,
  isRestored,
  listHeldMails,
  putBack,
  readAllPlaces,
} from '../../../store/tables/account/places.ts';
import { releaseOutbox } from '../../../store/tables/mail/outbox.ts';

type Store = Pick<Deps, 'db'>;

/** At the start: recognizes accounts that the restore of an older copy has put back. */
export async function applyPlaceFile(store: Store): Promise<void> {
  const { placeFile } = store.db;
  if (!placeFile) return;
  const text = await placeFile.read();
  // A power failure may have cut off the last line.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  try {
    await applyPlaces(store, whole);
  } catch (error) {
    if (!(error instanceof PlaceLineError)) throw error;
    throw new DatabaseUnavailable(
      `${placeFile.name}, ${error.message}, is damaged: remove that line, which forgets how far an account had come`,
    );
  }
  // Another copy of the database, which is put back later, may have these accounts.
  const others: Place[] = [];
  for (const place of parsePlaces(whole).values())
    if (!(await findAccount(store.db.read, place.accountId))) others.push(place);
  await placeFile.begin(async () => formatPlaces(others) + (await formatAllPlaces(store)));
}

/**
 * Lets nothing go out by itself of accounts that are behind the list, until a person says so, and skips its numbers and
 * some more. Returns how many are behind. Throws if the list is not one.
 */
export async function applyPlaces({ db }: Store, text: string, skip = 0): Promise<number> {
  let behind = 0;
  for (const place of parsePlaces(text).values()) {
    const { accountId } = place;
    const [known] = await findPlaces(db.read, [accountId]);
    if (known ? !isBehind(known, place) : !(await findAccount(db.read, accountId))) continue;
    behind++;
    await db.write((tx) => putBack(tx, advancePlace(place, skip)), {
      account: accountId,
      evenIfClosed: true,
    });
  }
  return behind;
}

/** The list of all accounts: to keep apart from the backups of a PostgreSQL database, for example. */
export async function formatAllPlaces({ db }: Store): Promise<string> {
  let text = '';
  for await (const places of readAllPlaces(db.read)) text += formatPlaces(places);
  return text;
}

export interface RestoredState {
  /** When the last event in the copy was recorded. */
  since: number | null;
  /** Stretches of numbers that are not given again. */
  numbers: { first: string; last: string; n: number }[];
  /** Emails that wait for a person: how many, and the first of them. */
  held: { count: number; first: HeldMail[] };
}

/** Returns the messages and numbers that may have gone out after the copy that was restored, if a person has yet to look at it. */
export async function readRestored({ db }: Store, account: Account): Promise<RestoredState | undefined> {
  const restored = await findRestored(db.read, account.id);
  if (!restored) return undefined;
  const { at, since, skipped } = restored;
  const formats = [account.quoteNumberFormat, account.invoiceNumberFormat, account.creditNoteNumberFormat];
  const numbers = Object.entries(skipped).flatMap(([name, [first, last]]) => {
    const key = /^(?:quote|invoice):(.*)$/.exec(name)?.[1];
    if (key === undefined) return [];
    const print = (n: number) => printNumber(key, n, formats, new Date(at).getUTCFullYear());
    return [{ first: print(first), last: print(last), n: last - first + 1 }];
  });
  return { since, numbers, held: await listHeldMails(db.read, account.id) };
}

/** Somebody has looked: what waits is sent, and what falls due goes out by itself again. */
export async function releaseRestored({ db }: Store, accountId: string): Promise<void> {
  const release = async (tx: Sql) => {
    if (!(await isRestored(tx, accountId))) return;
    await forgetRestore(tx, accountId);
    await releaseOutbox(tx, accountId);
  };
  await db.write(release, { account: accountId });
}
