import type { Survivors } from './equivalent-rules.ts';

/** Mutants of actions and statements that change nothing anybody could notice. */
export const EQUIVALENT_ACTIONS: readonly Survivors[] = [
  {
    file: 'src/actions/customers/erasure/store-erasure-file.ts',
    reason: 'Only the sign of a comparison counts, and no customer is there twice.',
    mutants: [
      [
        'return [...merged.values()].sort((a, b) => a.erasedAt - b.erasedAt || (keyOf(a) < keyOf(b) ? -1 : 1));',
        '< → <=',
        '1 → 2',
      ],
    ],
  },
  {
    file: 'src/actions/customers/erasure/continue-erasure.ts',
    reason: 'A step with no quotes erases nothing.',
    mutants: [['for (let start = 0; start < former.length; start += BATCH) {', '< → <=']],
  },
  {
    file: 'src/actions/customers/erasure/erase-customer.ts',
    reason: 'The time of no account is that of the service.',
    mutants: [
      [
        'const now = advanced === undefined ? db.read.clock() : await readAccountTime(store, advanced);',
        'advanced === undefined → false',
      ],
    ],
  },
  {
    file: 'src/store/tables/erasure/customer-quotes.ts',
    reason: 'For the compiler: each place has a value.',
    mutants: [["for (const [table, column, value = ''] of places) {", "'' → '?'"]],
  },
  {
    file: 'src/actions/customers/erasure/continue-erasure.ts',
    reason: 'It only says how the log is moved into the file, which test/store/group-commit.test.ts tests.',
    mutants: [
      ['return db.write(erase, { account: account.id, isBulk: true });', 'true → false'],
      ['await db.write(erase, { account: accountId, isBulk: true });', 'true → false'],
    ],
  },
  {
    file: 'src/actions/customers/erasure/continue-erasure.ts',
    reason: 'Both texts come before every identifier.',
    mutants: [
      ["for (let after: DeliveryKey | undefined = { endpoint_id: '', id: '' }; after; ) {", "'' → '?'"],
    ],
  },
  {
    file: 'src/actions/customers/erasure/begin-erasure.ts',
    reason: 'It only says how the log is moved into the file, which test/store/group-commit.test.ts tests.',
    mutants: [
      [
        'await db.write((tx) => revokeLinks(tx, accountId, some), { account: accountId, isBulk: true });',
        'true → false',
      ],
    ],
  },
  {
    file: 'src/actions/customers/erasure/continue-erasure.ts',
    reason: 'The size of a step.',
    mutants: [['const BATCH = 20;', '20 → 21']],
  },
  {
    file: 'src/store/tables/erasure/erase-files.ts',
    reason: 'A shortcut: without uses no file is looked at.',
    mutants: [['if (uses.length === 0) return;', 'uses.length === 0 → false']],
  },
  {
    file: 'src/actions/customers/erasure/find-retained.ts',
    reason: 'One more than the limit says that there are too many, and two more say the same.',
    mutants: [
      ["const ids = await listQuoteIds(read, account.id, customerId, '', MAX_PREVIEWED + 1);", '1 → 2'],
    ],
  },
  {
    file: 'src/store/tables/erasure/erasures.ts',
    reason: 'The size of a step.',
    mutants: [['const BATCH = 100;', '100 → 101']],
  },
  {
    file: 'src/store/tables/erasure/erase-files.ts',
    reason: 'No file is of a content without a number.',
    mutants: [['if (edition !== undefined) editions.add(edition);', 'edition !== undefined → true']],
  },
  {
    file: 'src/store/tables/erasure/erase-files.ts',
    reason: 'More uses are looked at, and only files that nothing uses go.',
    mutants: [
      ["'SELECT kind, sha256 FROM attachment_uses WHERE account_id = ? AND quote_id = ?',", 'AND → OR'],
    ],
  },
  {
    file: 'src/store/tables/erasure/erase-files.ts',
    reason: 'Adding no hashes adds nothing.',
    mutants: [
      [
        'if (hashes.length > 0) await addErasedDocuments(tx, describeErasure(owner), hashes);',
        'hashes.length > 0 → true',
      ],
    ],
  },
  {
    file: 'src/actions/customers/erasure/erase-texts.ts',
    reason: 'Smaller steps look at some texts again.',
    mutants: [['after = rows.at(-1)?.key;', '-1 → 1', '1 → 2']],
  },
  {
    file: 'src/store/tables/erasure/erase-quote.ts',
    reason: 'A shortcut: an event without such fields is stored as it is.',
    mutants: [
      [
        'if (!PERSONAL.some((name) => name in event.data)) continue;',
        '!PERSONAL.some((name) => name in event.data) → false',
      ],
    ],
  },
  {
    file: 'src/actions/apps/issue-tokens.ts',
    reason: 'Where an app ends its own grant nobody reads the result.',
    mutants: [["return 'invalid_grant';", "'invalid_grant' → ''"]],
  },
  {
    file: 'src/actions/apps/find-app-caller.ts',
    reason: 'Of these rights only the one to see costs is read: no app may approve.',
    mutants: [
      [
        'const rights = { seesCosts: row.member_sees_costs === 1, mayApprove: row.member_may_approve === 1 };',
        '=== → !==',
        '1 → 2',
      ],
    ],
  },
  {
    file: 'src/actions/people/second-factor/second-factor.ts',
    reason: 'A step of a user without an app ends before.',
    mutants: [
      [
        'const key = totp === null ? undefined : openField(deps, getSecretPlace(id), totp);',
        'totp === null → false',
      ],
    ],
  },
  {
    file: 'src/actions/people/second-factor/second-factor.ts',
    reason: 'Neither text is the id of a session.',
    mutants: [
      [
        "export async function endSecondFactor(tx: Sql, userId: string, sessionId = ''): Promise<void> {",
        "'' → '?'",
      ],
    ],
  },
  {
    file: 'src/store/tables/person/codes.ts',
    reason: 'For the compiler: a count has one row.',
    mutants: [['return row?.n ?? 0;', '0 → 1']],
  },
  {
    file: 'src/actions/people/second-factor/totp.ts',
    reason: 'For the compiler: a digest has a last byte.',
    mutants: [['const offset = (digest.at(-1) ?? 0) & 15;', '0 → 1']],
  },
  {
    file: 'src/actions/sending/links/sealed-token.ts',
    reason: 'A token without a text opens nothing either way: an empty text is no JSON.',
    mutants: [
      [
        'if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;',
        'bytes.length <= NONCE_BYTES + TAG_BYTES → false',
        '<= → <',
      ],
    ],
  },
  {
    file: 'src/actions/quotes/expire-quotes.ts',
    reason: 'The size of a step.',
    mutants: [['const BATCH = 200;', '200 → 400']],
  },
];
