import { readFileSync } from 'node:fs';
import type { AccountPatch } from '../../domain/account/patch-account.ts';

/** The languages that the console speaks. */
export const DEMO_LANGUAGES = ['en', 'de', 'fr', 'es', 'ar'] as const;
export type DemoLanguage = (typeof DEMO_LANGUAGES)[number];

/** The texts of the demo in one language. */
export interface DemoTexts {
  bar: { text: string; filling: string; statement: string };
  /** Multiplies the prices, which are in euros, for the currency and the country of the business. */
  priceFactor: number;
  business: Pick<AccountPatch, 'street' | 'postalCode' | 'city' | 'bank' | 'registrations'> &
    Record<'name' | 'country' | 'locale' | 'taxId' | 'phone' | 'email' | 'website', string> &
    Record<'accentColor' | 'defaultTerms' | 'invoiceTerms', string>;
  people: Record<'owner' | 'colleague', DemoPerson>;
  units: Record<string, string>;
  sections: Record<string, string>;
  /** Name of the choice between alternatives. */
  choice: string;
  stages: Record<'deposit' | 'rest', string>;
  items: Record<string, string>;
  /** Title and description. */
  projects: Record<string, readonly [string, string]>;
  places: readonly string[];
  questions: readonly string[];
  /** The reply to each of the questions. */
  answers: readonly string[];
  declines: readonly string[];
  approval: Record<'request' | 'approved' | 'rejected', string>;
  notes: readonly string[];
  statement: Record<'rent' | 'unknown', string>;
  /** Name, kind (company or person), email address, street, post code and town. */
  customers: readonly (readonly [string, string, string, string, string, string])[];
}

interface DemoPerson {
  name: string;
  email: string;
}

/** What the workshop makes, the same in all languages. */
export interface Workshop {
  /** Prices in cents. */
  items: Record<string, { price: number; unit: string; section: string }>;
  projects: readonly Project[];
}

export interface Project {
  title: string;
  inStages?: boolean;
  lines: readonly ProjectLine[];
}

/** A line of a quote, whose quantity is 1 or between two others. */
interface ProjectLine {
  item: string;
  from?: number;
  to?: number;
  step?: number;
  isOptional?: boolean;
  choice?: boolean;
}

export function readDemoTexts(language: DemoLanguage): DemoTexts {
  return readJson(new URL(`./texts/${language}.json`, import.meta.url));
}

export function readWorkshop(): Workshop {
  return readJson(new URL('./texts/workshop.json', import.meta.url));
}

/** The logo of the business, which has no words, as an account stores it. */
export function readDemoLogo(): string {
  const svg = readFileSync(new URL('./texts/logo.svg', import.meta.url));
  return `data:image/svg+xml;base64,${svg.toString('base64')}`;
}

function readJson<T>(file: URL): T {
  return JSON.parse(readFileSync(file, 'utf8'));
}
