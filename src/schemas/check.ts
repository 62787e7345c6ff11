import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { ibanProblem, isBic } from '../domain/account/iban.ts';
import { logoUrlProblem } from '../domain/account/logo-url.ts';
import { numberFormatError } from '../domain/account/numbering.ts';
import { isCalendarDate, isDuration, isTimeZone, parseDateTime } from '../domain/calendar.ts';
import type { FieldError } from '../domain/errors.ts';
import { MAX_FIELD_ERRORS, pathPart } from '../domain/field-errors.ts';
import { isMailAddress } from '../domain/mail/mail-address.ts';
import { CURRENCY_ERROR, isCurrency } from '../domain/money/currency.ts';
import { decimalsOf } from '../domain/money/decimal.ts';

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: true,
  allowUnionTypes: true,
  // The schemas are ours and tested: to check them at every start would only take time.
  meta: false,
  validateSchema: false,
});

/** What a format means is said once: as the check and as the sentence for the person who got it wrong. */
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
  // What has no character at all is told of by its length.
  'not-blank': { test: (text) => text === '' || text.trim() !== '', message: 'must not be blank' },
  'web-address': { test: isWebAddress, message: 'must be an http or https URL' },
  'number-format': {
    test: (text) => numberFormatError(text) === undefined,
    message: 'must contain {seq} or {seq:5} once, may contain {year}, and no other braces',
  },
  iban: {
    test: (text) => ibanProblem(text) === undefined,
    message: 'must be an IBAN, such as DE89 3704 0044 0532 0130 00',
  },
  bic: { test: isBic, message: 'must be a BIC of 8 or 11 letters and digits, such as COBADEFFXXX' },
  logo: {
    // The picture itself is checked by a thread: see `account-routes.ts`.
    test: (text) => logoUrlProblem(text) === undefined,
    message: 'must be a data URL of a PNG, JPEG or SVG image of at most 512 KiB',
  },
};
/** Longer than anything of these formats: what is longer is not looked at. */
const LONGEST = 1000;
const OF_ANY_LENGTH = ['not-blank', 'logo'];
for (const [name, { test }] of Object.entries(FORMATS)) {
  ajv.addFormat(
    name,
    OF_ANY_LENGTH.includes(name) ? test : (text: string) => text.length <= LONGEST && test(text),
  );
}
ajv.addVocabulary(['x-note']);
// For generators of clients, whose integers have 32 bits otherwise; the rules of money are narrower.
ajv.addFormat('int64', true);

ajv.addKeyword({
  keyword: 'x-maxDecimals',
  type: 'number',
  schemaType: 'number',
  validate: (max: number, value: number) => decimalsOf(value) <= max,
});

interface CheckError extends FieldError {
  /** Nothing below its path was looked at. */
  isOfAllBelow?: boolean;
}

export type Check = (value: unknown) => CheckError[];

/**
 * All that is wrong with a value, up to one more than is ever shown. Compiled for the first value: it takes some
 * milliseconds each, and a start or a command needs none of them.
 */
export function compileCheck(schema: object): Check {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(forTelling(schema) as object);
    return validate(value) ? [] : firstErrors(validate.errors ?? []);
  };
}

/** A schema that accepts the same, and whose errors say what a person can mend. */
function forTelling(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forTelling);
  if (schema === null || typeof schema !== 'object') return schema;
  return chosenFirst(
    countedFirst(Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, forTelling(part)]))),
  );
}

/** Which of two forms is meant is seen by whether it has what the first one requires; only that one is held against it. */
function chosenFirst(copy: Record<string, unknown>): unknown {
  if (!Array.isArray(copy.anyOf)) return copy;
  const { anyOf, ...rest } = copy;
  const [first, second] = anyOf as { required: string[] }[];
  const required = first?.required ?? [];
  const properties = Object.fromEntries(required.map((name) => [name, { not: { type: 'null' } }]));
  const isFirst = { type: 'object', properties, required };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { ...rest, if: isFirst, then: first, else: second };
}

/** Too many entries of a list, or keys of an object, are one error, and none of them is looked at. */
function countedFirst(copy: Record<string, unknown>): Record<string, unknown> {
  if (typeof copy.maxProperties === 'number') {
    const { propertyNames, additionalProperties, ...counted } = copy;
    const few = { type: 'object', maxProperties: counted.maxProperties };
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    return { ...counted, if: few, then: { type: 'object', propertyNames, additionalProperties } };
  }
  if (typeof copy.maxItems !== 'number' || typeof copy.items !== 'object') return copy;
  const { items, ...counted } = copy;
  const few = { type: 'array', maxItems: counted.maxItems };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { ...counted, if: few, then: { type: 'array', items } };
}

function firstErrors(found: readonly ErrorObject[]): CheckError[] {
  const errors: CheckError[] = [];
  for (const error of found) {
    // Says only that something inside is wrong, which is told by itself.
    if (error.keyword === 'if' || error.keyword === 'propertyNames') continue;
    if (errors.push(fieldError(error)) > MAX_FIELD_ERRORS) break;
  }
  return errors;
}

function fieldError(error: ErrorObject): CheckError {
  const { params, instancePath, propertyName } = error;
  if (propertyName !== undefined) {
    return { path: `${instancePath}/${pathPart(propertyName)}`, message: `as a key ${messageOf(error)}` };
  }
  switch (error.keyword) {
    case 'required':
      return { path: `${instancePath}/${pathPart(params.missingProperty)}`, message: 'is required' };
    case 'additionalProperties':
      return {
        path: `${instancePath}/${pathPart(params.additionalProperty)}`,
        message: 'is not a known field; check the spelling',
      };
    case 'maxItems':
    case 'maxProperties':
      return { path: instancePath, message: messageOf(error), isOfAllBelow: true };
    default:
      return { path: instancePath, message: messageOf(error) };
  }
}

function messageOf({ keyword, params, schema, data, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return `must be ${[schema as string | string[]].flat().map(withArticle).join(' or ')}`;
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).filter((value) => value !== null).join(', ')}`;
    case 'format':
      return (
        (params.format === 'logo' && logoUrlProblem(String(data))) ||
        (params.format === 'iban' && ibanProblem(String(data))) ||
        (params.format === 'number-format' && numberFormatError(String(data))) ||
        FORMATS[params.format]?.message ||
        `must be a ${params.format}`
      );
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters (it has ${lengthOf(String(data))})`;
    case 'minItems':
      return `must have at least ${params.limit} ${params.limit === 1 ? 'entry' : 'entries'}`;
    case 'maxItems':
      return `must have at most ${params.limit} entries`;
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

/** In characters as a person counts them. */
function lengthOf(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) length++;
  return length;
}

function withArticle(type: string): string {
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
