/** Takes screenshots of the console of a service with a few quotes: `npm run gallery:console`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DESKTOP, PHONE } from '../test/support/browser/browser-page.ts';
import { launchChromium } from '../test/support/browser/chromium.ts';
import { signIn } from '../test/support/console/sign-in.ts';
import { startTestService, type TestAccount } from '../test/support/service/service.ts';

const FOLDER = join(import.meta.dirname, '../docs/screenshots');
const ITEMS = [
  { description: 'Concept and wireframes', quantity: 3, unit: 'd', unitPrice: 88_000, taxRate: 19 },
  { description: 'Design system', quantity: 5, unit: 'd', unitPrice: 92_000, taxRate: 19 },
  {
    description: 'Hosting, first year',
    quantity: 12,
    unit: 'mo',
    unitPrice: 2900,
    taxRate: 19,
    optional: true,
  },
];
const IN_STAGES = [
  { label: 'Deposit', type: 'percentage', value: 40, due: { when: 'acceptance', days: 7 } },
  { label: 'Rest', type: 'rest', due: { when: 'completion' } },
];
const TITLES = [
  'Website redesign',
  'Photo shoot',
  'Annual maintenance',
  'Brand guidelines',
  'Trade fair booth',
];

const service = await startTestService();
const browser = await launchChromium();
try {
  mkdirSync(FOLDER, { recursive: true });
  const account = await service.newAccount();
  const person = await signIn(service, { accountId: account.accountId });
  const [draft, accepted] = await fillWithQuotes(account);
  const base = `/${account.accountId}`;
  const pages: Record<string, string> = {
    home: '/',
    quotes: '/quotes',
    quote: `/quotes/${accepted}`,
    editor: `/quotes/${draft}/edit`,
    send: `/quotes/${draft}/send`,
  };
  const looks = [
    { suffix: '', viewport: DESKTOP, colorScheme: 'light', locale: 'en-GB' },
    { suffix: '-phone', viewport: PHONE, colorScheme: 'dark', locale: 'en-GB' },
    { suffix: '-arabic', viewport: DESKTOP, colorScheme: 'light', locale: 'ar' },
  ] as const;
  for (const { suffix, ...look } of looks) {
    const context = await browser.newContext({ ...look, reducedMotion: 'reduce' });
    await context.addCookies([person.browserCookie]);
    const page = await context.newPage();
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(`${service.url}${base}${path}`, { waitUntil: 'networkidle' });
      await page.screenshot({ path: join(FOLDER, `console-${name}${suffix}.png`) });
    }
    await context.close();
  }
} finally {
  await browser.close();
  await service.close();
}

/** Creates one quote in each status, and returns the IDs of a draft and of an accepted one. */
async function fillWithQuotes(api: TestAccount): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, title] of TITLES.entries()) {
    const { body } = await api.post('/quotes', {
      customerId: api.customerId,
      title,
      items: ITEMS,
      description: 'Thank you for your enquiry. As discussed:',
      terms: 'Payment within 14 days.',
      paymentSchedule: index === 1 ? IN_STAGES : null,
    });
    ids.push(body.id);
    if (index > 0) await api.post(`/quotes/${body.id}/send`, {});
  }
  const [, accepted, declined, converted] = ids;
  await api.patch(`/quotes/${accepted}`, { status: 'ACCEPTED' });
  await api.patch(`/quotes/${declined}`, { status: 'DECLINED' });
  await api.post(`/quotes/${converted}/convert-to-invoice`, {});
  return ids;
}
