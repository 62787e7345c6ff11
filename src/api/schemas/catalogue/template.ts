import type { Static } from 'typebox';
import type { QuoteTemplate, TemplateInput, TemplatePatch } from '../../../domain/catalogue/template.ts';
import { MAX_ITEMS, MAX_LENGTH, MAX_VALIDITY_DAYS } from '../../../domain/field-limits.ts';
import { CONTENT_TEXT_NAMES, mapTexts } from '../../../domain/quote/quote-texts.ts';
import { acceptanceFields, acceptanceFieldsInput } from '../acceptance/questions.ts';
import { compileCheck } from '../check.ts';
import { nullable, timestamp } from '../fields.ts';
import { ItemInput } from '../item.ts';
import { PaymentScheduleInput } from '../quote/payment-schedule.ts';
import { show } from '../quote/show.ts';
import {
  content,
  invoiceOnAcceptance,
  optionalTexts,
  pricesIncludeTax,
  templateContent,
  texts,
} from '../quote.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const name = Type.String({
  minLength: 1,
  maxLength: MAX_LENGTH.name,
  format: 'not-blank',
  description: 'Name of the template; customers never see it',
});
const items = Type.Array(ItemInput, {
  maxItems: MAX_ITEMS,
  description: 'The items of the quote. Default: none, so that each quote supplies its own',
});
const validityDays = nullable(
  Type.Integer({
    minimum: 1,
    maximum: MAX_VALIDITY_DAYS,
    description: 'Validity of quotes from this template in days. Default: that of the account',
  }),
);

const optional = {
  title: Type.Optional(nullable(content.title)),
  items: Type.Optional(nullable(items)),
  ...mapTexts(CONTENT_TEXT_NAMES, (name) => optionalTexts[name]),
  ...templateContent,
  acceptanceFields: Type.Optional(acceptanceFieldsInput('`null`: those of the account; `[]`: none')),
  validityDays: Type.Optional(validityDays),
};

export const CreateTemplate = Type.Object(
  { name, ...optional },
  { title: 'NewTemplate', additionalProperties: false },
);
export type CreateTemplate = Static<typeof CreateTemplate>;
true satisfies Same<CreateTemplate, TemplateInput>;

export const PatchTemplate = Type.Object(
  { name: Type.Optional(name), ...optional },
  { title: 'TemplatePatch', additionalProperties: false },
);
export type PatchTemplate = Static<typeof PatchTemplate>;
true satisfies Same<PatchTemplate, TemplatePatch>;

export const TemplateSchema = Type.Object(
  {
    id: Type.String({ description: 'Opaque, begins with `tpl_`, sorts by time' }),
    name,
    title: nullable(content.title),
    ...mapTexts(CONTENT_TEXT_NAMES, (name) => texts[name]),
    items,
    discountType: content.discountType,
    discountValue: content.discountValue,
    currency: nullable(Type.String({ description: 'ISO 4217' })),
    paymentSchedule: PaymentScheduleInput,
    pricesIncludeTax: nullable(pricesIncludeTax),
    invoiceOnAcceptance: nullable(invoiceOnAcceptance),
    show,
    acceptanceFields: nullable(acceptanceFields),
    validityDays,
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  { title: 'Template', additionalProperties: false },
);
true satisfies Same<Static<typeof TemplateSchema>, QuoteTemplate>;

export const checkNewTemplate = compileCheck(CreateTemplate);
export const checkTemplatePatch = compileCheck(PatchTemplate);
export const TEMPLATE_READ_ONLY = ['id', 'createdAt', 'updatedAt'] satisfies (keyof QuoteTemplate)[];

export const TEMPLATE_EXAMPLE = {
  id: 'tpl_01k0a1b2c3d4e5f6g7h8j9kmnp',
  name: 'Small website',
  title: 'Website redesign',
  ...mapTexts(CONTENT_TEXT_NAMES, () => null),
  items: [{ description: 'Design', quantity: 12.5, unitPrice: 9000, taxRate: 19 }],
  discountType: null,
  discountValue: null,
  currency: 'EUR',
  paymentSchedule: null,
  pricesIncludeTax: null,
  invoiceOnAcceptance: null,
  show: { linePrices: true, quantities: true },
  acceptanceFields: null,
  validityDays: 14,
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
} satisfies QuoteTemplate;
