const MIB = 1_048_576;

/** JSON of up to 1 MiB that is expensive for a naive parser or validator, by its kind. */
export function hostileBodies(): Record<string, string> {
  return {
    'a number of 40,000 digits with zeros inside': `{"title":0.1${'0'.repeat(40_000)}1}`,
    'a number of a million digits': filled('{"title":1', '0', '1}'),
    'a million decimals': filled('{"title":0.', '0', '1}'),
    'an exponent of a million digits': filled('{"title":1e', '9', '}'),
    'exponents beyond all bounds': list('1e999999999'),
    'many numbers that a double changes': list('9007199254740993'),
    'many numbers of many digits': list('12345678901234567.5'),
    'many numbers with exponents': list('1e5'),
    'many numbers': list('7'),
    'many empty items': list('{}'),
    'many items with a field too many': list('{"x":1}'),
    'many items with an amount': list('{"amount":1}'),
    'a thousand items of a thousand bytes of unknown fields': `{"items":[${Array(1000).fill(wide(1000)).join()}]}`,
    'many names': wide(MIB),
    'many names that are numbers': objectOf((index) => `"${index * 7919}":1`),
    'one name again and again': objectOf(() => '"title":""'),
    'many names of the prototype': objectOf(() => '"__proto__":{}'),
    'a name of a million characters': filled('{"', 'x', '":1}'),
    'a name of a million slashes': filled('{"', '/', '":1}'),
    'a title of a million characters': filled('{"title":"', 'x', '"}'),
    'a title of a million spaces': filled('{"title":"', ' ', '"}'),
    'a date of a million digits': filled('{"validUntil":"2026-', '1', '"}'),
    'a currency of a million letters': filled('{"currency":"', 'EUR', '"}'),
    'many escapes': filled('{"title":"', '\\u0041', '"}'),
    'many escaped NULs': filled('{"title":"', '\\u0000', '"}'),
    'many texts with an escaped NUL': list('"\\u0000"'),
    'many lone surrogates': list('"\\ud800"'),
    'escaped backslashes': filled('{"title":"', '\\\\', '"}'),
    'many names with a lone surrogate': objectOf((index) => `"\\ud800${index}":1`),
    'arrays in arrays': '['.repeat(MIB),
    'arrays in arrays that end': '['.repeat(MIB / 2) + ']'.repeat(MIB / 2),
    'objects in objects': '{"a":'.repeat(200_000),
    'nothing but spaces': ' '.repeat(MIB),
    'nothing but minus signs': '-'.repeat(MIB),
    'nothing but commas': filled('{"items":[', ',', ']}'),
    'a text without end': filled('{"title":"', '\\"', ''),
  };
}

function list(value: string): string {
  return filled(`{"customerId":"cus_demo","title":"x","items":[${value}`, `,${value}`, ']}');
}

function objectOf(entry: (index: number) => string): string {
  const entries: string[] = [];
  for (let size = 2, index = 0; ; index++) {
    const next = entry(index);
    size += next.length + 1;
    if (size > MIB) return `{${entries.join()}}`;
    entries.push(next);
  }
}

function wide(bytes: number): string {
  return `{${Array.from({ length: Math.floor(bytes / 10) - 1 }, (_, index) => `"${index.toString(36).padStart(5, '_')}":1`).join()}}`;
}

function filled(before: string, part: string, after: string): string {
  return before + part.repeat(Math.floor((MIB - before.length - after.length) / part.length)) + after;
}
