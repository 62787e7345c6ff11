import type {
  DocumentRenderer,
  DocumentSource,
  RenderedDocument,
  RenderOptions,
} from '../../../domain/document.ts';
import { RenderError } from '../../../domain/render-error.ts';
import { createLogoCache, type LogoVerdict } from '../logo/logo-cache.ts';
import { type DocumentSize, LOGO_SIZE, measureDocument } from './document-length.ts';
import type { Pool } from './pool.ts';
import type { Task } from './serve-documents.ts';
import { TEMPLATE_VERSION } from './template-version.ts';

export interface TypesetterOptions {
  /** Limit of CPU time for one document. Default 30 s. */
  timeoutMs?: number;
  /** Limit of CPU time for all that is done with a logo. Default 2 s. */
  logoMs?: number;
  /** Version of the look of documents. PDFs that have not been shown yet are rendered again for a new version. */
  version?: string;
}

const TOO_SLOW = 'must be a simpler picture: drawing it takes too long';
const UNDRAWABLE = 'must be a picture that can be drawn: this one cannot';

/** Dependencies of the functions below. */
interface TypesetterDeps {
  pool: Pool;
  timeoutMs: number;
  logoMs: number;
  maxBytes: number;
  logoCache: ReturnType<typeof createLogoCache>;
}

/** Renders documents and logos with the threads of a pool. */
export function createTypesetter(
  pool: Pool,
  options: TypesetterOptions = {},
): Omit<DocumentRenderer, 'close'> {
  const { timeoutMs = 30_000, logoMs = 2_000, version = TEMPLATE_VERSION } = options;
  const deps: TypesetterDeps = {
    pool,
    timeoutMs,
    logoMs,
    maxBytes: pool.maxBytes,
    logoCache: createLogoCache(),
  };
  return {
    version,
    render: (source, options) => render(deps, source, options),
    checkLogo: (account, dataUrl) => checkLogo(deps, account, dataUrl),
    drawLogo: (account, dataUrl) => draw(deps, account, { kind: 'bitmap', dataUrl }),
    drawOnPlate: (account, dataUrl, color) => draw(deps, account, { kind: 'plate', dataUrl, color }),
  };
}

/** A bad logo never fails the document: it is rendered without the logo, and nothing else is left out. */
async function render(
  deps: TypesetterDeps,
  source: DocumentSource,
  options: RenderOptions = {},
): Promise<RenderedDocument> {
  const { id, logo } = source.account;
  const since = performance.now();
  const size = measureDocument(source, deps.maxBytes);
  if (logo === null) return typeset(deps, source, { ...options, since, size });
  const { problem, isWhite } = await deps.logoCache.getOrCheck(logo, () => tryLogo(deps, id, logo, false));
  if (problem) return typesetWithoutLogo(deps, source, problem, { ...options, since, size });
  try {
    return await typeset(deps, source, { ...options, since, size, needsPlate: isWhite });
  } catch (error) {
    return typesetWithoutLogo(deps, source, describeLogoFailure(error), { ...options, again: true, size });
  }
}

interface DocumentOrder extends RenderOptions {
  size: DocumentSize;
  needsPlate?: boolean;
  since?: number;
  again?: boolean;
}

async function typeset(
  { pool, timeoutMs }: TypesetterDeps,
  source: DocumentSource,
  { needsPlate = false, signatureBytes, ...order }: DocumentOrder,
): Promise<RenderedDocument> {
  const task = { kind: 'document', source, needsPlate, signatureBytes } as const;
  const result = await pool.run({ task, account: source.account.id, limitMs: timeoutMs, ...order });
  if (result.kind !== 'document') throw new Error('a thread has sent something else');
  return { ...result.document, logoError: null };
}

async function typesetWithoutLogo(
  deps: TypesetterDeps,
  source: DocumentSource,
  reason: string,
  order: DocumentOrder,
): Promise<RenderedDocument> {
  const plain = { ...source, account: { ...source.account, logo: null } };
  const document = await typeset(deps, plain, order);
  const warnings = [...document.warnings, `the logo was left out: it ${reason}`];
  return { ...document, warnings, logoError: reason };
}

/** Caches a valid result, so that the first document with the logo need not check it again. */
async function checkLogo(
  deps: TypesetterDeps,
  account: string,
  dataUrl: string,
): Promise<string | undefined> {
  const verdict = await tryLogo(deps, account, dataUrl, true);
  if (!verdict.problem) deps.logoCache.remember(dataUrl, verdict);
  return verdict.problem;
}

async function tryLogo(
  { pool, logoMs }: TypesetterDeps,
  account: string,
  dataUrl: string,
  isNew: boolean,
): Promise<LogoVerdict> {
  const task = { kind: 'logo', dataUrl, isNew } as const;
  try {
    const result = await pool.run({ task, account, size: LOGO_SIZE, limitMs: logoMs });
    if (result.kind !== 'logo') throw new Error('a thread has sent something else');
    return result;
  } catch (error) {
    return { problem: describeLogoFailure(error), isWhite: false };
  }
}

/** Returns `undefined` for a logo that cannot be drawn, or takes too long. */
async function draw(
  { pool, logoMs }: TypesetterDeps,
  account: string,
  task: Extract<Task, { kind: 'bitmap' | 'plate' }>,
): Promise<Uint8Array | undefined> {
  try {
    const result = await pool.run({ task, account, size: LOGO_SIZE, limitMs: logoMs });
    return result.kind === 'bitmap' ? result.png : undefined;
  } catch (error) {
    describeLogoFailure(error);
    return undefined;
  }
}

/** Describes why the typesetter gave up on a logo. Errors that the logo did not cause are thrown. */
function describeLogoFailure(error: unknown): string {
  const reason = error instanceof RenderError && error.reason;
  if (reason === 'timeout') return TOO_SLOW;
  if (reason === 'failed') return UNDRAWABLE;
  throw error;
}
