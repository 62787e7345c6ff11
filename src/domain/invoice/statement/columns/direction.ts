import { normalizeHeading } from '../../../account/import/guess-columns.ts';

export type Side = 'credit' | 'debit';

/** Cells that say on which side an amount is, as a whole. */
const WORDS: Readonly<Record<Side, string>> = {
  credit: `c, cr, crd, crdt, cred, credit, h, haben, k, kt, ma, e, in, bij, by, inn, ind, kredit, kredyt, crédit, crédito, credito,
    credits, uznanie, wpływ, przychód, przychodzący, haber, abono, ingreso, entrada, avere, accredito, entrata, alacak, giriş, gelen,
    jóváírás, bevétel, j, încasare, incasare, πίστωση, π, кредит, кт, приход, доход, дохід, зарахування, надходження, зачисление, поступление, uplata,
    potražuje, dobro, priliv, příjem, príjem, příchozí, pano, hyvitys, kreedit, kreditas, kredīts, 收, 收入, 贷, 贷方, 貸方, 贷记, 存, 存入, 转入, 入金, 入, 預入, 預け,
    입금, 입, 예금, ฝาก, เงินเข้า, เข้า, รับ, รับโอน, זכות, دائن, ايداع, إيداع, وارد, masuk, kredit masuk, có, ghi có, thu, income, revenue, receipt, deposit,
    recebido, recebida, recette, reçu, reçue, encaissement, entrée, received, recebimento, ontvangst, 収入, funds in, recibido, ricevuto, ontvangen, mottatt, modtaget, indbetaling, innbetaling, insättning, gutschrift, gutschriften, einzahlung, zugang, eingang`,
  debit: `d, dr, db, dbt, dbit, deb, debet, debit, debits, s, soll, dt, wn, out, af, ut, ud, débit, débito, debito, debe, cargo, egreso, salida,
    saída, retiro, dare, addebito, uscita, borç, çıkış, giden, terhelés, kiadás, t, plată, plata, χρέωση, χ, дебет, дебит, дт, расход, списание, списання, витрата,
    видаток, isplata, duguje, breme, odliv, výdaj, výdej, odchozí, odchádzajúce, obciążenie, wydatek, rozchód, wychodzący, otto, veloitus, deebet, debetas, debets,
    支, 支出, 借, 借方, 借记, 取, 取出, 转出, 出金, 出, 引出, 引落, 출금, 출, 지급, ถอน, เงินออก, ออก, จ่าย, โอนออก, חובה, مدين, سحب, صادر, keluar, nợ, ghi nợ, chi, expense,
    withdrawal, payment out, enviado, enviada, envoyé, sent, émis, payé, sortie, décaissement, gasto, funds out, inviato, verzonden, sendt, skickat, udbetaling, utbetaling, uttag, lastschrift, belastung, belastungen,
    abbuchung, auszahlung, abgang, ausgang, dépense`,
};

/** Parts of longer cells, such as `Zahlungseingang` and `ACH_CREDIT`, in normalized form. */
const PARTS: Readonly<Record<Side, RegExp>> = {
  credit:
    /credit|eingang|gutschr|incoming|inbound|inflow|received|deposit|paidin|moneyin|transferin$|einzahl|zufluss|entrante|recibid|ricevut|recebid|inkomend|bijschrijving|indgaende|inngaende|inkommande|bejovo|jovairas|przychodz|uznani|prichoz|prichadz|^gelen|recue?$|входящ|поступлен|зачислен|надходжен|зарахуван/,
  debit:
    /debit|ausgang|lastschr|belastung|abbuch|outgoing|outbound|outflow|withdraw|paidout|moneyout|transferout$|auszahl|abfluss|saliente|enviad|inviat|uitgaand|afschrijving|udgaende|utgaende|kimeno|terheles|wychodz|obciazen|odchoz|odchadz|^giden|emise?$|исходящ|списан/,
};
/** Credit cards are used for payments, and credit transfers go both ways. */
const NEITHER = /card|karte|transfer$|transfers$|note$/;
const MAX_WORD_LENGTH = 40;

const sides = new Map<string, Side>();
for (const side of ['credit', 'debit'] as const)
  for (const word of WORDS[side].split(',')) sides.set(normalizeHeading(word), side);

/** Reads a cell that says on which side an amount without a sign is. */
export function findSide(cell: string): Side | undefined {
  const text = cell.trim();
  if (text === '+' || text === '-') return text === '+' ? 'credit' : 'debit';
  if (text.length > MAX_WORD_LENGTH) return undefined;
  const word = normalizeHeading(text);
  const whole = sides.get(word);
  if (whole) return whole;
  const [isCredit, isDebit] = [PARTS.credit.test(word), PARTS.debit.test(word)];
  if (isCredit === isDebit || (NEITHER.test(word) && !/in(coming|bound)|out(going|bound)/.test(word)))
    return undefined;
  return isCredit ? 'credit' : 'debit';
}

/** What a caller says about words of a file: which mean money in, and which money out. */
export interface SideWords {
  moneyIn: readonly string[];
  moneyOut: readonly string[];
}

/** Reads cells with the words of the caller first. */
export function createSideReader({ moneyIn, moneyOut }: SideWords): (cell: string) => Side | undefined {
  const own = new Map<string, Side>();
  for (const word of moneyIn) own.set(word.trim().toLowerCase(), 'credit');
  for (const word of moneyOut) own.set(word.trim().toLowerCase(), 'debit');
  return (cell) => own.get(cell.trim().toLowerCase()) ?? findSide(cell);
}

/** More words than this are texts. */
const MAX_WORDS = 8;

/** Some banks write codes instead of words. */
const MAX_CODE_LENGTH = 5;

/** Lists the words of a column; `undefined` if it holds texts or numbers. */
export function listWords(cells: Iterable<string>): string[] | undefined {
  const words = new Map<string, string>();
  for (const cell of cells) {
    const text = cell.trim();
    if (text === '') continue;
    if (text.length > (/\d/.test(text) ? MAX_CODE_LENGTH : MAX_WORD_LENGTH)) return undefined;
    const key = text.toLowerCase();
    if (words.has(key)) continue;
    if (words.size === MAX_WORDS) return undefined;
    words.set(key, text);
  }
  return [...words.values()];
}
