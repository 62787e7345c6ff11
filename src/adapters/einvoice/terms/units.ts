/** Codes of UN/ECE Recommendation 20, with the words for each unit in the languages of documents. */
const WORDS: Readonly<Record<string, string>> = {
  HUR: `h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur uren godz godzina godziny godzin
    timme timmar tim 時間 小时 小時 시간 ساعة ساعات שעה שעות घंटा घंटे ชั่วโมง ชม ώρα ώρες година години годин год saat sa`,
  MIN: `min mins minute minutes minuten minuto minutos minuti minuut minuta minuty minut minuter 分 分钟 分鐘 분 دقيقة دقائق
    דקה דקות मिनट นาที λεπτό λεπτά хвилина хвилини хвилин хв dakika dk`,
  DAY: `d day days tag tage tagen manntag personentag personentage jour jours día días dia dias giorno giorni gg
    dag dagen dzień dni dagar 日 天 일 يوم أيام יום ימים दिन วัน ημέρα ημέρες день дні днів дн gün`,
  WEE: `wk week weeks woche wochen semaine semaines semana semanas settimana settimane weken tydzień tygodnie tygodni tydz
    vecka veckor 週 週間 周 星期 주 أسبوع أسابيع שבוע שבועות सप्ताह हफ़्ता हफ़्ते สัปดาห์ εβδομάδα εβδομάδες тиждень тижні тижнів hafta`,
  MON: `month months monat monate monaten mois mes meses mese mesi mês maand maanden miesiąc miesiące miesięcy mies månad
    månader mån 月 ヶ月 か月 ヵ月 个月 個月 개월 월 شهر أشهر חודש חודשים महीना महीने माह เดือน μήνας μήνες місяць місяці місяців міс ay`,
  ANN: `yr year years jahr jahre jahren an ans année années año años anno anni ano anos jaar jaren rok lata lat år 年 년 سنة
    سنوات שנה שנים वर्ष साल ปี έτος έτη рік роки років yıl`,
  MTR: `m meter meters metre metres lfm lfdm lm laufmeter mètre mètres metro metros metri metr metry metrów メートル 米 公尺
    미터 متر أمتار מטר מטרים मीटर เมตร μέτρο μέτρα метр метри метрів м`,
  CMT: 'cm centimeter centimetre centimètre centímetro centimetro centymetr センチ 厘米 公分 센티미터 см',
  MMT: 'mm millimeter millimetre millimètre milímetro millimetro milimetr ミリ 毫米 公釐 밀리미터 мм',
  KMT: `km kms kilometer kilometers kilometre kilometres kilomètre kilomètres kilómetro kilómetros chilometro chilometri
    quilómetro quilómetros quilômetro quilômetros kilometr kilometry kilometrów キロメートル 公里 千米 킬로미터 كيلومتر كم
    קילומטר קמ किलोमीटर किमी กิโลเมตร กม χιλιόμετρο χιλιόμετρα χλμ кілометр кілометри км`,
  MTK: `m2 qm sqm squaremeter squaremeters squaremetre squaremetres quadratmeter mètrecarré mètrescarrés metrocuadrado
    metroscuadrados mq metroquadrato metriquadri metroquadrado metrosquadrados vierkantemeter metrkwadratowy kvm
    kvadratmeter 平方メートル 平米 平方米 平方公尺 제곱미터 مترمربع מטררבוע מר वर्गमीटर ตารางเมตร ตรม τετραγωνικόμέτρο τετραγωνικάμέτρα
    τμ квадратнийметр квм м2 metrekare`,
  MTQ: `m3 cbm cubicmeter cubicmeters cubicmetre cubicmetres kubikmeter mètrecube mètrescubes metrocúbico metroscúbicos mc
    metrocubo metricubi kubiekemeter metrsześcienny 立方メートル 立米 立方米 立方公尺 세제곱미터 مترمكعب מטרמעוקב घनमीटर ลูกบาศก์เมตร
    κυβικόμέτρο κυβικάμέτρα кубічнийметр м3 metreküp`,
  KGM: `kg kgs kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos chilo chili chilogrammo
    quilo quilos quilograma quilogramas キロ キログラム 公斤 千克 킬로그램 كيلوغرام كجم קילו קילוגרם קג किलो किलोग्राम กิโลกรัม กก κιλό κιλά
    χιλιόγραμμο кілограм кг`,
  GRM: 'g gr gram grams gramm gramme grammes gramo gramos grammo grammi grama gramas グラム 克 그램 غرام גרם ग्राम กรัม γραμμάριο грам г',
  TNE: 't to tonne tonnes tonnen tonelada toneladas tonnellata tonnellate tona tony トン 吨 公噸 톤 طن טון टन ตัน τόνος τόνοι тонна т',
  LTR: `l ltr liter liters litre litres litro litros litri litr litry litrów リットル 升 公升 리터 لتر ליטר लीटर ลิตร λίτρο λίτρα
    літр літри л lt`,
  MLT: 'ml milliliter millilitre millilitro mililitro ミリリットル 毫升 밀리리터 мл',
  KWH: 'kwh kilowattstunde kilowattstunden kilowatthour kilowatthours kilowattheure кватгод',
  H87: `pc pcs pce piece pieces ea each st stk stck stück stücke pièce pièces pza pieza piezas pz pezzo pezzi peça peças
    stuk stuks szt sztuka sztuki sztuk styck 個 个 件 枚 台 개 قطعة قطع חתיכה חתיכות יח नग पीस ชิ้น อัน τεμάχιο τεμάχια τεμ штука штуки
    штук шт adet ad`,
  SET: 'set sets satz sätze jeu jeux juego juegos conjunto zestaw zestawy sats セット 套 組 组 세트 طقم סט सेट ชุด σετ набір комплект takım',
  PR: 'pair pairs paar paare paire paires par pares paio paia para pary 双 雙 对 켤레 زوج זוג जोड़ी คู่ ζεύγος ζευγάρι пара çift',
  LS: `lumpsum flat flatrate fixedprice pauschal pauschale psch forfait forfettario acorpo tantoalzado ryczałt
    一式 式 일식 مقطوع גלובלי एकमुश्त เหมา κατ'αποκοπή акордно götürü`,
  P1: '% percent prozent procent procento',
};

/** Used for any other unit: "one". */
const ONE = 'C62';

const CODES = new Map(
  Object.entries(WORDS).flatMap(([code, words]) =>
    words.split(/\s+/).map((word) => [normalizeUnit(word), code] as const),
  ),
);

/** Returns the code of a unit as people write it. A wrong unit would change what is billed, so only known words count. */
export function findUnitCode(unit: string | undefined): string {
  return CODES.get(normalizeUnit(unit ?? '')) ?? ONE;
}

/** Compares without regard to case, spaces and dots; `m²` is the same as `m2`. */
function normalizeUnit(unit: string): string {
  return unit
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,/()'’"״׳-]/g, '');
}
