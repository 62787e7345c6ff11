import type { Project } from '../demo-texts.ts';
import type { DemoStep } from './demo-step.ts';
import { planInvoices } from './plan-invoices.ts';
import { beginQuote, type DemoContent, type QuotePlan } from './quote-plan.ts';
import type { Random } from './random.ts';

/** Shares of the quotes that customers decline, and that they never answer; they accept the others. */
const DECLINED = 0.15;
const IGNORED = 0.14;

/** Plans a quote from its creation to its last payment. */
export function planQuote(
  random: Random,
  content: DemoContent,
  { quote, createdAt }: { quote: number; createdAt: number },
): DemoStep[] {
  const project = random.pick(content.workshop.projects);
  const plan = beginQuote(random, content, project, { quote, createdAt });
  planSend(random, content, plan);
  if (random.chance(0.25)) planQuestion(random, content, plan);
  const fate = random.next();
  if (fate < DECLINED) {
    plan.wait(random.whole(2, 14), { kind: 'decline', reason: random.pick(content.texts.declines) });
  } else if (fate >= DECLINED + IGNORED) {
    if (random.chance(0.08)) planRevision(random, content, project, plan);
    planAcceptance(random, content, plan);
    planInvoices(random, plan, project.inStages === true);
  }
  return [...plan.steps];
}

/** Plans the send. What needs no approval is sent without one. */
export function planSend(random: Random, { texts }: DemoContent, plan: QuotePlan): void {
  const author = plan.steps[0]?.by;
  if (author === 'colleague') plan.work(0, { kind: 'requestApproval', note: texts.approval.request });
  const note = author === 'colleague' ? texts.approval.approved : null;
  plan.work(random.whole(0, 1), { kind: 'approve', note }, 'owner');
  plan.work(random.whole(0, 2), { kind: 'send' });
  if (random.chance(0.92)) plan.wait(random.whole(0, 3), { kind: 'view' });
}

export function planQuestion(random: Random, { texts }: DemoContent, plan: QuotePlan): void {
  const which = random.whole(0, texts.questions.length - 1);
  plan.wait(random.whole(0, 2), { kind: 'ask', text: texts.questions[which] ?? '' });
  plan.work(random.whole(0, 1), { kind: 'reply', text: texts.answers[which] ?? '' });
  plan.wait(1, { kind: 'view' });
}

function planRevision(random: Random, { texts }: DemoContent, project: Project, plan: QuotePlan): void {
  const [title = ''] = texts.projects[project.title] ?? [];
  plan.work(random.whole(1, 4), { kind: 'revise', title: `${title}, ${random.pick(texts.places)}` });
  plan.work(0, { kind: 'approve', note: null }, 'owner');
  plan.work(0, { kind: 'send' });
  plan.wait(random.whole(0, 2), { kind: 'view' });
}

export function planAcceptance(random: Random, content: DemoContent, plan: QuotePlan): void {
  const [create] = plan.steps;
  const deed = create?.deed;
  if (deed?.kind !== 'create') throw new Error('a quote begins with its creation');
  const options = deed.input.items.map(() => random.chance(0.5));
  const name = findSigner(content, deed.customer);
  plan.wait(random.whole(1, 16), { kind: 'accept', name, options });
}

/** A company accepts by a person, for whom the name of another customer stands in. */
function findSigner({ texts: { customers } }: DemoContent, customer: number): string {
  const [name = '', kind] = customers[customer] ?? [];
  const people = customers.filter(([, other]) => other === 'p');
  return kind === 'p' ? name : (people[(customer * 3) % people.length]?.[0] ?? name);
}
