// Makes every picture of README.md and docs/, in light and dark:
//   npm run pictures -- [--only screenshots,payments,agreement,film,prices,mail-account,documents] [--pdfs FOLDER]
//
// --pdfs keeps the PDF files of the sample documents too. Everything but these samples and the mailbox, which a demo never
// has, comes from the demo.
import { parseArgs } from 'node:util';
import { launchChromium } from '../test/support/browser/chromium.ts';
import { takeAgreement } from './pictures/agreement.ts';
import { openDemo } from './pictures/demo.ts';
import { drawDocuments } from './pictures/documents.ts';
import { makeFilm } from './pictures/film/story.ts';
import { takeMailAccount } from './pictures/mail-account.ts';
import { takePayments } from './pictures/payments.ts';
import { takePrices } from './pictures/prices.ts';
import { takeScreenshots } from './pictures/screenshots.ts';

// In the order in which they change the demo.
const OF_DEMO = {
  screenshots: takeScreenshots,
  payments: takePayments,
  agreement: takeAgreement,
  film: makeFilm,
  prices: takePrices,
};

const { values: options } = parseArgs({ options: { only: { type: 'string' }, pdfs: { type: 'string' } } });
const wanted = options.only?.split(',') ?? [...Object.keys(OF_DEMO), 'mail-account', 'documents'];

// Fields for dates are in the language of Chromium itself, which has that of the environment.
process.env.LC_ALL = 'en_GB.UTF-8';
const browser = await launchChromium();
try {
  if (Object.keys(OF_DEMO).some((part) => wanted.includes(part))) {
    const demo = await openDemo(browser);
    try {
      for (const [part, make] of Object.entries(OF_DEMO)) if (wanted.includes(part)) await make(demo);
    } finally {
      await demo.close();
    }
  }
  if (wanted.includes('mail-account')) await takeMailAccount(browser);
} finally {
  await browser.close();
}
if (wanted.includes('documents')) await drawDocuments(options.pdfs);
