import type { PageContext } from '../console-route.ts';
import { toFieldId } from '../forms/field.ts';
import { getPageRules, toAccountValues } from './forms/account-form.ts';
import { SETTING_FORMS } from './forms/form-routes.ts';
import { listParts } from './forms/setting-form.ts';
import { SETTINGS_MENU } from './settings-menu.ts';

export interface FoundSetting {
  /** Below the path of the settings. */
  path: string;
  label: string;
  text: string;
}

/** Finds pages and fields that have all words of the search in their label, their hint, or the title of their page. */
export function findSettings(context: PageContext, search: string): FoundSetting[] {
  const words = fold(search).split(/\s+/);
  const found = [...listFields(context), ...listPages(context)].filter(({ label, text, more }) => {
    const whole = fold([label, text, more].join(' '));
    return words.every((word) => whole.includes(word));
  });
  // Labels say what something is, and hints often name other settings.
  return found.sort((a, b) => Number(hasAll(b.label)) - Number(hasAll(a.label)));

  function hasAll(label: string): boolean {
    return words.every((word) => fold(label).includes(word));
  }
}

type Searched = FoundSetting & { more: string };

function listFields(context: PageContext): Searched[] {
  return SETTING_FORMS.flatMap((form) => {
    const values = toAccountValues(context.account, getPageRules(form.path), context.locale);
    const { title } = form.getWords(context.t);
    return listParts(form, context, { values, errors: {} }).map(({ name, label, hint = '', ...part }) => ({
      path: `${form.path}#${toFieldId(name)}`,
      label,
      text: [title, hint].filter(Boolean).join(' · '),
      more: 'options' in part ? (part.options ?? []).map(({ text }) => text).join(' ') : '',
    }));
  });
}

/** Pages that are no forms of the account are found by the names of what is on them. */
function listPages({ t }: PageContext): Searched[] {
  const { approval, books, settings, mailAccount, people } = t;
  const more: Record<string, string[]> = {
    mail: [settings.mail.replyTo, settings.mail.test, mailAccount.title, mailAccount.imap, 'SMTP'],
    approval: [approval.totalFrom, approval.discountFrom, approval.marginBelow, approval.madeByKeys],
    people: [people.invite, people.role, people.twoStepAll],
    payments: ['Stripe', 'Mollie'],
    accounting: Object.values(books.fields),
    data: [settings.data.import, settings.data.export, 'CSV'],
  };
  const { notifications } = t;
  const own = Object.values(notifications.kinds).join(' ');
  return [
    ...SETTINGS_MENU.map(({ path, getWords }) => {
      const { title, intro } = getWords(t);
      return { path, label: title, text: intro, more: (more[path] ?? []).join(' ') };
    }),
    { path: 'notifications', label: notifications.title, text: notifications.summary, more: own },
  ];
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
