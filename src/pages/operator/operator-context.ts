import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../app/deps.ts';
import { type Html, html } from '../../domain/markup/html.ts';
import type { SignedIn } from '../../domain/people/signed-in.ts';
import type { ConsoleTexts } from '../../i18n/console.ts';
import { formatDate, formatDateTime } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locale.ts';
import type { Form } from '../form-fields.ts';

/** A request of an operator who may see the pages. */
export interface OperatorContext {
  deps: Deps;
  request: FastifyRequest;
  reply: FastifyReply;
  person: SignedIn;
  locale: Locale;
  t: ConsoleTexts;
  query: Record<string, string | undefined>;
  /** The submitted form; empty unless the request is a POST. */
  form: Form;
  now: number;
}

export const OPERATOR_PATH = '/operator';

/** The day with the time as a tooltip. Accounts are in many time zones, and so are operators. */
export function renderUtcDay({ locale }: Pick<OperatorContext, 'locale'>, at: number): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}" title="${formatDateTime(iso, locale, 'UTC')}">${formatDate(iso, locale, 'UTC')}</time>`;
}

export function renderUtc({ locale }: Pick<OperatorContext, 'locale'>, at: number): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${formatDateTime(iso, locale, 'UTC')}</time>`;
}
