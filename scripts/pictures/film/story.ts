import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type OpenDemo, openPage } from '../demo.ts';
import { SCREENSHOTS, storePicture, THEMES } from '../take-picture.ts';
import { type Camera, createCamera } from './camera.ts';
import { SMALL_PHONE, WINDOW } from './stage.ts';

const CUSTOMER = 'Sophie Lindqvist';
const TEMPLATE = 'Interior doors';
const TEXTS = ['Write the quote', 'The customer accepts on her phone', 'Invoice it, and get paid'] as const;

/** Films how a quote is written, accepted on a phone and paid, in light and dark. */
export async function makeFilm(demo: OpenDemo): Promise<void> {
  const [console, phone] = [await demo.newPage(WINDOW), await demo.newPage(SMALL_PHONE)];
  const camera = createCamera({ console, phone });
  const base = `${demo.service.url}/${demo.visitor.accountId}`;

  camera.say(1, TEXTS[0]);
  const link = await writeQuote(camera, console, base);
  camera.say(2, TEXTS[1]);
  await acceptQuote(camera, phone, link);
  camera.say(3, TEXTS[2]);
  await getPaid(camera, console);
  for (const theme of THEMES) {
    const suffix = theme === 'dark' ? '-dark' : '';
    const { film, still } = camera.develop(theme);
    await writeFile(join(SCREENSHOTS, `film${suffix}.webp`), film);
    await storePicture(`film-still${suffix}`, still);
  }
}

/** Fills a new quote from a template, changes a line, sends it, and returns the customer's link. */
async function writeQuote(camera: Camera, page: Page, base: string): Promise<string> {
  await openPage(page, `${base}/quotes/new`);
  await page.locator('.editor.live').waitFor();
  await camera.shoot('console', 800);
  await page.locator('#start-from').getByRole('link', { name: TEMPLATE }).click();
  await page.waitForURL(/template=/);
  await page.locator('.editor.live').waitFor();
  await camera.shoot('console', 900);
  await camera.type('console', page.locator('#e-customer'), CUSTOMER.slice(0, 6));
  await page.getByRole('option', { name: CUSTOMER }).waitFor();
  await camera.shoot('console', 500);
  await page.keyboard.press('Enter');
  await page.locator('#e-change-customer:focus').waitFor();
  await camera.shoot('console', 700);
  const quantity = page.getByLabel('Quantity').first();
  await quantity.click();
  await page.locator('#lines-title').evaluate('(title) => title.scrollIntoView()');
  await page.keyboard.press('Control+A');
  await camera.shoot('console', 900);
  await page.keyboard.type('7');
  await camera.shoot('console', 1000);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/send/);
  await page.waitForLoadState('networkidle');
  await camera.shoot('console', 1300);
  await page.getByRole('button', { name: 'Send quote', exact: true }).click();
  const link = await page.locator('#link').inputValue();
  await camera.shoot('console', 1200);
  return link;
}

/** Takes an option and accepts. */
async function acceptQuote(camera: Camera, phone: Page, link: string): Promise<void> {
  await openPage(phone, link);
  await camera.shoot('phone', 0);
  camera.slide('up');
  await camera.shoot('phone', 1200);
  const option = phone.locator('main input[type=checkbox]').first();
  await option.evaluate('(box) => box.scrollIntoView({ block: "center" })');
  await camera.shoot('phone', 1000);
  await option.check();
  await camera.shoot('phone', 1100);
  const name = phone.locator('#name');
  await name.evaluate('(field) => field.scrollIntoView({ block: "center" })');
  await camera.type('phone', name, CUSTOMER);
  await camera.shoot('phone', 500);
  await name.press('Enter');
  await phone.locator('.notice.good').waitFor();
  await camera.shoot('phone', 1600);
  await camera.keepStill();
}

/** Makes the invoice, sends it, and records the payment. */
async function getPaid(camera: Camera, page: Page): Promise<void> {
  await page.reload({ waitUntil: 'networkidle' });
  await camera.shoot('console', 0);
  camera.slide('down');
  await camera.shoot('console', 1300);
  await page.getByRole('link', { name: 'Create invoice' }).first().click();
  await page.getByRole('button', { name: 'Create invoice', exact: true }).click();
  await page.getByRole('heading', { name: /INV-/ }).waitFor();
  await camera.shoot('console', 900);
  await page.getByRole('button', { name: 'Send invoice', exact: true }).first().click();
  await page.getByText('Record payment').waitFor();
  await camera.shoot('console', 900);
  await page.getByText('Record payment').click();
  await camera.shoot('console', 900);
  await page.getByRole('button', { name: 'Save payment' }).click();
  await page.getByText('The payment is recorded.').waitFor();
  await camera.shoot('console', 3000);
}
