/** What a column of a statement holds. */
export const STATEMENT_FIELDS = [
  ...(['date', 'amount', 'credit', 'debit', 'direction', 'currency', 'reference', 'text', 'payer'] as const),
  ...(['bankReference', 'balance', 'account'] as const),
] as const;
export type StatementField = (typeof STATEMENT_FIELDS)[number];

/** A field that a heading names, and how well: the lower the rank, the better. */
export interface HeadingGuess<Field extends string> {
  field: Field;
  rank: number;
}

type Stems<Field extends string> = readonly (readonly [Field, string])[];

/**
 * Parts of headings by field, for each kind of cells, the preferred one of a field first: what the cells of a column are is judged
 * before. `_` is the edge of a word, and `=` begins a whole heading. The first field that fits counts.
 */
const DATES: Stems<'date'> = [
  [
    'date',
    `book, post, buch, comptab, ecriture, contab, registraz, boek, bogfor, bokfor, ksiegow, zauct, zaúčt, könyvel, kirjaus, konter, knjiz, 记账, 記帳, 入账,
    completed, settle, entry, transact, tran date, txn, operac, operat, operaz, operation, işlem, transak, tranzac, транзак, операц, проведен, 交易, 取引, 거래, created, datum,
    date, dato, data, fecha, tarih, dat, дата, วันที่, 日期, 日付, 年月日, 날짜, 일자, 일시, päiv, pvm, kuup, ngày, tanggal, ημερ, תאריך, تاريخ, kelt, day, dia, giorno, jour, tag,
    valut, valu, wert, efekt, effective, arvo, rente, валют, 起息, started`,
  ],
];
const AMOUNTS: Stems<'other' | 'balance' | 'credit' | 'debit' | 'amount'> = [
  ['amount', 'amount after fee, total collected, gross, brutto, 入出金, 입출금'],
  [
    'other',
    `_fee, gebühr, gebuehr, commission, komisyon, provision, comision, _rate, kurs, exchange, vat amount, tax amount, original, orig, ursprung, foreign, cheque, check,
    chq, _time, uhrzeit, _saat, heure, _hora, godz, cashback, _net_, _netto_, excl, local, lokal, charge, spese, frais, _rohstoff, number, nummer, numero`,
  ],
  [
    'balance',
    `balance, saldo, solde, kontostand, bakiye, остат, залиш, zůstat, zostat, egyenleg, _sold_, _stan_, po operacji, คงเหลือ, 余额, 餘額, 结余, 残高, 잔액, יתרה, رصيد, số dư, so du,
    υπόλοιπο, atlik, likutis, jääk, stanje, салдо, saldi`,
  ],
  ['amount', 'credit debit, debit credit, cr dr, dr cr, soll haben, af bij, bij af'],
  [
    'credit',
    `credit, paid in, money in, deposit, gutschr, _haben_, einzahl, eingang, _crédit, crédito, abono, ingreso, haber, accredit, entrat, avere, bij_, ontvang, kredit, kredyt,
    uznan, wpływ, wplyw, příjem, prijem, priliv, uplat, potraz, jóváír, bevét, încas, incas, alacak, yatan, giren, πίστωσ, кредит, приход, поступ, зачисл, надход, зарах,
    inn_, ind_, =in, insätt, indbet, innbet, pano_, talletus, เงินเข้า, ฝาก, เครดิต, 收入, 存入, 贷方, 貸方, 转入, 入金, 預入, 預り, 預か, 입금, 맡기, זכות, دائن, ايداع, وارد, masuk, _cr_, _có_, ghi có,
    entrada, recette, receipt, received, lodgement, inflow`,
  ],
  [
    'debit',
    `debit, paid out, money out, withdraw, lastschr, belast, _soll_, auszahl, ausgang, débit, débito, debito, cargo, retiro, egreso, _debe_, addebit, uscit, _dare_, af_, uitgav,
    obciąż, obciaz, wydat, výdaj, vydaj, odliv, isplat, duguj, terhel, kiad, plăt, plati, borç, çekilen, çıkan, χρέωσ, дебет, дебит, расход, списан, витрат, видат, ut_, ud_, =out, uttag,
    udbet, utbet, otto_, เงินออก, ถอน, เดบิต, 支出, 取出, 借方, 转出, 出金, 引出, 引落, 支払, 출금, 찾으, חובה, مدين, سحب, صادر, keluar, _db_, _dr_, _nợ_, ghi nợ, saída, saida, dépense,
    outflow`,
  ],
  [
    'amount',
    `amount, betrag, umsatz, montant, importe, importo, bedrag, kwota, belopp, beløb, beløp, beloeb, valor, _sum, total, tutar, meblağ, сумма, сума, износ, iznos, částka, castka, suma, összeg,
    ποσό, määrä, summa, จำนวน, 金额, 金額, 발생, 거래금액, סכום, مبلغ, jumlah, nominal, mutasi, số tiền, so tien, znesek, upphæð, _monto, valeur, wartość, aantal, _value_, turnover, _amt`,
  ],
];
const TEXTS: Stems<
  'status' | 'direction' | 'kind' | 'bankReference' | 'account' | 'currency' | 'reference' | 'payer' | 'text'
