import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { createHashQueue, type HashRequest } from './hash-queue.ts';

/** OWASP recommendation for Argon2id: 19 MiB, 2 passes. Each hash stores its own cost, so that these values may grow. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
/** Turn for hashing a new password: only users who are signed in or have a valid code set one. */
const SIGNED_IN: HashRequest = { isTrusted: true, group: '' };

type Cost = typeof COST;

const inTurn = createHashQueue();

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { memory, passes, parallelism } = COST;
  const tag = await inTurn(SIGNED_IN, () => derive(password, salt, COST));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${normalize(salt)}$${normalize(tag)}`;
}

/** Takes the same time without a hash, for an unknown user, and returns `false`. */
export async function isPassword(password: string, hash: string | null, turn = SIGNED_IN): Promise<boolean> {
  const [, , , cost = '', salt = '', tag = ''] = (hash ?? DUMMY_HASH).split('$');
  const [memory = 0, passes = 0, parallelism = 0] = cost.split(',').map((part) => Number(part.slice(2)));
  const expected = Buffer.from(tag, 'base64');
  const found = await inTurn(turn, () =>
    derive(password, Buffer.from(salt, 'base64'), { memory, passes, parallelism }),
  );
  return timingSafeEqual(found, expected) && hash !== null;
}

const DUMMY_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${normalize(randomBytes(16))}$${normalize(randomBytes(TAG_BYTES))}`;

/** Normalizes the Unicode composition, which depends on the keyboard. Runs in a separate thread. */
function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'), 'utf8');
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce, tagLength: TAG_BYTES, ...cost }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function normalize(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
