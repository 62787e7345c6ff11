import { isCurrency } from '../../../money/currency.ts';
import { isObject, listObjects, type NinjaObject, readText } from './backup.ts';

/** The settings of a client that the import uses. */
export interface ClientSettings {
  /** `undefined` if it is not known here. */
  currency: string | undefined;
  /** `null` uses the locale of the account. */
  locale: string | null;
}

/** Returns the settings of a client: its own come first, then those of its group, then those of the company. */
export function createSettingsReader(
  backup: NinjaObject,
  accountCurrency: string,
): (client: NinjaObject | undefined) => ClientSettings {
  const company = isObject(backup.company) ? backup.company.settings : undefined;
  const groups = new Map(
    listObjects(backup.group_settings).map(({ hashed_id: id, settings }) => [id, settings]),
  );
  return (client) => {
    const own = [client?.settings, groups.get(client?.group_settings_id)];
    const currency = findSetting([...own, company], 'currency_id');
    const language = findSetting(own, 'language_id');
    return {
      currency: currency === null ? accountCurrency : findCurrency(currency),
      locale: LOCALES[Number(language) - 1] ?? null,
    };
  };
}

/** Returns the first value. An empty text means that the next settings decide. */
function findSetting(levels: readonly unknown[], name: string): string | null {
  const values = levels.map((settings) => (isObject(settings) ? readText(settings[name]) : null));
  return values.find((value) => value !== null) ?? null;
}

function findCurrency(id: string): string | undefined {
  const code = CURRENCIES[Number(id) - 1];
  return code !== undefined && isCurrency(code) ? code : undefined;
}

/** Currencies by their number in Invoice Ninja, beginning with 1. */
const CURRENCIES =
  `USD GBP EUR ZAR DKK ILS SEK KES CAD PHP INR AUD SGD NOK NZD VND CHF GTQ MYR BRL THB NGN ARS BDT AED
  HKD IDR MXN EGP COP XOF CNY RWF TZS ANG TTD XCD GHS BGN AWG TRY RON HRK SAR JPY MVR CRC PKR PLN LKR CZK UYU NAD TND RUB
  MZN OMR UAH MOP TWD DOP CLP ISK PGK JOD MMK PEN BWP HUF UGX BBD BND GEL QAR HNL SRD BHD VES KRW MAD JMD AOA HTG ZMW NPR
  XPF MUR CVE KWD DZD MKD FJD BOB ALL RSD LBP AMD AZN BAM BYN GIP MDL KZT ETB GMD PYG MWK ZWL KHR VUV CUP KYD SZL BZD LYD
  XAG XAU NIO MGA TOP LAK BTN MRU`.split(/\s+/);

/** Languages by their number in Invoice Ninja, beginning with 1. */
const LOCALES =
  `en-US it de fr pt-BR nl es nb-NO da ja sv es-ES fr-CA lt pl cs hr sq el en-GB pt-PT sl fi ro tr-TR th mk-MK zh-TW
  ru-RU ar fa lv-LV sr sk et bg he km-KH hu fr-CH lo-LA`.split(/\s+/);
