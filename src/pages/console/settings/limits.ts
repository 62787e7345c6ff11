import { LIMIT_NAMES, type LimitUse, type LimitUses } from '../../../domain/account/limits/account-limits.ts';
import { type Html, html } from '../../../domain/markup/html.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatBytes, formatQuantity } from '../../../i18n/format.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { renderFacts, type Viewer } from '../viewer.ts';

/** The limit and its use, as texts. */
export function formatUse({ limit, used }: LimitUse, locale: Locale): Record<keyof LimitUse, string> {
  return { limit: formatQuantity(limit, locale), used: formatQuantity(used, locale) };
}

/** The limits of the account with their use; nothing if it has none. */
export function renderLimits(viewer: Viewer, limits: LimitUses): Html | false {
  const words = viewer.t.settings.limits;
  const names = LIMIT_NAMES.filter((name) => limits[name] !== undefined);
  return (
    names.length > 0 &&
    html`<section class="panel" aria-labelledby="limits"><h2 id="limits">${words.title}</h2>
<p class="muted">${words.intro}</p>
${renderFacts(names.map((name) => [words[name], describe(viewer, limits, name)]))}</section>`
  );
}

function describe({ t, locale }: Viewer, limits: LimitUses, name: keyof LimitUses): string {
  const words = t.settings.limits;
  const { requests, storage } = limits;
  if (name === 'requests') return fill(words.rate, { limit: formatQuantity(requests?.limit ?? 0, locale) });
  if (name === 'storage' && storage) {
    const [limit, used] = [formatBytes(storage.limit, locale), formatBytes(storage.used, locale)];
    return fill(words.use, { limit, used });
  }
  const use = limits[name];
  return use ? fill(words.use, formatUse(use, locale)) : '';
}
