import type { FetchMessageObject, ImapFlow, MailboxObject, SearchObject } from 'imapflow';
import type { MailPlace } from '../../../domain/mail/incoming-mail.ts';
import { MailboxError, type MailSummary, type OpenMailbox } from '../../../domain/mail/mailbox.ts';
import { describeStepFailure } from './describe-failure.ts';
import { type ImapSession, type ImapTimeouts, TooMuchData } from './session.ts';

/** Twice as much as the longest response that is requested, other than a mail. */
const MAX_COMMAND_BYTES = 128 * 1024;
/** Frame of the response that contains a mail. */
const DOWNLOAD_FRAME_BYTES = 64 * 1024;
/** UIDs or mails that are searched at once, so that the response is a short line. */
const SEARCH_WINDOW = 5_000;
/** Mails that are looked at for the newest date; the last one may have been moved here and be old. */
const NEWEST = 20;

/** Opens a folder with EXAMINE: nothing that is done to it later marks a mail. */
export async function openFolder(
  session: ImapSession,
  folder: string,
  timeouts: ImapTimeouts,
  signal: AbortSignal,
): Promise<OpenMailbox> {
  async function run<T>(step: string, work: (client: ImapFlow) => Promise<T>): Promise<T> {
    try {
      return await session.run({ ms: timeouts.command, maxBytes: MAX_COMMAND_BYTES, signal }, work);
    } catch (error) {
      throw signal.aborted ? signal.reason : describeStepFailure(error, step);
    }
  }

  const examine = (client: ImapFlow) => client.mailboxOpen(folder, { readOnly: true });
  const opened = await run('Opening the folder', examine);
  if (!opened.uidValidity || !opened.uidNext) {
    throw new MailboxError('The mail server does not number its mails (UIDVALIDITY and UIDNEXT).');
  }
  const { uidNext, exists } = opened;
  const uidValidity = String(opened.uidValidity);

  return {
    uidValidity,
    uidNext,
    listAfter: (uid, limit) =>
      run('Listing the mails', async (client) => {
        const uids = await searchAfter(client, uid, uidNext, limit);
        return uids.length === 0 ? [] : toSummaries(await fetchSummaries(client, uids.join(','), true), uids);
      }),
    async findFirstSince(time) {
      // The library asks some servers for mails that are younger than a number of seconds, which must not be 0.
      const since = new Date(Math.min(time, Date.now()) - DAY_MS);
      let first = uidNext;
      // UIDs can have large gaps, so the mails are counted. When some are deleted in the meantime, the others move down, to
      // where the search has not been.
      for (let to = exists; to > 0; to -= SEARCH_WINDOW) {
        const seq = `${Math.max(1, to - SEARCH_WINDOW + 1)}:${to}`;
        const found = await run('Searching the mails', (client) => search(client, { seq, since }));
        first = Math.min(first, ...found.filter((uid) => uid > 0));
      }
      return first;
    },
    findNewestTime: () =>
      run('Listing the mails', async (client) => {
        if (exists === 0) return null;
        const newest = await fetchSummaries(client, `${Math.max(1, exists - NEWEST + 1)}:${exists}`, false);
        const times = newest.flatMap((mail) => toTime(mail) ?? []);
        return times.length === 0 ? null : Math.max(...times);
      }),
    findByMessageId: (messageId, limit) =>
      run('Searching the mails', async (client) => {
        // Servers look for a part of the header. Some programs leave the brackets out.
        const header = { 'Message-ID': messageId.slice(1, -1) };
        return (await search(client, { header })).slice(-limit).reverse();
      }),
    async fetchSource(uid, maxBytes) {
      const limits = { ms: timeouts.download, maxBytes: maxBytes + DOWNLOAD_FRAME_BYTES, signal };
      try {
        return await session.run(limits, (client) => download(client, uid, maxBytes));
      } catch (error) {
        // The server ignored the limit. The connection is closed, but the answer is known.
        if (error instanceof TooMuchData) return 'too_large';
        throw signal.aborted ? signal.reason : describeStepFailure(error, 'Fetching a mail');
      }
    },
    move: (uid, target) =>
      run('Moving a mail', async (client) => {
        const place = await moveMail(client, { folder, uidValidity, uid, target });
        await examine(client);
        return place;
      }),
    close: () => session.close(),
  };
}

const DAY_MS = 86_400_000;

/** Returns the first UIDs after a UID, in order. */
async function searchAfter(client: ImapFlow, uid: number, uidNext: number, limit: number): Promise<number[]> {
  for (let from = uid + 1; from < uidNext; from += SEARCH_WINDOW) {
    const to = Math.min(from + SEARCH_WINDOW, uidNext) - 1;
    const found = await search(client, { uid: `${from}:${to}` });
    const inWindow = found.filter((one) => one >= from && one <= to);
    if (inWindow.length > 0) return inWindow.slice(0, limit);
  }
  return [];
}

async function search(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = await client.search(query, { uid: true });
  // The library returns nothing if the server rejects a search, and also without a connection, which is found out later.
  if (!Array.isArray(found) && client.usable) {
    throw new MailboxError('The mail server could not search the mails.');
  }
  return found || [];
}

function fetchSummaries(client: ImapFlow, range: string, isUid: boolean): Promise<FetchMessageObject[]> {
  return client.fetchAll(range, { uid: true, size: true, internalDate: true }, { uid: isUid });
}

/** Leaves out what was not requested: a server may report changes of other mails at any time. */
function toSummaries(mails: FetchMessageObject[], uids: readonly number[]): MailSummary[] {
  return uids.map((uid) => {
    const mail = mails.find((one) => one.uid === uid && one.size !== undefined);
    return { uid, bytes: mail?.size ?? null, receivedAt: mail ? toTime(mail) : null };
  });
}

function toTime({ internalDate }: FetchMessageObject): number | null {
  const time = internalDate === undefined ? Number.NaN : new Date(internalDate).getTime();
  return Number.isNaN(time) ? null : time;
}

async function download(
  client: ImapFlow,
  uid: number,
  maxBytes: number,
): Promise<Uint8Array | 'too_large' | undefined> {
  const source = { start: 0, maxLength: maxBytes + 1 };
  const mails = await client.fetchAll(String(uid), { uid: true, source }, { uid: true });
  const content = mails.find((mail) => mail.uid === uid && mail.source)?.source;
  return content && content.length > maxBytes ? 'too_large' : content;
}

interface Move {
  folder: string;
  uidValidity: string;
  uid: number;
  target: string;
}

/** Requires MOVE (RFC 6851): an emulation could delete mails that the owner has marked as deleted. */
async function moveMail(
  client: ImapFlow,
  { folder, uidValidity, uid, target }: Move,
): Promise<MailPlace | null> {
  if (!client.capabilities.has('MOVE')) {
    throw new MailboxError('The mail server cannot move mails to a folder (it does not offer MOVE).');
  }
  const opened: MailboxObject = await client.mailboxOpen(folder, { readOnly: false });
  if (String(opened.uidValidity) !== uidValidity) throw new MailboxError('The folder was renumbered.');
  const move = () => client.messageMove(String(uid), target, { uid: true });
  let moved = await move();
  if (!moved) {
    await client.mailboxCreate(target);
    moved = await move();
  }
  if (!moved) throw new MailboxError('The mail server did not move a mail to the folder.');
  const movedUid = moved.uidMap?.get(uid);
  return moved.uidValidity && movedUid ? { uidValidity: String(moved.uidValidity), uid: movedUid } : null;
}
