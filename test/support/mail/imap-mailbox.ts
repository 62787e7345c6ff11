/** A mail in a folder of the IMAP server for the tests. */
export interface StoredMail {
  uid: number;
  flags: Set<string>;
  at: number;
  source: Buffer;
}

export interface Folder {
  uidValidity: number;
  uidNext: number;
  mails: StoredMail[];
}

export function addMail(folder: Folder, source: string | Uint8Array, at: number): number {
  const uid = folder.uidNext++;
  folder.mails.push({ uid, flags: new Set(), at, source: Buffer.from(source as string) });
  return uid;
}

/** Gives every mail a new UID, in the opposite order, as a server does that has lost its index. */
export function renumberFolder(folder: Folder): void {
  folder.uidValidity++;
  folder.mails.reverse();
  folder.mails.forEach((mail, index) => {
    mail.uid = index + 1;
  });
  folder.uidNext = folder.mails.length + 1;
}

/** Whether a UID is in a sequence set such as `1:5,7,9:*`. */
export function isInSet(set: string, uid: number, highest: number): boolean {
  return set.split(',').some((part) => {
    const [a = 0, b = a] = part.split(':').map((end) => (end === '*' ? highest : Number(end)));
    return uid >= Math.min(a, b) && uid <= Math.max(a, b);
  });
}

/**
 * Returns the UIDs that match `<set>` (of sequence numbers, the first word), `UID <set>`, `SINCE <date>`, `HEADER <name>
 * <part>` and `ALL`.
 */
export function searchMails({ mails }: Folder, words: readonly string[]): number[] {
  const highest = mails.at(-1)?.uid ?? 0;
  const findValue = (key: string) => {
    const index = words.findIndex((word) => word.toUpperCase() === key);
    return index < 0 ? undefined : words[index + 1];
  };
  const set = findValue('UID');
  const since = findValue('SINCE');
  const header = findValue('HEADER');
  const part = header === undefined ? '' : (words[words.indexOf(header) + 1] ?? '');
  const line = new RegExp(`^${header}:.*${RegExp.escape(part)}`, 'im');
  const numbers = /^\d/.test(words[0] ?? '') ? words[0] : undefined;
  return mails
    .filter((_, index) => numbers === undefined || isInSet(numbers, index + 1, mails.length))
    .filter(({ uid }) => set === undefined || isInSet(set, uid, highest))
    .filter(({ at }) => since === undefined || at >= Date.parse(`${since} UTC`))
    .filter(({ source }) => header === undefined || line.test(source.toString('latin1')))
    .map(({ uid }) => uid);
}

export function formatInternalDate(at: number): string {
  const date = new Date(at);
  const month = date.toLocaleString('en', { month: 'short', timeZone: 'UTC' });
  const day = String(date.getUTCDate()).padStart(2, ' ');
  return `"${day}-${month}-${date.getUTCFullYear()} ${date.toISOString().slice(11, 19)} +0000"`;
}
