import type { FastifyReply } from 'fastify';
import { askOwner } from '../../../../actions/agreement/ask-owner.ts';
import { type DecisionResult, decideQuote } from '../../../../actions/agreement/decide-quote.ts';
import { proposeChanges } from '../../../../actions/agreement/proposals/propose-changes.ts';
import type { CustomerDecision } from '../../../../actions/agreement/signing/sign.ts';
import { readSignatures } from '../../../../actions/agreement/signing/signed-document.ts';
import { findDecision, type OpenedQuote, openQuote } from '../../../../actions/sending/links/open-quote.ts';
import { findPageSettings } from '../../../../actions/sending/outbox/notice-address.ts';
import { checkBody, readBody } from '../../../../api/body.ts';
import { PROGRAM_BODIES } from '../../../../api/schemas/agreement/customer-program.ts';
import { compileCheck } from '../../../../api/schemas/check.ts';
import type { Deps } from '../../../../app/deps.ts';
import { Problem } from '../../../../domain/errors.ts';
import { assertNoErrors } from '../../../../domain/field-errors.ts';
import { findAnswerErrors } from '../../../../domain/quote/acceptance/answer-rules.ts';
import { type Answers, composeAnswers } from '../../../../domain/quote/acceptance/answers.ts';
import { hasSignatures, isInTurn, isSameAddress } from '../../../../domain/quote/acceptance/signers.ts';
import type { DecisionRecord } from '../../../../domain/quote/decision.ts';
import {
  type ChosenLine,
  findSelectionErrors,
  type LineChoice,
  listSelection,
} from '../../../../domain/quote/line/selection.ts';
import type { ProposedChange } from '../../../../domain/quote/proposal/proposal.ts';
import { findWishErrors } from '../../../../domain/quote/proposal/proposed-quote.ts';
import { isOpen } from '../../../../domain/quote/quote.ts';
import { readText } from '../../../form-fields.ts';
import { type LinkRequest, linkNotFound, readSender } from '../show-quote.ts';
import type { FIELD_LIMITS } from '../view.ts';
import { formatOffer } from './format-offer.ts';

/** A request of a customer's program to the address of a form. */
interface ProgramCall {
  deps: Deps;
  opened: OpenedQuote;
  request: LinkRequest;
  body: ProgramBody;
}

/** All fields of all bodies, which are checked before. */
interface ProgramBody {
  name: string;
  offerSha256?: string | null;
  selection?: LineChoice[] | null;
  answers?: Answers | null;
  reason?: string | null;
  question: string;
  text: string;
  changes?:
    | (Pick<ProposedChange, 'itemId'> & { [Field in keyof ProposedChange]?: ProposedChange[Field] | null })[]
    | null;
}

type Outcome = { result: Exclude<DecisionResult, 'unselected'>; choices?: LineChoice[] };

const ACTIONS: Record<keyof typeof PROGRAM_BODIES, (call: ProgramCall) => Promise<Outcome>> = {
  accept,
  decline,
  question: ask,
  choose,
  proposal: propose,
};

const checks = Object.fromEntries(
  Object.entries(PROGRAM_BODIES).map(([name, schema]) => [name, compileCheck(schema)]),
);

export function findProgramAction(name: string): keyof typeof PROGRAM_BODIES | undefined {
  return name in ACTIONS ? (name as keyof typeof PROGRAM_BODIES) : undefined;
}

/** Does what a form of the page does, and answers the offer as it is then, or a problem. */
export async function answerProgram(
  { deps, opened, request }: Omit<ProgramCall, 'body'>,
  name: keyof typeof PROGRAM_BODIES,
  reply: FastifyReply,
): Promise<unknown> {
  if (name === 'accept') await assertProgramMayAccept(deps, opened, request);
  const read = readBody({ request });
  assertNoErrors(checkBody(read, checks[name] as never));
  const call = { deps, opened, request, body: read.value as unknown as ProgramBody };
  const { result, choices } = await ACTIONS[name](call);
  const now = await openQuote(deps, opened.link);
  if (!now || result === 'gone') throw linkNotFound();
  const isDone = result === 'done' || result === 'signed';
  if (!isDone && !(name === 'accept' && (await isRepeatedAcceptance(deps, now, call.body))))
    throw describeObstacle(result);
  return sendOffer(reply, await formatOffer(deps, request.params.token, now, choices));
}

