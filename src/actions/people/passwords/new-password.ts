import { readFile } from 'node:fs/promises';
import { findPasswordError, type PasswordError } from '../../../domain/people/password-rules.ts';

/** Common passwords, read at the first use. They are searched as one text, which takes less memory than a set. */
let commonPasswords: Promise<string> | undefined;

/** Returns what is wrong with a new password, given the user's own texts, such as their name. */
export async function checkNewPassword(
  password: string,
  about: readonly string[],
): Promise<PasswordError | undefined> {
  commonPasswords ??= readCommonPasswords();
  const list = await commonPasswords.catch((error) => {
    commonPasswords = undefined;
    throw error;
  });
  return findPasswordError(password, about, (word) => !word.includes('\n') && list.includes(`\n${word}\n`));
}

/** Returns the lines below the licence. */
async function readCommonPasswords(): Promise<string> {
  const text = await readFile(new URL('./common-passwords.txt', import.meta.url), 'utf8');
  return text.slice(text.indexOf('\n\n'));
}
