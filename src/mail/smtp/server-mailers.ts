import type { ServerMailers } from '../../domain/mail/mail.ts';
import type { SmtpMailerOptions } from './mailer.ts';

/** Sends by the mail servers of accounts. */
export function createServerMailers(_options: Omit<SmtpMailerOptions, 'url'>): ServerMailers {
  return {
    deliver: async () => ({ outcome: 'unavailable', response: 'No mail server' }),
    close: async () => {},
  };
}
