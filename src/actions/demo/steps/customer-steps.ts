import { Problem } from '../../../domain/errors.ts';
import { isSelectable, isSelected, type LineItem } from '../../../domain/quote/line/line-item.ts';
import type { LineChoice } from '../../../domain/quote/line/selection.ts';
import { askOwner } from '../../agreement/ask-owner.ts';
import { decideQuote } from '../../agreement/decide-quote.ts';
import { recordPageView } from '../../agreement/record-view.ts';
import type { CustomerDecision } from '../../agreement/signing/sign.ts';
import { deriveLinkToken, findLinkByToken } from '../../sending/links/links.ts';
import { type OpenedQuote, openQuote } from '../../sending/links/open-quote.ts';
import type { DemoDeed } from '../plan/demo-step.ts';
import { hasMessage, readDemoQuote, type StepContext } from './step-context.ts';

/** An address for documentation, and a browser. */
const VISITOR = { ip: '203.0.113.24', userAgent: 'Mozilla/5.0 (Linux; Android 16) Firefox/145.0' };

type CustomerDeed = Extract<DemoDeed, { kind: 'view' | 'ask' | 'accept' | 'decline' }>;

/** Takes a step of the customer, who has the link of the email. */
export async function takeCustomerStep(context: StepContext, deed: CustomerDeed): Promise<void> {
  const { deps, now } = context;
  const opened = await openByLink(context);
  switch (deed.kind) {
    case 'view':
      return recordPageView(deps, 'quote', opened.link, now);
    case 'ask':
      if (await hasMessage(context, deed.text)) return;
      await askOwner(deps, opened, { kind: 'question', text: deed.text });
      return;
    case 'accept': {
      const selection = chooseLines(opened.quote.items, deed.options);
      await decide(context, opened, { decision: 'ACCEPTED', name: deed.name, reason: null, selection });
      return;
    }
    case 'decline':
      await decide(context, opened, { decision: 'DECLINED', name: null, reason: deed.reason, selection: [] });
  }
}

async function openByLink(context: StepContext): Promise<OpenedQuote> {
  const { deps } = context;
  const { linkId } = await readDemoQuote(context);
  const link = linkId && (await findLinkByToken(deps, deriveLinkToken(deps, linkId), 'quote'));
  const opened = link ? await openQuote(deps, link) : undefined;
  if (!opened) throw new Problem('not_found', 'The quote of the demo has no open link.');
  return opened;
}

function decide(
  { deps }: StepContext,
  opened: OpenedQuote,
  decision: Pick<CustomerDecision, 'decision' | 'name' | 'reason' | 'selection'>,
): Promise<unknown> {
  const { quote, document } = opened;
  const shown = { revision: quote.revision, documentSha256: document.sha256 };
  return decideQuote(deps, opened, { ...decision, ...shown, ...VISITOR, signature: null, via: 'page', answers: {} });
}

/** Takes some options, and one of the alternatives: the last one, if the customer wants it. */
function chooseLines(items: readonly LineItem[], options: readonly boolean[]): LineChoice[] {
  const alternatives = items.filter(({ choice }) => choice !== undefined);
  const last = alternatives.at(-1);
  const isLastTaken = last !== undefined && options[items.indexOf(last)] === true;
  return items.filter(isSelectable).map((item) => ({
    id: item.id,
    selected:
      item.choice === undefined
        ? options[items.indexOf(item)] === true
        : isLastTaken
          ? item === last
          : isSelected(item),
  }));
}
