import type { Deps } from '../../app/deps.ts';
import { suggestDefaults } from '../../domain/account/country-defaults.ts';
import { Problem } from '../../domain/errors.ts';
import { findUserByEmail } from '../../store/tables/person/users.ts';
import { changeAccount } from '../account/change-account.ts';
import { createCatalogueItem } from '../catalogue/catalogue-items.ts';
import { createTemplate } from '../catalogue/templates.ts';
import { runOnce } from '../once.ts';
import { acceptAsNew, invite } from '../people/invitations.ts';
import { changeMember } from '../people/members.ts';
import { findSetupAccount, newSetupCode, setUpConsole } from '../people/setup.ts';
import { type Demo, loadProgress, storeProgress } from './demo.ts';
import { readDemoLogo, readWorkshop } from './demo-texts.ts';
import { composeDemoQuote, computeCost, computePrice } from './plan/compose-demo-quote.ts';
import { createRandom } from './plan/random.ts';

/** Quotes above this many euros need approval. */
const APPROVAL_FROM_CENTS = 1_500_000;
const REMINDER_DAYS = 4;
/** Projects that the business offers often. */
const TEMPLATES = ['doors', 'kitchen', 'wardrobe', 'maintenance'];

/**
 * Creates what the first page needs: the business, its owner, who needs no password, a colleague, the catalogue and
 * templates. Each part is done once, so that an interrupted start can be repeated.
 */
export async function prepareDemo(deps: Deps, demo: Demo): Promise<void> {
  const { db } = deps;
  const progress = await db.write(loadProgress);
  if (!progress || progress.people) return;
  const now = demo.clock();
  const { owner, colleague } = demo.texts.people;
  const accountId = await setUpBusiness(deps, demo, now);
  if (!(await findUserByEmail(db.read, colleague.email))) await addColleague(deps, demo, accountId, now);
  await addCatalogue(deps, demo, accountId, now);
  await addTemplates(deps, demo, accountId, now);
  const [first, second] = [
    await findUserByEmail(db.read, owner.email),
    await findUserByEmail(db.read, colleague.email),
  ];
  if (!first || !second) throw new Error('the people of the demo do not exist');
  await db.write((tx) =>
    storeProgress(tx, { ...progress, people: { ownerId: first.id, colleagueId: second.id } }),
  );
}

async function setUpBusiness(deps: Deps, { texts }: Demo, now: number): Promise<string> {
  const { owner } = texts.people;
  const { name, country, ...business } = texts.business;
  const code = await deps.db.write((tx) => newSetupCode(tx));
  if (code !== null) {
    const person = { ...owner, password: null };
    await setUpConsole(deps, code, person, { agent: undefined, business: { name, country } }, now);
  }
  const account = await findSetupAccount(deps);
  if (!account) throw new Error('the demo has no account');
  const approval = { totalFrom: computePrice(texts, APPROVAL_FROM_CENTS) };
  const fixed = { logo: readDemoLogo(), reminderDays: REMINDER_DAYS, approval };
  const patch = { ...suggestDefaults(country), ...business, ...fixed };
  await changeAccount(deps, account.id, { patch }, now);
  return account.id;
}

async function addColleague(deps: Deps, { texts }: Demo, accountId: string, now: number): Promise<void> {
  const { colleague } = texts.people;
  const service = { ...deps, baseUrl: deps.publicUrl(), hasMailServer: false };
  const wanted = { email: colleague.email, role: 'member', by: null } as const;
  const { url } = await invite(service, accountId, wanted, now);
  const code = new URL(url).searchParams.get('code') ?? '';
  const session = await acceptAsNew(deps, code, { name: colleague.name, password: null }, undefined, now);
  if (!session) throw new Error('the colleague of the demo could not be added');
  await changeMember(deps, accountId, session.userId, { seesCosts: true }, now);
}

async function addCatalogue(deps: Deps, { texts }: Demo, accountId: string, now: number): Promise<void> {
  for (const [index, [key, { price, unit }]] of Object.entries(readWorkshop().items).entries()) {
    const unitPrice = computePrice(texts, price);
    const input = {
      description: texts.items[key] ?? key,
      unit: texts.units[unit] ?? null,
      unitPrice,
      cost: computeCost(unitPrice),
      sku: `J-${101 + index}`,
    };
    await createCatalogueItem(deps, accountId, input, now).catch(ignoreTakenSku);
  }
}

async function addTemplates(deps: Deps, { texts }: Demo, accountId: string, now: number): Promise<void> {
  const workshop = readWorkshop();
  const random = createRandom(1);
  for (const [index, title] of TEMPLATES.entries()) {
    const project = workshop.projects.find((known) => known.title === title);
    if (!project) throw new Error(`no project ${title}`);
    const {
      items,
      description = null,
      paymentSchedule = null,
    } = composeDemoQuote(random, { texts, workshop }, project, 0);
    const [name = ''] = texts.projects[title] ?? [];
    const key = `demo template ${index}`;
    const input = { name, title: name, description, items, paymentSchedule };
    await runOnce(
      deps,
      { accountId, key, fingerprint: key, now },
      () => ({ status: 201 }),
      ({ keep }) => createTemplate(deps, accountId, input, now, keep),
    );
  }
}

/** The item exists since an earlier start, which was interrupted. */
function ignoreTakenSku(error: unknown): void {
  if (!(error instanceof Problem && error.code === 'sku_taken')) throw error;
}
