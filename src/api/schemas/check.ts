import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { findIbanError, isBic } from '../../domain/account/iban.ts';
import { findLogoUrlError } from '../../domain/account/logo-url.ts';
import { findNumberFormatError } from '../../domain/account/numbering.ts';
import { isCalendarDate, isDuration, isTimeZone, parseDateTime } from '../../domain/calendar.ts';
import type { FieldError } from '../../domain/errors.ts';
import { escapePointerPart, MAX_FIELD_ERRORS } from '../../domain/field-errors.ts';
import { isMailAddress } from '../../domain/mail/mail-address.ts';
import { CURRENCY_ERROR, isCurrency } from '../../domain/money/currency.ts';
import { countDecimals } from '../../domain/money/decimal.ts';

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: true,
  allowUnionTypes: true,
  // The tests validate the schemas; doing it at every start would only cost time.
  meta: false,
  validateSchema: false,
});

/** The check and the error message of each format. */
const FORMATS: Record<string, { test: (text: string) => boolean; message: string }> = {
  'date-time': {
    test: (text) => parseDateTime(text) !== undefined,
    message: 'must be an ISO 8601 date-time with an offset, such as 2026-01-31T12:00:00Z',
  },
  duration: { test: isDuration, message: 'must be an ISO 8601 duration, such as P3D or PT12H' },
  date: { test: isCalendarDate, message: 'must be a date that exists, as YYYY-MM-DD' },
  email: { test: isMailAddress, message: 'must be one email address, such as name@example.com' },
  currency: { test: isCurrency, message: CURRENCY_ERROR },
  'time-zone': { test: isTimeZone, message: 'must be an IANA time zone, such as Europe/Berlin' },
  locale: { test: isLocale, message: 'must be a language tag, such as de or pt-BR' },
  // An empty text is reported by `minLength`.
  'not-blank': { test: (text) => text === '' || text.trim() !== '', message: 'must not be blank' },
  'web-address': { test: isWebAddress, message: 'must be an http or https URL' },
  'number-format': {
    test: (text) => findNumberFormatError(text) === undefined,
    message: 'must contain {seq} or {seq:5} once, may contain {year}, and no other braces',
  },
  iban: {
    test: (text) => findIbanError(text) === undefined,
    message: 'must be an IBAN, such as DE89 3704 0044 0532 0130 00',
  },
  bic: { test: isBic, message: 'must be a BIC of 8 or 11 letters and digits, such as COBADEFFXXX' },
  logo: {
    // A worker thread checks the image itself: see `account-routes.ts`.
    test: (text) => findLogoUrlError(text) === undefined,
    message: 'must be a data URL of a PNG, JPEG or SVG image of at most 512 KiB',
  },
};
/** Longer texts fail without running the check, because no value of these formats is longer. */
const MAX_FORMAT_LENGTH = 1000;
const UNBOUNDED_FORMATS = ['not-blank', 'logo'];
for (const [name, { test }] of Object.entries(FORMATS)) {
  ajv.addFormat(
    name,
    UNBOUNDED_FORMATS.includes(name)
      ? test
      : (text: string) => text.length <= MAX_FORMAT_LENGTH && test(text),
  );
}
ajv.addVocabulary(['x-note']);
// Tells client generators not to use 32-bit integers. The schemas have tighter limits themselves.
ajv.addFormat('int64', true);

ajv.addKeyword({
  keyword: 'x-maxDecimals',
  type: 'number',
  schemaType: 'number',
  validate: (max: number, value: number) => countDecimals(value) <= max,
});

interface CheckError extends FieldError {
  /** Values below this path were not checked. */
  coversChildren?: boolean;
}

export type Check = (value: unknown) => CheckError[];

/**
 * Returns a function that lists the errors of a value, up to one more than a response lists. Compiles the schema at
 * first use: each takes some milliseconds, and startup and commands need none of them.
 */
export function compileCheck(schema: object): Check {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(rewriteForErrors(schema) as object);
    return validate(value) ? [] : toFieldErrors(validate.errors ?? []);
  };
}

/** Rewrites a schema so that it accepts the same values but yields errors that a person can act on. */
function rewriteForErrors(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(rewriteForErrors);
  if (schema === null || typeof schema !== 'object') return schema;
  return replaceAnyOf(
    checkCountFirst(
      Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, rewriteForErrors(part)])),
    ),
  );
}

