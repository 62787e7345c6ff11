import type { Page } from 'playwright-core';

/** The spacing that readers may set (1.4.12). */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
p { margin-block-end: 2em !important }`;

/** Returns what is wrong at 320 pixels (1.4.10): the page scrolls horizontally. */
export async function findReflowProblems(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 640 });
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  return width > 320 ? [`the page is ${width} pixels wide on 320`] : [];
}

/** Returns what wider spacing of text cuts off, or makes scroll horizontally. */
export async function findSpacingProblems(page: Page): Promise<string[]> {
  const before = new Set(await page.evaluate<string[]>(LIST_CLIPPED));
  await page.evaluate(`(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(SPACING)});
    document.adoptedStyleSheets = [sheet];
  })()`);
  const [width, clipped] = [
    await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    ),
    await page.evaluate<string[]>(LIST_CLIPPED),
  ];
  await page.evaluate('document.adoptedStyleSheets = []');
  const cut = clipped
    .filter((each) => !before.has(each))
    .map((each) => `cut off with wider spacing: ${each}`);
  return width > 0 ? [`the page scrolls horizontally by ${width} pixels with wider spacing`, ...cut] : cut;
}

/**
 * Returns fields and check boxes whose border has a contrast below 3:1 with what is around them (1.4.11). A field may have
 * no border at all, as in the table of the editor.
 */
export function findBorderProblems(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(LIST_FAINT_BORDERS);
}

const LIST_CLIPPED = `[...document.body.querySelectorAll('*')].filter((each) => {
  const { overflowX, overflowY } = getComputedStyle(each);
  const hasText = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  if (!hasText || each.clientWidth < 3 || each.clientHeight < 3 || each.localName === 'textarea') return false;
  const cuts = (overflow) => overflow === 'hidden' || overflow === 'clip';
  return (cuts(overflowX) && each.scrollWidth > each.clientWidth + 1)
    || (cuts(overflowY) && each.scrollHeight > each.clientHeight + 1);
}).map((each) => each.outerHTML.slice(0, 120))`;

const LIST_FAINT_BORDERS = `(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const paint = (colors) => {
    canvas.fillStyle = '#fff';
    canvas.fillRect(0, 0, 1, 1);
    for (const color of colors) {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (channels) => {
    const [red, green, blue] = channels.map((channel) => {
      const part = channel / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const backgrounds = (each) => each ? [...backgrounds(each.parentElement), getComputedStyle(each).backgroundColor] : [];
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const fields = document.querySelectorAll('select, textarea, input:not([type=hidden], [type=submit], [type=button], [type=file])');
  return [...fields].filter((each) => {
    const style = getComputedStyle(each);
    if (!each.checkVisibility() || each.offsetWidth < 4 || each.disabled) return false;
    if (style.appearance !== 'none' && /^(checkbox|radio|color|range)$/.test(each.type)) return false;
    const around = backgrounds(each.parentElement);
    const edge = style.borderTopWidth === '0px' ? style.backgroundColor : style.borderTopColor;
    const found = contrast(paint([...around, edge]), paint(around));
    return 1 < found && found < 3;
  }).map((each) => each.outerHTML.slice(0, 120));
})()`;
