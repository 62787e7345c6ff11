import fc from 'fast-check';
import type { Json } from '../support/service/client.ts';

/** Generates values for a JSON Schema, at and just beyond its limits more often than inside. */
export function valueFor(schema: Json): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type: string) => valueFor({ ...schema, type })));
  }
  if (schema.anyOf) {
    const forms = schema.anyOf.map((form: Json) => (schema.properties ? formOf(schema, form) : form));
    return fc.oneof(...forms.map(valueFor));
  }
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.oneof(...edges(schema, 1), fc.integer({ min: 0, max: 100_000 }));
    case 'number':
      return fc.oneof(
        ...edges(schema, 0.0001),
        fc.integer({ min: 1, max: 10_000_000 }).map((value) => value / 10_000),
      );
    case 'array':
      return fc.array(valueFor(schema.items), { minLength: schema.minItems ?? 0, maxLength: 4 });
    case 'object':
      if (!schema.properties) {
        return fc.dictionary(textFor(schema.propertyNames ?? {}), valueFor(schema.additionalProperties), {
          maxKeys: 4,
        });
      }
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties as Record<string, Json>).map(([name, property]) => [
            name,
            valueFor(property),
          ]),
        ),
        { requiredKeys: schema.required ?? [] },
      );
    default:
      return textFor(schema);
  }
}

/** Applies one `anyOf` form to an object: all forms share the fields and differ in the required ones. */
function formOf({ anyOf: _, required = [], ...schema }: Json, form: Json): Json {
  return { ...schema, required: [...required, ...form.required] };
}

const FORMATS: Record<string, string[]> = {
  email: [
    'a@example.com',
    'über@bücher.example',
    'a b@example.com',
    'x@',
    '"a"@example.com',
    'a@b.c\r\nBcc: d@e.f',
  ],
  currency: ['EUR', 'JPY', 'KWD', 'eur', 'EURO', 'XXX'],
  date: ['2026-01-31', '2026-02-30', '9999-12-31', '0001-01-01', '2026-1-1'],
  duration: ['P3D', 'PT0.5S', 'P1M', 'P1Y1D', 'PT0S', 'P', '-P1D', 'P999999Y'],
  'time-zone': ['UTC', 'Asia/Kathmandu', 'Mars/Base', 'Etc/GMT+12'],
  locale: ['de', 'zh-Hant-TW', 'ar-u-nu-latn', 'not a locale', 'xx-yy-zz'],
  'web-address': ['https://example.com/a?b=c#d', 'http://[::1]:80', 'javascript:alert(1)', '//x'],
  'number-format': ['{seq}', 'Q{year}-{seq:3}', '{seq}{seq}', '{year}', '%{seq}%'],
  iban: ['DE89 3704 0044 0532 0130 00', 'gb29nwbk60161331926819', 'DE89370400440532013001', 'XX00', 'DE89'],
  bic: ['COBADEFFXXX', 'esse sess', 'COBADEFFX', '1234DE12'],
  logo: [
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'data:image/png;base64,AAAA',
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    'data:,',
  ],
};

const SURROGATES = { from: 0xd800, count: 0x800 };
/** Every code point except lone surrogates. The unit `binary` means the same, and takes a second to prepare. */
const codePoint = fc
  .nat({ max: 0x10ffff - SURROGATES.count })
  .map((n) => String.fromCodePoint(n < SURROGATES.from ? n : n + SURROGATES.count));

function textFor({ format, pattern, minLength = 0, maxLength = 100 }: Json): fc.Arbitrary<string> {
  if (format === 'date-time') {
    return fc
      .date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
      .map((date) => date.toISOString());
  }
  if (FORMATS[format]) return fc.constantFrom(...FORMATS[format]);
  if (pattern) return fc.oneof(fc.stringMatching(new RegExp(pattern)), fc.string({ maxLength: 10 }));
  const lengths = [minLength, Math.max(0, minLength - 1), maxLength, maxLength + 1];
  return fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit: codePoint, minLength, maxLength: Math.min(maxLength, 40) }) },
    { weight: 4, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...lengths), fc.constantFrom('x', '𝄞', 'é'))
        .map(([length, char]) => char.repeat(length)),
    },
  );
}

function edges(schema: Json, step: number): fc.Arbitrary<number>[] {
  const low = schema.minimum ?? schema.exclusiveMinimum ?? 0;
  const high = schema.maximum ?? Number.MAX_SAFE_INTEGER;
  return [fc.constantFrom(low, low + step, low - step, high, high - step, high + step)];
}

const JUNK: unknown[] = [
  ...[null, true, false, 0, -1, 0.5, 1e-7, 1e21, 1e308, -1e308, 2 ** 53, 2 ** 53 - 1, 4.35],
  ...[
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\udc00x',
    '\u202e',
    '\ufeff',
    '\uffff',
    '\u0085',
    "';--",
    '%s%n',
    '../..',
  ],
  ...[[], {}, [[]], { a: { b: { c: [] } } }, [null], { __proto__: null, constructor: 1 }],
];
const NAMES = [
  'extra',
  'id',
  'status',
  '__proto__',
  'constructor',
  'toString',
  '',
  'a/b~c',
  'é',
  '\u0000',
  'items',
];

/** Generates the text of a body for the schema, malformed in up to three places or in its bytes. */
export function bodyTextFor(schema: Json): fc.Arbitrary<string> {
  const place = fc.nat({ max: 1000 });
  const change = fc.record({
    place,
    kind: fc.constantFrom('replace', 'remove', 'add', 'repeat'),
    junk: fc.constantFrom<unknown>(...JUNK),
    name: fc.constantFrom(...NAMES),
  });
  return fc
    .tuple(
      valueFor(schema),
      fc.oneof(
        { weight: 5, arbitrary: fc.constant([]) },
        { weight: 3, arbitrary: fc.array(change, { maxLength: 3 }) },
      ),
      fc.oneof(
        { weight: 19, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.tuple(place, fc.string()) },
      ),
    )
    .map(([value, changes, cut]) => {
      const body = structuredClone(value);
      for (const one of changes as Change[]) corrupt(body, structuredClone(one));
      const text = JSON.stringify(body);
      if (!cut) return text;
      const at = cut[0] % (text.length + 1);
      return text.slice(0, at) + cut[1] + text.slice(at + 1);
    });
}

interface Change {
  place: number;
  kind: string;
  junk: unknown;
  name: string;
}

function corrupt(body: unknown, { place, kind, junk, name }: Change): void {
  const spots = findPlaces(body);
  const spot = spots[place % Math.max(1, spots.length)];
  if (!spot) return;
  const { parent, key } = spot;
  if (kind === 'remove') delete parent[key];
  else if (kind === 'add') parent[Array.isArray(parent) ? parent.length : name] = junk;
  else if (kind === 'repeat' && Array.isArray(parent[key])) {
    parent[key] = Array.from({ length: 30 }, () => parent[key]).flat();
  } else parent[key] = junk;
}

function findPlaces(value: Json): { parent: Json; key: string | number }[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.keys(value).flatMap((key) => [{ parent: value, key }, ...findPlaces(value[key])]);
}
