import { readFile } from 'node:fs/promises';
import { type PasswordFault, passwordFault } from '../../domain/person/password-rules.ts';

/** The file, read with the first new password; its lines are searched as one text, which takes less memory than a set. */
let common: Promise<string> | undefined;

/** What is wrong with a new password, given the texts that are known about the person. */
export async function findPasswordFault(
  password: string,
  about: readonly string[],
): Promise<PasswordFault | undefined> {
  common ??= readList();
  const list = await common.catch((error) => {
    common = undefined;
    throw error;
  });
  return passwordFault(password, about, (word) => !word.includes('\n') && list.includes(`\n${word}\n`));
}

/** The lines below the licence. */
async function readList(): Promise<string> {
  const text = await readFile(new URL('./common-passwords.txt', import.meta.url), 'utf8');
  return text.slice(text.indexOf('\n\n'));
}
