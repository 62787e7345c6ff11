import type { QuoteTemplate } from '../../../../../../domain/catalogue/template.ts';
import type { Quote } from '../../../../../../domain/quote/quote.ts';
import { compareDrafts, proposePicks } from '../../../../../console/editor/draft/compare.ts';
import type { Draft } from '../../../../../console/editor/draft/draft.ts';
import { toDraft, toTemplateDraft } from '../../../../../console/editor/draft/from-quote.ts';
import { type DraftBody, readDraft } from '../../../../../console/editor/draft/to-body.ts';
import type { NoConflict } from '../../parts.ts';
import type { Conflict, Store } from '../../store.ts';

/** Loads the current version and compares it with the common base and the draft. */
export async function findConflict(
  store: Store,
  base: Draft | null,
  wanted: DraftBody | null,
): Promise<Conflict | NoConflict> {
  const { data, reading, api } = store;
  const id = store.quote.value?.id ?? '';
  const { status, etag, body: quote } = await api.ask<Quote & QuoteTemplate>(`${data.kind}s/${id}`);
  if (status !== 200) throw new Error(String(status));
  const writer = { tag: data.locale.tag, timeZone: data.timeZone, seesCosts: data.seesCosts };
  const theirs = store.isTemplate
    ? toTemplateDraft(quote, data.draft, writer)
    : toDraft(quote, await findCustomerName(store, quote.customerId), quote.currency, writer);
  const { body } = readDraft(theirs, reading);
  if (!body) throw new Error('a quote that cannot be read');
  const stored = { id, etag, body };
  const mine = store.draft.value;
  const differences = compareDrafts(base ?? theirs, mine, theirs, reading.separators);
  const isOwn = wanted !== null && serializeBody(wanted) === serializeBody(body);
  if (isOwn || differences.length === 0) return { stored, theirs, ids: findLineIds(store, quote) };
  return { differences, picks: proposePicks(differences), theirs, stored };
}

function findLineIds(store: Store, { items }: Pick<Quote, 'items'>): Map<string, string> {
  const { keys } = store.read.value;
  return new Map(keys.length === items.length ? keys.map((key, at) => [key, items[at]?.id ?? '']) : []);
}

async function findCustomerName({ draft, api }: Store, id: string): Promise<string> {
  if (id === draft.value.customerId) return draft.value.customerName;
  const { status, body } = await api.ask<{ name: string }>(`customers/${encodeURIComponent(id)}`);
  return status === 200 ? body.name : id;
}

function serializeBody({ items, ...body }: DraftBody): string {
  return JSON.stringify({ ...body, items: items.map(({ id: _, ...item }) => item) });
}
