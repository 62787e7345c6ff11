import { isCurrency } from '../../money/currency.ts';

/** Signs of currencies next to amounts, in capitals and without a point at the end. Several codes: the sign alone is not enough. */
export const SIGNS = `$ USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP UYU DOP CUP BBD BSD BZD BMD BND FJD GYD JMD KYD LRD NAD SBD SRD TTD XCD
US$ USD|U$S USD|USD$ USD|CA$ CAD|C$ CAD NIO|CDN$ CAD|A$ AUD|AU$ AUD|NZ$ NZD|S$ SGD|SG$ SGD|HK$ HKD|NT$ TWD|TW$ TWD|NTD TWD|R$ BRL|MX$ MXN
MEX$ MXN|AR$ ARS|CL$ CLP|CO$ COP|COL$ COP|$U UYU|UY$ UYU|RD$ DOP|J$ JMD|TT$ TTD|N$ NAD|B$ BND BSD|FJ$ FJD|€ EUR|£ GBP|E£ EGP|ج.م EGP|LE EGP
¥ JPY CNY|CN¥ CNY|JP¥ JPY|RMB CNY|人民币 CNY|元 CNY TWD HKD|円 JPY|₩ KRW|원 KRW|₹ INR|RS INR PKR LKR NPR MUR SCR|₪ ILS|₺ TRY|TL TRY|₴ UAH|ГРН UAH
₽ RUB|РУБ RUB BYN|Р RUB|BR BYN ETB|฿ THB|บาท THB|₫ VND|Đ VND|VNĐ VND|₱ PHP|₦ NGN|₵ GHS|GH₵ GHS|₸ KZT|ТГ KZT|₾ GEL|₼ AZN|₭ LAK|៛ KHR|৳ BDT
₮ MNT|₲ PYG|₡ CRC|KR SEK NOK DKK ISK|ZŁ PLN|ZL PLN|KČ CZK|KC CZK|FT HUF|LEI RON MDL|ЛВ BGN|DIN RSD|ДИН RSD|ДЕН MKD|KM BAM|FR CHF|SFR CHF
R ZAR|RP IDR|RM MYR|S/ PEN|Q GTQ|BS BOB VES|B/ PAB|KSH KES|TSH TZS|USH UGX|KD KWD|د.ك KWD|BD BHD|د.ب BHD|JD JOD|د.أ JOD|RO OMR|ر.ع OMR
QR QAR|ر.ق QAR|SR SAR|ر.س SAR|DH AED MAD|DHS AED MAD|د.إ AED|د.م MAD|DT TND|د.ت TND|DA DZD|د.ج DZD`;

const bySign = new Map(
  SIGNS.split(/[|\n]/).map((entry): [string, string[]] => {
    const [sign = '', ...codes] = entry.split(' ');
    return [sign, codes];
  }),
);

/** Lists the currencies that a word next to an amount may mean; none if it is no currency. */
export function listCurrencies(word: string): readonly string[] {
  const plain = word.trim().replace(/\.$/, '').toUpperCase();
  return isCurrency(plain) ? [plain] : (bySign.get(plain) ?? []);
}

/** What decides which of several currencies a sign means. */
export interface CurrencyContext {
  currency: string;
  country: string | null;
}

/** Picks that of the country or the account: the codes begin with the country. Both at once leave it open. */
export function pickCurrency(
  candidates: readonly string[],
  { currency, country }: CurrencyContext,
): string | undefined {
  if (candidates.length === 1) return candidates[0];
  const [picked, ...others] = candidates.filter((code) => code === currency || code.slice(0, 2) === country);
  return others.length === 0 ? picked : undefined;
}
