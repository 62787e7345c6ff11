import { readFile } from 'node:fs/promises';
import { type PasswordFault, passwordFault } from '../../domain/person/password-rules.ts';

/** Common passwords, read at the first use. They are searched as one text, which takes less memory than a set. */
let common: Promise<string> | undefined;

/** Returns what is wrong with a new password, given the user's own texts, such as their name. */
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

/** Returns the lines below the licence. */
async function readList(): Promise<string> {
  const text = await readFile(new URL('./common-passwords.txt', import.meta.url), 'utf8');
  return text.slice(text.indexOf('\n\n'));
}
