import assert from 'node:assert/strict';
import { it } from 'node:test';
import { checkAccount } from '../../api/schemas/account/account.ts';
import { COUNTRY_CODES } from './country-codes.ts';
import { suggestDefaults } from './country-defaults.ts';

it('every suggestion is a valid setting of an account', () => {
  const known = COUNTRY_CODES.filter((code) => suggestDefaults(code));
  assert.ok(known.length >= 60);
  for (const code of known) assert.deepEqual(checkAccount({ ...suggestDefaults(code) }), [], code);
  assert.equal(suggestDefaults('XX'), undefined);
  assert.deepEqual(suggestDefaults('GB'), {
    ...{ currency: 'GBP', timeZone: 'Europe/London', locale: 'en-GB', defaultTaxRate: 20 },
  });
});
