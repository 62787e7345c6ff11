import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { Problem } from '../../domain/errors.ts';

/** What OWASP advises: 19 MiB, twice. Each hash carries its own, so that these may grow. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
/** They run in the few threads that files and compression need too, and each takes its memory. */
const AT_ONCE = 2;
const MAX_WAITING = 40;

type Cost = typeof COST;

let running = 0;
const waiting: (() => void)[] = [];

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { memory, passes, parallelism } = COST;
  const tag = await derive(password, salt, COST);
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(salt)}$${plain(tag)}`;
}

/** For nobody it takes as long, and is never right. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const [, , , cost = '', salt = '', tag = ''] = (hash ?? NOBODY).split('$');
  const [memory = 0, passes = 0, parallelism = 0] = cost.split(',').map((part) => Number(part.slice(2)));
  const expected = Buffer.from(tag, 'base64');
  const found = await derive(password, Buffer.from(salt, 'base64'), { memory, passes, parallelism });
  return timingSafeEqual(found, expected) && hash !== null;
}

const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${plain(randomBytes(16))}$${plain(randomBytes(TAG_BYTES))}`;

/** The same password is the same however a keyboard composes its letters. */
async function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  await turn();
  try {
    const message = Buffer.from(password.normalize('NFKC'), 'utf8');
    return await new Promise((resolve, reject) => {
      argon2('argon2id', { message, nonce, tagLength: TAG_BYTES, ...cost }, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** Whoever comes when too many wait is told so at once: a queue without end would be a way to stop the service. */
async function turn(): Promise<void> {
  if (running < AT_ONCE) {
    running++;
    return;
  }
  if (waiting.length >= MAX_WAITING) {
    throw new Problem('overloaded', 'Too many people are signing in right now. Try again in a few seconds.', {
      headers: { 'Retry-After': '5' },
    });
  }
  await new Promise<void>((resolve) => waiting.push(resolve));
}

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
