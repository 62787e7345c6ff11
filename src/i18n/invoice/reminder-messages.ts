import type { Template } from '../fill.ts';

/** Texts of the reminder of a quote. */
export interface ReminderMessages {
  reminderSubject: Template<'number' | 'date'>;
  /** For a quote that expires within days. */
  reminderIntro: Template<'seller'>;
  /** For a quote that the customer has not opened, or has. */
  reminderUnopened: Template<'seller'>;
  reminderOpened: Template<'seller'>;
  /** Link in the footer of a reminder. */
  stopReminders: string;
}
