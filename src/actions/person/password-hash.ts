import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { createHashTurns, type HashTurn } from '../../limits/hash-turns.ts';

/** What OWASP advises: 19 MiB, twice. Each hash carries its own, so that these may grow. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
/** Only people who are signed in, or have a code of ours, choose or change a password. */
const SIGNED_IN: HashTurn = { isTrusted: true, group: '' };

type Cost = typeof COST;

const inTurn = createHashTurns();

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { memory, passes, parallelism } = COST;
  const tag = await inTurn(SIGNED_IN, () => derive(password, salt, COST));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(salt)}$${plain(tag)}`;
}

/** For nobody it takes as long, and is never right. */
export async function isPassword(password: string, hash: string | null, turn = SIGNED_IN): Promise<boolean> {
  const [, , , cost = '', salt = '', tag = ''] = (hash ?? NOBODY).split('$');
  const [memory = 0, passes = 0, parallelism = 0] = cost.split(',').map((part) => Number(part.slice(2)));
  const expected = Buffer.from(tag, 'base64');
  const found = await inTurn(turn, () =>
    derive(password, Buffer.from(salt, 'base64'), { memory, passes, parallelism }),
  );
  return timingSafeEqual(found, expected) && hash !== null;
}

const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${plain(randomBytes(16))}$${plain(randomBytes(TAG_BYTES))}`;

/** The same password is the same however a keyboard composes its letters. Runs in a thread of its own. */
function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'), 'utf8');
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce, tagLength: TAG_BYTES, ...cost }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
