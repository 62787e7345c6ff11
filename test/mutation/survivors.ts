import { EQUIVALENT_ACTIONS } from './equivalent-actions.ts';
import { EQUIVALENT_RULES, type Survivors } from './equivalent-rules.ts';
import type { Mutant } from './mutants.ts';

interface Name {
  file: string;
  source: string;
  change: string;
  reason: string;
}

type Place = Pick<Mutant, 'source' | 'change'>;

export function nameOf(file: string, mutant: Place): Name | undefined {
  return named().find((name) => matchesMutant(name, file, mutant));
}

export function matchesMutant(name: Name, file: string, { source, change }: Place): boolean {
  return name.file === file && name.source === source && name.change === change;
}

export function named(): Name[] {
  return [...SURVIVORS, ...EQUIVALENT_RULES, ...EQUIVALENT_ACTIONS].flatMap(({ file, reason, mutants }) =>
    mutants.flatMap(([source, ...changes]) => changes.map((change) => ({ file, source, change, reason }))),
  );
}

/** Those of the strict areas. */
const SURVIVORS: readonly Survivors[] = [
  {
    file: 'src/domain/money/totals.ts',
    reason: 'If both are equal, either is the discount.',
    mutants: [['return value < whole ? value : whole;', '< → <=']],
  },
  {
    file: 'src/domain/money/totals.ts',
    reason: 'A shortcut: if nothing is left to distribute, no item gets more.',
    mutants: [['if (missing === 0) return shares;', 'missing === 0 → false']],
  },
  {
    file: 'src/domain/money/totals.ts',
    reason: 'For the compiler: every item has an amount, a share and a rate.',
    mutants: [
      ['group: getGroupOrder(items[line]?.taxRate ?? 0, items[line]?.taxCategory),', '0 → 1'],
      [
        'for (const { line } of byRemainder.slice(0, missing)) shares[line] = (shares[line] ?? 0n) + 1n;',
        '0n → 1n',
      ],
      ['const discounted = counted.map((amount, line) => amount - (shares[line] ?? 0n));', '0n → 1n'],
      ['const amounts = grosses.map((whole, line) => whole - (lineDiscounts[line] ?? 0n));', '0n → 1n'],
      ['if (group) group.subtotal += amounts[line] ?? 0n;', 'group → true', '0n → 1n'],
      [
        'throw new TotalsOverflow([...values.keys()].filter((line) => isTooLarge(values[line] ?? 0n)));',
        '0n → 1n',
      ],
    ],
  },
  {
    file: 'src/domain/money/totals.ts',
    reason: 'Only the sign of a comparison counts.',
    mutants: [['return a < b ? -1 : a > b ? 1 : 0;', '1 → 2']],
  },
  {
    file: 'src/domain/money/decimal.ts',
    reason: 'Up to this limit the fast and the exact calculation give the same result.',
    mutants: [
      ['const SAFE_PRODUCT = 2 ** 50;', '** → *', '50 → 51'],
      [
        'if (scaled < SAFE_PRODUCT) return BigInt(Math.round(scaled));',
        'scaled < SAFE_PRODUCT → false',
        '< → <=',
      ],
    ],
  },
  {
    file: 'src/domain/money/decimal.ts',
    reason: 'For the compiler: a split string has a first part.',
    mutants: [
      ["const [whole = '0', fraction = ''] = text.split('.');", "'0' → ''"],
      ["const [mantissa = '', exponent] = text.split('e');", "'' → '?'"],
    ],
  },
  {
    file: 'src/domain/money/currency.ts',
    reason: 'A text without an amount is none, whatever its digits are called.',
    mutants: [
      [
        "const [, whole = '', fraction = ''] = /^(\\d{1,15})(?:\\.(\\d{1,4}))?$/.exec(text) ?? [];",
        "'' → '?'",
      ],
    ],
  },
  {
    file: 'src/http/session/authenticate-key.ts',
    reason: 'The size of the cache, and an entry that is over from the start: a key is checked the same way.',
    mutants: [
      ['const CACHE_SIZE = 10_000;', '10_000 → 20000'],
      [
        'if (until > now) addToCache(remembered, CACHE_SIZE, authorization, { caller, until });',
        'until > now → true',
        '> → >=',
      ],
    ],
  },
  {
    file: 'src/http/session/authenticate-key.ts',
    reason: 'Neither value is a header with a key, and a request without the header was rejected before.',
    mutants: [
      ["const secret = BEARER.exec(authorization ?? '')?.[1];", "'' → '?'"],
      [": await lookUp(secret, authorization ?? '');", "'' → '?'"],
    ],
  },
  {
    file: 'src/http/session/authenticate-key.ts',
    reason: 'A text that cannot be a key is never found; skipping the lookup keeps it out of the cache.',
    mutants: [
      [
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is a source line
        'const caller = isKey(secret) ? await lookUp(secret, `Bearer ${secret}`) : undefined;',
        'isKey(secret) → true',
      ],
    ],
  },
  {
    file: 'src/http/session/authenticate-key.ts',
    reason: 'The first use is long after 1970.',
    mutants: [['if ((lastStored.get(keyId) ?? 0) + TOUCH_EVERY_MS > now) return;', '0 → 1']],
  },
  {
    file: 'src/http/session/authenticate-key.ts',
    reason: 'The key of the environment is known anyway.',
    mutants: [['if (!isEnvironmentKey(hash)) watchers.note(hash, true);', '!isEnvironmentKey(hash) → true']],
  },
  {
    file: 'src/actions/repeat.ts',
    reason: 'Without an earlier claim there is none to release.',
    mutants: [
      [
        'if (heldUntil !== undefined) await releaseKey(tx, accountId, key, heldUntil);',
        'heldUntil !== undefined → true',
      ],
    ],
  },
  {
    file: 'src/actions/repeat.ts',
    reason:
      'The record was read before: two processes on PostgreSQL would have to collide within one statement; npm run chaos covers that.',
    mutants: [
      [
        'const wanted = { key, fingerprint, now, staleBefore: now - KEY_TTL_MS, runningUntil: until };',
        '- → +',
      ],
    ],
  },
  {
    file: 'src/actions/repeat.ts',
    reason: 'No request is of 1970.',
    mutants: [
      [
        'if (record.status === null) return (record.running_until ?? 0) > now ? inProgress() : undefined;',
        '0 → 1',
      ],
    ],
  },
  {
    file: 'src/api/idempotency.ts',
    reason: 'For the compiler: a path has a first part.',
    mutants: [["const path = request.url.split('?')[0] ?? '';", "'' → '?'"]],
  },
  {
    file: 'src/api/idempotency.ts',
    reason: 'A body of that many bytes cannot have more values.',
    mutants: [['if (body.length > MAX_VALUES && hasMoreValues(body, MAX_VALUES)) return body;', '> → >=']],
  },
  {
    file: 'src/api/idempotency.ts',
    reason: 'Any fixed order of the names works, and no name occurs twice.',
    mutants: [
      [
        'return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));',
        '< → >=',
        '< → <=',
        '1 → 2',
      ],
    ],
  },
];
