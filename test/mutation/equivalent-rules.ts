/** Mutants that no test kills, and the reason. */
export interface Survivors {
  file: string;
  reason: string;
  /** The trimmed source line, and the changes in it. */
  mutants: readonly (readonly [source: string, ...changes: string[]])[];
}

/** Mutants of rules outside of the strict areas that change nothing anybody could notice. */
export const EQUIVALENT_RULES: readonly Survivors[] = [
  {
    file: 'src/domain/quote/recurring/periods.ts',
    reason: 'The search goes down to the right period from any that is too late.',
    mutants: [
      ['let n = Math.ceil(countDays(first, day) / SHORTEST_DAYS[interval]) + 1;', 'ceil → floor', '1 → 2'],
      [
        'const SHORTEST_DAYS: Record<Interval, number> = { week: 7, month: 28, quarter: 89, year: 365 };',
        '28 → 29',
        '89 → 90',
      ],
      ['if (day <= first) return 0;', 'day <= first → false', '<= → <'],
    ],
  },
  {
    file: 'src/domain/quote/recurring/periods.ts',
    reason: 'For the compiler: a date has three parts.',
    mutants: [["const [year = 0, month = 1, day = 1] = first.split('-').map(Number);", '0 → 1', '1 → 2']],
  },
  {
    file: 'src/domain/quote/recurring/recurring-totals.ts',
    reason: 'Only the sign of a comparison counts, and no currency is there twice.',
    mutants: [['.sort(([one], [other]) => (one < other ? -1 : 1))', '< → <=', '1 → 2']],
  },
  {
    file: 'src/domain/quote/recurring/recurring-totals.ts',
    reason: 'A shortcut: nothing is added to the total.',
    mutants: [['if (recurring.length === 0) return total;', 'recurring.length === 0 → false']],
  },
  {
    file: 'src/domain/quote/recurring/recurrence.ts',
    reason: 'Any number above the largest comes last, and any text that is no number differs.',
    mutants: [
      ['(one.periods ?? MAX_PERIODS + 1) - (other.periods ?? MAX_PERIODS + 1)', '1 → 2'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is a source line
      ["return `${interval} ${periods ?? ''}`;", "'' → '?'"],
    ],
  },
  {
    file: 'src/domain/quote/line/price-turns.ts',
    reason: 'Only the sign of a comparison counts, and no quantity is there twice.',
    mutants: [['return [...turns].sort((one, other) => (one < other ? -1 : 1));', '< → <=', '1 → 2']],
  },
  {
    file: 'src/domain/quote/line/quantity-price-rules.ts',
    reason: 'A price of 0 is 0 either way, and beside steps nobody reads the unit price.',
    mutants: [
      [
        'return Number.isInteger(price) && price >= 0 && price <= MAX_UNIT_PRICE ? price : 0;',
        '>= → >',
        '0 → 1',
      ],
      [
        'const price = isReadable ? getUnitPrice({ unitPrice: 0, quantityPrices }, Number(quantity)) : 0;',
        '0 → 1',
      ],
    ],
  },
  {
    file: 'src/domain/money/quantity-prices.ts',
    reason: 'A part of nothing costs nothing.',
    mutants: [['if (from >= upTo) continue;', '>= → >']],
  },
  {
    file: 'src/domain/apps/authorization-request.ts',
    reason: 'Neither text is a challenge.',
    mutants: [["const challenge = parameters.get('code_challenge') ?? '';", "'' → '?'"]],
  },
  {
    file: 'src/domain/books/windows-1252.ts',
    reason: 'The byte after them stands for itself.',
    mutants: [
      [
        "[...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index))]",
        '32 → 33',
      ],
    ],
  },
  {
    file: 'src/domain/books/windows-1252.ts',
    reason: 'For the compiler: a character has a code.',
    mutants: [['const code = character.codePointAt(0) ?? 0;', '0 → 1']],
  },
  {
    file: 'src/domain/invoice/statement/omit-lines.ts',
    reason: 'The text begins with a space, which no name begins with.',
    mutants: [
      [
        'for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + 1)) {',
        '>= → >',
        '0 → 1',
      ],
    ],
  },
  {
    file: 'src/domain/quote/acceptance/acceptance-fields.ts',
    reason: 'A shortcut: nothing in a list that is wrong itself is valid.',
    mutants: [
      [
        "if (!Array.isArray(fields) || !validity.isReadable('/acceptanceFields')) return [];",
        "'/acceptanceFields' → ''",
      ],
    ],
  },
  {
    file: 'src/domain/books/datev.ts',
    reason: 'For the compiler: a date has three parts.',
    mutants: [
      ["const [, month = '', day = ''] = issueDate.split('-');", "'' → '?'"],
      ["const [year = 0, month = 1] = date.split('-').map(Number);", '0 → 1'],
    ],
  },
  {
    file: 'src/domain/books/datev.ts',
    reason: 'For the compiler: without an account no file is made.',
    mutants: [["set('Gegenkonto (ohne BU-Schlüssel)', revenue?.account ?? '');", "'' → '?'"]],
  },
  {
    file: 'src/domain/books/datev.ts',
    reason: 'Neither text has a letter or digit of a number.',
    mutants: [
      [
        "if (category === 'intra_eu') set('EU-Land u. UStID (Bestimmung)', quote(toVatId(customer.taxId ?? '')));",
        "'' → '?'",
      ],
    ],
  },
  {
    file: 'src/domain/books/find-gaps.ts',
    reason: 'For the compiler: an export that is not complete has a gap.',
    mutants: [["const [{ path, message } = { path: '', message: '' }] = errors;", "'' → '?'"]],
  },
  {
    file: 'src/domain/invoice/statement/written-amount.ts',
    reason:
      'For the compiler: these groups match at least the empty text, and a split text has a first part.',
    mutants: [
      [
        "const [, before = '', left = '', inner = '', number = '', after = '', right = '', end = ''] = found;",
        "'' → '?'",
      ],
      ["const [whole = '', fraction = ''] = parts;", "'' → '?'"],
      ["const [whole = '', fraction = ''] = number.split(last);", "'' → '?'"],
    ],
  },
  {
    file: 'src/domain/invoice/statement/written-amount.ts',
    reason: 'The whole match is its only group.',
    mutants: [['const side = /^(cr|dr)$/i.exec(right)?.[0].toLowerCase();', '0 → 1']],
  },
  {
    file: 'src/domain/invoice/statement/written-amount.ts',
    reason: 'A number without such a sign is one part either way.',
    mutants: [
      [
        "const parts = sign === 'none' ? [number] : number.split(sign);",
        "sign === 'none' → false",
        "'none' → ''",
      ],
    ],
  },
  {
    file: 'src/domain/invoice/statement/statement-values.ts',
    reason: 'For the compiler: a date with a day of a named month has the name.',
    mutants: [["const [, named, name = '', ofName] = NAMED_MONTH.exec(trimmed) ?? [];", "'' → '?'"]],
  },
  {
    file: 'src/domain/invoice/statement/statement-values.ts',
    reason: 'What is no number is no safe integer.',
    mutants: [['if (whole === undefined) return undefined;', 'whole === undefined → false']],
  },
  {
    file: 'src/domain/invoice/statement/statement-values.ts',
    reason: 'The parts are digits or empty, and no wrong date is the first day of 1970.',
    mutants: [
      [
        'return /^\\d{4}-\\d{2}-\\d{2}$/.test(date) && new Date(time || 0).toISOString().startsWith(date)',
        '^ → nothing',
        '$ → nothing',
        '0 → 1',
      ],
      ["function toDate(year = '', month = '', day = ''): string | undefined {", "'' → '?'"],
    ],
  },
  {
    file: 'src/domain/invoice/statement/statement-values.ts',
    reason: 'Every order but the other one means that the day comes first.',
    mutants: [
      [
        "export function parseStatementDate(text: string, order: DateOrder = 'dmy'): string | undefined {",
        "'dmy' → ''",
      ],
      [
        "const [dayFirst, monthFirst] = [parseStatementDate(date, 'dmy'), parseStatementDate(date, 'mdy')];",
        "'dmy' → ''",
      ],
    ],
  },
  {
    file: 'src/domain/invoice/statement/match-lines.ts',
    reason: 'The first 16 digits of a QR reference are no reference.',
    mutants: [
      ["return compact.startsWith('RF') ? [compact, compact.slice(0, 16)] : [compact];", "'RF' → ''"],
    ],
  },
  {
    file: 'src/domain/invoice/statement/match-lines.ts',
    reason: 'Neither text is a reference.',
    mutants: [
      ["const ranges = [reference ?? '', ...written.flatMap(listReferenceForms)].flatMap(", "'' → '?'"],
    ],
  },
  {
    file: 'src/domain/invoice/statement/recognize-lines.ts',
    reason: 'What is not found is not used.',
    mutants: [
      ['if (known) this.#used.add(known);', 'known → true'],
      ['while (list.length > 0 && this.#used.has(list.at(-1) as Known)) list.pop();', '> → >='],
    ],
  },
  {
    file: 'src/domain/invoice/statement/recognize-lines.ts',
    reason: 'Any two texts that differ and are no hash of an account.',
    mutants: [
      ["const ANY_ACCOUNT = '*';", "'*' → ''"],
      ["const NO_ACCOUNT = '-';", "'-' → ''"],
    ],
  },
  {
    file: 'src/domain/invoice/payment/checkout.ts',
    reason: 'A state that is not in the order comes first, and of two equal states either is the result.',
    mutants: [
      ["const ORDER: readonly CheckoutState[] = ['open', 'processing', 'ended', 'paid'];", "'open' → ''"],
      ['return ORDER.indexOf(reported) > ORDER.indexOf(known) ? reported : known;', '> → >='],
    ],
  },
];
