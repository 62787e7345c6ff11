import { serveParser } from '../../serve-parser.ts';
import type { MailTask, TaskReply } from './parser.ts';
import { readAttachment, readMail } from './read-mail.ts';

serveParser(async ({ source, index }: MailTask): Promise<TaskReply> => {
  const work = index === undefined ? readMail(source) : readAttachment(source, index);
  // A mail that exceeds a limit has no result.
  return { result: await work.catch(() => undefined) };
});