> = [
  [
    'currency',
    'currency, währ, waehr, _whg, devis, monn, moned, divis, munt, _walut, valut, měna, mena_, para birimi, döviz, валют, deviza, pénznem, 通貨, 币种, 幣別, 통화, สกุล, מטבע, عملة, _ccy_, _curr_',
  ],
  ['status', 'status, _state_, _info_, statut, _stato_, estado, durum, stav_, статус, 状态, 상태, สถานะ'],
  [
    'direction',
    `direction, soll haben, _s h_, _d c_, _c d_, dr cr, cr dr, _drcr_, _crdr_, _dc_, _cd_, debit credit, credit debit, debitcredit, creditdebit, af bij, bij af, kennzeichen, indicator, _sens_, richtung, _sign_,
    yön, dare avere, debe haber, cargo abono, abono cargo, znak, kierunek, směr, suunta, 借贷, 收支, 入出金, 입출금`,
  ],
  [
    'kind',
    `type, _art_, typ_, _tip_, _tipi, _tipo, típus, τύπος, buchungsart, umsatzart, zahlungsart, vorgang, geschäftsvorf, soort_, _slag_, _тип, _вид_, rodzaj, _druh, _vrsta, tür_, _türü,
    loại, jenis, laji_, 类型, 類型, 種別, 種類, 区分, 구분, ประเภท, סוג, نوع, _kind_, _side_, _flow_`,
  ],
  [
    'bankReference',
    `bankreference, transaction id, transactionid, transaction number, transaction no, bank reference, reference no, transaktions nr, transaktionsnummer, transaktions id, buchungsnummer, buchungsreferenz, bankreferenz,
    numero de transaction, n de transaction, id transazione, numero transazione, transactiereferentie, transactie id, volgnr, numer transakcji, _id_, dekont, arkivref`,
  ],
  // The name of an account is that of its holder.
  ['payer', 'název protiú, názov protiú, nazwa nadawc, counterparty name, counterparty account name'],
  [
    'account',
    `iban, _bic_, swift, konto, account, _acct, _blz_, sort code, cuenta, compte, _conto_, rekening, _conta_, счет, рахун, hesap, bankname, bank name, 口座, 账号, 账户, 帳號, 계좌, _účet, protiúč, számla,
    บัญชี, חשבון, حساب, rekeningnr, ifsc, _ispb`,
  ],
  [
    'reference',
    `creditor reference, payment reference, betalingskenmerk, qr referenz, zahlungsreferenz, reference, referenz, end to end, référence, referencia, riferimento, kenmerk, referens, tytuł ref, viite, _ocr_, _kid_`,
  ],
  [
    'payer',
    `payer, debtor, zahlungspflicht, zahlungsbeteilig, auftraggeber, counterpart, partner, donneur, ordenante, ordinante, controparte, tegenpartij, nadawca, avsänd, avsend, afsend, remitter, sender, gönderen, débiteur,
    begünstigt, beguenstigt, kunde, customer, client, cliente, empfänger, payee, beneficiar, контрагент, плательщ, платник, _name, naam, _nom_, _nome_, nombre, namn, navn, nimi`,
  ],
  [
    'text',
    `verwendungszweck, remittance, text, descr, detail, memo, narrat, particular, message, _note, mitteilung, avisierung, beschreib, zweck, betreff, bemerkung, libell, communic, motif, concepto, causale, testo,
    omschrijv, mededel, tytuł, opis, meddeland, açıklama, назначен, призначен, popis, zpráv, közlem, detali, περιγραφ, αιτιολογ, selite, viesti, besked, melding, tekst, keterangan, uraian, nội dung, diễn giải, 摘要,
    备注, 附言, 内容, 적요, 내용, รายการ, รายละเอียด, תיאור, פרטים, וصف, وصف, البيان, تفاصيل, histórico, lançamento, rubrik, transaktion, label, title, remarks`,
  ],
];

function compile<Field extends string>(stems: Stems<Field>) {
  const list = stems.map(([field, words]) => ({
    field,
    parts: words
      .split(',')
      .map((word) => normalizeWords(word.trim().replaceAll('_', '§')).replaceAll('§', ' ')),
  }));
  return (heading: string): HeadingGuess<Field> | undefined => {
    if (heading.length > MAX_HEADING_LENGTH) return undefined;
    const words = ` ${normalizeWords(heading)} `;
    for (const { field, parts } of list) {
      const rank = parts.findIndex((part) =>
        part.startsWith('=') ? words === ` ${part.slice(1)} ` : words.includes(part),
      );
      if (rank >= 0) return { field, rank };
    }
    return undefined;
  };
}

/** A longer heading is a sentence. */
const MAX_HEADING_LENGTH = 100;

/** Reduces a heading to its words, without capitals and accents: `BookingDate` and `booking_date` are the same. */
function normalizeWords(text: string): string {
  return text
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}§=]+/gu, ' ')
    .trim();
}

export const guessDate = compile(DATES);
export const guessAmount = compile(AMOUNTS);
export const guessText = compile(TEXTS);
