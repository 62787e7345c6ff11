import { isLocalUrl } from '../../actions/installation/check-address.ts';
import { type Html, html } from '../../domain/markup/html.ts';
import { fill } from '../shell.ts';
import type { QuoteViewer } from './quote-viewer.ts';
import type { ConsolePage } from './shell.ts';

type CaptureViewer = Pick<QuoteViewer, 't' | 'base' | 'role' | 'capture'>;

/** Says that an email was not delivered, and what to do. */
export function renderNotDelivered(viewer: CaptureViewer): Html {
  const { t, capture } = viewer;
  if (capture === 'on_purpose') return html`${t.history.captured}`;
  const what =
    capture === null ? t.send.sendAgainNow : fill(t.send.whatToDo, { connect: renderConnect(viewer) });
  return html`<strong class="undelivered">${t.send.notDelivered}</strong> ${what}`;
}

/** Says before an email is written that it will not be delivered. */
export function renderCaptures(viewer: CaptureViewer): Html | string | false {
  const { t, capture } = viewer;
  if (capture === 'on_purpose') return t.send.captures;
  return capture === 'no_server' && fill(t.send.noServer, { connect: renderConnect(viewer) });
}

export function renderCaptureWarning(viewer: CaptureViewer): Html | false {
  const text = renderCaptures(viewer);
  return text !== false && html`<p class="notice${viewer.capture === 'no_server' && ' warn'}">${text}</p>`;
}

export function createCaptureNotice(viewer: CaptureViewer): ConsolePage['notice'] {
  const isMeant = viewer.capture === 'on_purpose';
  const text = isMeant ? viewer.t.quote.didCapture : renderNotDelivered(viewer);
  return { tone: isMeant ? 'info' : 'warn', text };
}

/** Says that only this computer can open a link, which customers get unless that is on purpose. */
export function renderLocalLink({ t, capture }: CaptureViewer, url: string): Html | false {
  if (capture === 'on_purpose' || !isLocalUrl(url)) return false;
  const values = { url: html`<bdi dir="ltr">${new URL(url).origin}</bdi>`, publicUrl: 'PUBLIC_URL' };
  return html`<span class="undelivered">${fill(t.installation.findings.addressLocal, values)}</span>`;
}

/** Only owners can connect one. */
function renderConnect({ t, base, role }: CaptureViewer): Html {
  return role === 'owner'
    ? html`<a href="${base}/settings/mail">${t.send.connect}</a>`
    : html`${t.send.connect}`;
}
