import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { type AccountPatch, patchAccount } from '../../domain/account/patch-account.ts';
import { findAccountingErrors } from '../../domain/books/accounting.ts';
import { startOfDay } from '../../domain/calendar.ts';
import type { FieldError } from '../../domain/errors.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import { findAcceptanceFieldErrors } from '../../domain/quote/acceptance/acceptance-fields.ts';
import { isChangeForPeople } from '../../domain/quote/approval/approval.ts';
import { createValidity } from '../../domain/quote/line/validity.ts';
import { describeWrongPlace } from '../../domain/tax/category-places.ts';
import {
  findAccount,
  findAccountAtVersion,
  loadAccount,
  replaceAccount,
  type StoredAccount,
} from '../../store/tables/account/accounts.ts';
import { type LogoBitmap, replaceLogoBitmaps } from '../../store/tables/account/logo-bitmaps.ts';
import { rescheduleSeries } from '../../store/tables/invoice/recurring-series.ts';
import { giveDebtorNumbers } from '../customers/debtor-numbers.ts';
import type { ExpectVersion } from '../expect-version.ts';
import { drawLogoForMail } from './mail-logo.ts';
import { expectAccount } from './require-account.ts';

export async function readAccount({ db }: Pick<Deps, 'db'>, accountId: string): Promise<StoredAccount> {
  return expectAccount(await findAccount(db.read, accountId));
}

/** Reads the account at a known committed version, from the cache if it is there. */
export async function readAccountAt(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  version: number,
): Promise<Pick<StoredAccount, 'account' | 'version'>> {
  return expectAccount(await findAccountAtVersion(db.read, accountId, version));
}

export interface AccountChange {
  patch: AccountPatch;
  /** Bitmap of the new logo for emails. */
  bitmap?: LogoBitmap | undefined;
  expectVersion?: ExpectVersion;
  /** Throws if the caller may not change the sign-in requirements. */
  expectSecurityPower?: () => void;
  /** Throws if the caller is not a person, who alone may change the rules about what keys make. */
  expectPerson?: () => void;
}

/** Changes the account. A patch without an effect leaves the version unchanged. */
export async function changeAccount(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  { patch, bitmap, expectVersion, expectSecurityPower, expectPerson }: AccountChange,
  now: number,
): Promise<StoredAccount> {
  const changed = await db.write(
    async (tx) => {
      const stored = expectAccount(await loadAccount(tx, accountId));
      expectVersion?.(stored.version);
      const account = patchAccount(stored.account, patch, now);
      if (account === stored.account) return stored;
      if (patch.accounting) assertNoErrors(findAccountingErrors(account.accounting));
      assertNoErrors([
        ...findZeroCategoryErrors(account, stored.account),
        ...findAcceptanceFieldErrors(patch.acceptanceFields, createValidity([])),
      ]);
      if (account.requireTwoStep !== stored.account.requireTwoStep) expectSecurityPower?.();
      if (isChangeForPeople(stored.account.approval, account.approval)) expectPerson?.();
      await replaceAccount(tx, account);
      const { timeZone } = account;
      // The days of later invoices begin at other times there.
      if (timeZone !== stored.account.timeZone)
        await rescheduleSeries(tx, accountId, (date) => startOfDay(date, timeZone));
      if (bitmap) await replaceLogoBitmaps(tx, accountId, bitmap);
      return { ...stored, account, version: stored.version + 1 };
    },
    { account: accountId },
  );
  // Customers with invoices get theirs at once, in transactions of their own.
  if (patch.accounting?.firstDebtorNumber) await giveDebtorNumbers({ db }, accountId, now);
  return changed;
}

/** A default that an earlier version accepted stays valid until it, or what it depends on, is changed. */
function findZeroCategoryErrors(account: Account, before: Account): FieldError[] {
  const { zeroTaxCategory, country, taxId } = account;
  if (zeroTaxCategory === null) return [];
  const isSame =
    zeroTaxCategory === before.zeroTaxCategory && country === before.country && taxId === before.taxId;
  const message = isSame ? null : describeWrongPlace(zeroTaxCategory, account);
  return message === null ? [] : [{ path: '/zeroTaxCategory', message }];
}

/**
 * Checks a new logo and draws it for emails, in a worker thread. The stored logo is not checked again: a client may always
 * send back what the service returned.
 */
export async function checkNewLogo(
  { db, renderer }: Pick<Deps, 'db' | 'renderer'>,
  accountId: string,
  logo: unknown,
  errors: readonly FieldError[],
): Promise<{ problem?: FieldError; bitmap?: LogoBitmap | undefined }> {
  const path = '/logo';
  if (typeof logo !== 'string' || errors.some((error) => error.path === path)) return {};
  const { account } = await readAccount({ db }, accountId);
  if (account.logo === logo) return {};
  const message = await renderer.checkLogo(accountId, logo);
  if (message) return { problem: { path, message } };
  return errors.length > 0 ? {} : { bitmap: await drawLogoForMail(renderer, accountId, logo) };
}