export function sendOffer(reply: FastifyReply, offer: object): FastifyReply {
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    Vary: 'Accept',
  };
  return reply.code(200).headers(headers).send(JSON.stringify(offer));
}

/** The first check: no error of the body tells a program more. */
async function assertProgramMayAccept(
  deps: Deps,
  { link }: OpenedQuote,
  request: LinkRequest,
): Promise<void> {
  const { programsMayAccept } = await findPageSettings(deps, link.account_id);
  if (programsMayAccept) return;
  throw new Problem(
    'person_needed',
    'A person must accept this offer, on its page. Show them the address in "page".',
    {
      extra: { page: `${deps.publicUrl()}/q/${request.params.token}` },
    },
  );
}

async function accept({ deps, opened, request, body }: ProgramCall): Promise<Outcome> {
  const { quote, document } = opened;
  if (!isOpen(quote)) return { result: 'decided' };
  if (!isInTurn(quote, opened.link.recipient)) return { result: 'waiting' };
  if (body.offerSha256 !== document.sha256) return { result: 'changed' };
  const selection = readSelection(opened, body);
  // The first signature has fixed the answers.
  const given = body.answers ?? (hasSignatures(quote) ? quote.answers : undefined) ?? {};
  assertNoErrors(findAnswerErrors(quote.acceptanceFields, given));
  const answers = composeAnswers(quote.acceptanceFields, given);
  const said = { decision: 'ACCEPTED', name: body.name, reason: null, answers } as const;
  return decide(deps, opened, { ...said, ...describeCall(opened, request), selection });
}

async function decline({ deps, opened, request, body }: ProgramCall): Promise<Outcome> {
  const { document } = opened;
  if (!isOpen(opened.quote)) return { result: 'decided' };
  if (body.offerSha256 != null && body.offerSha256 !== document.sha256) return { result: 'changed' };
  const reason = body.reason == null ? null : clean(body.reason, 'reason');
  const said = { decision: 'DECLINED', name: null, reason, answers: {} } as const;
  return decide(deps, opened, { ...said, ...describeCall(opened, request), selection: [] });
}

async function decide(deps: Deps, opened: OpenedQuote, decision: CustomerDecision): Promise<Outcome> {
  const result = await decideQuote(deps, opened, decision);
  // The selection was checked, so it can only have become invalid by an edit.
  return { result: result === 'unselected' ? 'changed' : result };
}

function describeCall({ quote, document }: OpenedQuote, request: LinkRequest) {
  const seen = { revision: quote.revision, documentSha256: document.sha256 };
  return { ...seen, ...readSender(request), signature: null, via: 'program' } as const;
}

async function ask({ deps, opened, body }: ProgramCall): Promise<Outcome> {
  const text = clean(body.question, 'question');
  return { result: await askOwner(deps, opened, { kind: 'question', text }) };
}

async function choose({ opened, body }: ProgramCall): Promise<Outcome> {
  const { quote, link } = opened;
  return isOpen(quote) && isInTurn(quote, link.recipient) && !hasSignatures(quote)
    ? { result: 'done', choices: readSelection(opened, body) }
    : { result: 'decided' };
}

