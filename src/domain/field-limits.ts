/** The lengths that browsers need too are constants of their own, so that scripts do not contain the whole list. */
export const MAX_NAME_LENGTH = 200;
export const MAX_TITLE_LENGTH = 200;
export const MAX_LONG_TEXT_LENGTH = 20_000;
export const MAX_REFERENCE_LENGTH = 100;
export const MAX_CHOICE_LENGTH = 100;

/** Largest lengths of text fields in characters, shared by the schemas and the forms. */
export const MAX_LENGTH = {
  name: MAX_NAME_LENGTH,
  title: MAX_TITLE_LENGTH,
  address: 1000,
  street: 200,
  postalCode: 20,
  city: 100,
  electronicAddress: 100,
  phone: 50,
  taxId: 50,
  taxLabel: 40,
  registrationLabel: 60,
  registrationValue: 100,
  numberFormat: 50,
  bankText: 140,
  longText: MAX_LONG_TEXT_LENGTH,
  reference: MAX_REFERENCE_LENGTH,
  reason: 1000,
  itemDescription: 2000,
  unit: 20,
  sku: 64,
  id: 64,
  taxReason: 300,
  section: 200,
  choice: MAX_CHOICE_LENGTH,
  subject: 200,
  message: 5000,
  approvalNote: 2000,
  metadataKey: 40,
  metadataValue: 500,
} as const;

export const MAX_ITEMS = 1000;
export const MAX_REGISTRATIONS = 8;
export const MAX_CC_RECIPIENTS = 20;
export const MAX_VALIDITY_DAYS = 3650;
export const MAX_REMINDER_DAYS = 365;
export const MAX_RETENTION_YEARS = 30;
export const MAX_DUE_DAYS = 3650;
