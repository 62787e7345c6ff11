import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { walkByKeyboard } from '../../test/support/accessibility/keyboard.ts';
import {
  findBorderProblems,
  findReflowProblems,
  findSpacingProblems,
} from '../../test/support/accessibility/layout.ts';
import { DESKTOP, PHONE, withVisitor } from '../../test/support/browser/browser-page.ts';
import { type FixturePages, serveFixturePages } from '../../test/support/browser/fixture-pages.ts';
import { sharedChromium } from '../../test/support/browser/shared-chromium.ts';
import { testAll } from '../../test/support/run/all.ts';

/** A page at 1280 pixels that is enlarged four times. */
const ENLARGED = { width: 320, height: 256 };

let browser: Browser;
let pages: FixturePages;

before(async () => {
  [pages, browser] = await Promise.all([serveFixturePages(), sharedChromium()]);
});

after(() => pages?.close());

function open(path: string, use: (page: Page) => Promise<void>): Promise<void> {
  return withVisitor(browser, pages.origin, { viewport: DESKTOP }, async (page) => {
    await page.goto(pages.origin + path);
    await use(page);
  });
}

for (const viewport of [DESKTOP, PHONE, ENLARGED]) {
  (viewport === PHONE ? test : testAll)(
    `the form to accept shows the focus, in order, uncovered and without a trap: ${viewport.width} pixels`,
    async () => {
      await open('/q/fixture-token?state=open with choices&state=all errors', async (page) => {
        await page.setViewportSize(viewport);
        const { stops, problems } = await walkByKeyboard(page, { hasPixels: true });
        assert.deepEqual(problems, []);
        const [name, accept] = ['Full name', 'Accept quote'].map((text) =>
          stops.findIndex((stop) => stop.includes(text) && /^(input|button)/.test(stop)),
        );
        assert.ok(name !== undefined && accept !== undefined && 0 < name && name < accept, stops.join('\n'));
        const back = await walkByKeyboard(page, { key: 'Shift+Tab' });
        assert.deepEqual(back.problems, []);
        assert.deepEqual(back.stops.toReversed(), stops);
      });
    },
  );
}

testAll(
  'the form to accept is readable with wider spacing and at 320 pixels, and its fields have a visible border',
  async () => {
    for (const state of ['open with choices', 'all errors', 'open with messages']) {
      await open(`/q/fixture-token?state=${state}`, async (page) => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await findBorderProblems(page), [], `${state}, ${colorScheme}`);
        }
        assert.deepEqual(await findSpacingProblems(page), [], state);
        assert.deepEqual(await findReflowProblems(page), [], state);
        assert.deepEqual(await findSpacingProblems(page), [], state);
      });
    }
  },
);

testAll(
  'the checks notice a focus that is invisible, covered, out of order or trapped, and cut text',
  async () => {
    // A page without a content security policy.
    const page = await browser.newPage({ viewport: DESKTOP });
    const walk = async (html: string, script = '') => {
      await page.setContent(`<style>:focus { outline: 3px solid }</style>${html}`);
      if (script) await page.evaluate(script);
      return (await walkByKeyboard(page, { hasPixels: true })).problems.join();
    };
    try {
      const [a, b] = ['<button>A</button>', '<button>B</button>'];
      assert.equal(await walk(a + b), '');
      assert.match(await walk(`<style>* { outline: none !important }</style>${a}${b}`), /“A”: does not show/);
      const cover = '<p style="position: fixed; inset: 0; margin: 0; background: #fff">Cover</p>';
      assert.match(await walk(a + b + cover), /“B”: is covered/);
      const cut = `<div style="overflow: hidden; inline-size: fit-content; display: flex">${a}</div>${b}`;
      const far = '<style>button { outline-offset: 4px !important }</style>';
      assert.match(await walk(far + cut), /“A”: the ring is not painted/);
      assert.match(await walk(`${a}<button tabindex="1">B</button>`), />B<.* has a positive tabindex/);
      const trap = `document.querySelector('button').onkeydown = (event) => event.preventDefault()`;
      assert.match(await walk(a + b, trap), /“A”: the focus does not go on/);
      const narrow = '<p style="inline-size: fit-content; overflow: hidden; white-space: nowrap">Twelve</p>';
      await page.setContent(`${narrow}<input style="border: 1px solid #ddd">`);
      assert.deepEqual(await findSpacingProblems(page), []);
      await page.evaluate(`{
      const { style, offsetWidth } = document.querySelector('p');
      style.inlineSize = offsetWidth + 'px';
    }`);
      assert.match((await findSpacingProblems(page)).join(), /cut off .*Twelve/);
      assert.match((await findBorderProblems(page)).join(), /<input/);
      await page.setContent('<p style="inline-size: 400px">Wide</p>');
      assert.match((await findReflowProblems(page)).join(), /wide on 320/);
    } finally {
      await page.close();
    }
  },
);