async function propose({ deps, opened, body }: ProgramCall): Promise<Outcome> {
  const { quote, document } = opened;
  const { proposals } = await findPageSettings(deps, opened.link.account_id);
  if (!isOpen(quote)) return { result: 'decided' };
  if (proposals === 'off' || !isInTurn(quote, opened.link.recipient)) return { result: 'closed' };
  if (body.offerSha256 != null && body.offerSha256 !== document.sha256) return { result: 'changed' };
  const changes = (body.changes ?? []).map(({ itemId, quantity = null, unitPrice = null, removed }) => ({
    ...{ itemId, quantity, unitPrice, removed: removed ?? false },
  }));
  const wishes = { changes, selection: body.selection ?? [] };
  assertNoErrors(findWishErrors(quote, wishes, proposals));
  const input = { ...wishes, text: clean(body.text, 'proposal'), revision: quote.revision };
  return { result: await proposeChanges(deps, opened, input) };
}

function readSelection({ quote }: OpenedQuote, { selection }: ProgramBody): LineChoice[] {
  assertNoErrors(findSelectionErrors(quote.items, selection ?? [], quote));
  return selection ?? [];
}

/** The text without control characters, as the form reads it. */
function clean(text: string, field: keyof typeof FIELD_LIMITS): string {
  const { text: cleaned } = readText({ [field]: text }, field, { required: false });
  if (cleaned === null)
    assertNoErrors([{ path: `/${field === 'proposal' ? 'text' : field}`, message: 'must not be blank' }]);
  return cleaned ?? '';
}

/** What a program has accepted or signed. */
interface OwnAcceptance {
  name: string | null;
  via: DecisionRecord['via'];
  /** The offers that it may have named. */
  offers: readonly (string | null)[];
  selection: readonly ChosenLine[] | null;
  answers: Answers;
}

/** Whether this very acceptance was recorded before: a program that got no response asks again. */
async function isRepeatedAcceptance(deps: Deps, opened: OpenedQuote, body: ProgramBody): Promise<boolean> {
  const own = await findOwnAcceptance(deps, opened);
  if (own?.via !== 'program') return false;
  // Who signs after the first may leave out the answers, which are fixed.
  const answers = body.answers ?? (opened.quote.signers ? own.answers : {});
  return isSameAcceptance(own, { ...body, answers });
}

/** One of several signers has signed for themselves, whether or not the others have. */
async function findOwnAcceptance(deps: Deps, opened: OpenedQuote): Promise<OwnAcceptance | undefined> {
  const { quote, link } = opened;
  const decision = await findDecision(deps, opened);
  if (decision && decision.decision !== 'ACCEPTED') return undefined;
  if (!quote.signers) return decision ? { ...decision, offers: [decision.offerSha256] } : undefined;
  const signatures = await readSignatures(deps, link.account_id, quote.id);
  const signed = signatures.find(({ email }) => isSameAddress(email, link.recipient));
  const { answers = {}, items } = quote;
  return (
    signed && {
      ...{ name: signed.name, via: signed.via, offers: [signed.documentSha256, signed.offerSha256] },
      ...{ selection: listSelection(items), answers },
    }
  );
}

function isSameAcceptance(own: OwnAcceptance, body: ProgramBody): boolean {
  const chosen = new Map(own.selection?.map((line) => [line.id, line]));
  const isSame = ({ id, selected, quantity }: LineChoice) => {
    const line = chosen.get(id);
    return (
      line && (selected ?? line.selected) === line.selected && (quantity ?? line.quantity) === line.quantity
    );
  };
  const answers = Object.entries(body.answers ?? {}).filter(([, answer]) => answer.trim() !== '');
  const isSameOffer =
    own.name === body.name &&
    own.offers.includes(body.offerSha256 ?? null) &&
    answers.length === Object.keys(own.answers).length &&
    answers.every(([key, answer]) => own.answers[key] === answer.trim());
  return isSameOffer && (body.selection ?? []).every(isSame);
}

function describeObstacle(result: Exclude<Outcome['result'], 'done' | 'signed' | 'gone'>): Problem {
  if (result === 'changed' || result === 'offer_changed')
    return new Problem('offer_changed', 'The offer is not the one in offerSha256 any more. Read it again.');
  return new Problem('quote_not_open', 'This is not possible for the offer as it is now. Read it again.');
}