/** Replaces `anyOf` with a decision: a value that has the required fields of the first schema is checked only against it. */
function replaceAnyOf(copy: Record<string, unknown>): unknown {
  if (!Array.isArray(copy.anyOf)) return copy;
  const { anyOf, ...rest } = copy;
  const [first, second] = anyOf as { required: string[] }[];
  const required = first?.required ?? [];
  const properties = Object.fromEntries(required.map((name) => [name, { not: { type: 'null' } }]));
  const isFirst = { type: 'object', properties, required };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { ...rest, if: isFirst, then: first, else: second };
}

/** Makes too many entries of a list or keys of an object a single error, without checking the entries. */
function checkCountFirst(copy: Record<string, unknown>): Record<string, unknown> {
  if (typeof copy.maxProperties === 'number') {
    const { propertyNames, additionalProperties, ...counted } = copy;
    const withinLimit = { type: 'object', maxProperties: counted.maxProperties };
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    return { ...counted, if: withinLimit, then: { type: 'object', propertyNames, additionalProperties } };
  }
  if (typeof copy.maxItems !== 'number' || typeof copy.items !== 'object') return copy;
  const { items, ...counted } = copy;
  const withinLimit = { type: 'array', maxItems: counted.maxItems };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { ...counted, if: withinLimit, then: { type: 'array', items } };
}

function toFieldErrors(found: readonly ErrorObject[]): CheckError[] {
  const errors: CheckError[] = [];
  for (const error of found) {
    // These only repeat that something inside is wrong, which has its own error.
    if (error.keyword === 'if' || error.keyword === 'propertyNames') continue;
    if (errors.push(toFieldError(error)) > MAX_FIELD_ERRORS) break;
  }
  return errors;
}

function toFieldError(error: ErrorObject): CheckError {
  const { params, instancePath, propertyName } = error;
  if (propertyName !== undefined) {
    return {
      path: `${instancePath}/${escapePointerPart(propertyName)}`,
      message: `as a key ${formatMessage(error)}`,
    };
  }
  switch (error.keyword) {
    case 'required':
      return { path: `${instancePath}/${escapePointerPart(params.missingProperty)}`, message: 'is required' };
    case 'additionalProperties':
      return {
        path: `${instancePath}/${escapePointerPart(params.additionalProperty)}`,
        message: 'is not a known field; check the spelling',
      };
    case 'maxItems':
    case 'maxProperties':
      return { path: instancePath, message: formatMessage(error), coversChildren: true };
    default:
      return { path: instancePath, message: formatMessage(error) };
  }
}

function formatMessage({ keyword, params, schema, data, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return `must be ${[schema as string | string[]].flat().map(addArticle).join(' or ')}`;
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).filter((value) => value !== null).join(', ')}`;
    case 'format':
      return (
        (params.format === 'logo' && findLogoUrlError(String(data))) ||
        (params.format === 'iban' && findIbanError(String(data))) ||
        (params.format === 'number-format' && findNumberFormatError(String(data))) ||
        FORMATS[params.format]?.message ||
        `must be a ${params.format}`
      );
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters (it has ${countCharacters(String(data))})`;
    case 'minItems':
      return `must have at least ${params.limit} ${params.limit === 1 ? 'entry' : 'entries'}`;
    case 'maxItems':
      return `must have at most ${params.limit} entries`;
    case 'minProperties':
      return `must have at least ${params.limit} ${params.limit === 1 ? 'field' : 'fields'}`;
    case 'maxProperties':
      return `must have at most ${params.limit} keys`;
    case 'minimum':
      return `must be ${params.limit} or more`;
    case 'exclusiveMinimum':
      return `must be more than ${params.limit}`;
    case 'maximum':
      return `must be ${params.limit} or less`;
    case 'x-maxDecimals':
      return `must have at most ${schema} decimals`;
    case 'pattern':
      return (parentSchema?.['x-note'] as string | undefined) ?? `must match ${params.pattern}`;
    default:
      return `is not valid (${keyword})`;
  }
}

/** Counts code points, as `maxLength` does. */
function countCharacters(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) length++;
  return length;
}

function addArticle(type: string): string {
  return type === 'null' ? 'null' : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
