import { Buffer } from 'node:buffer';
import type { DocumentSource } from '../../../src/domain/document.ts';
import { isSelected, removeOptions } from '../../../src/domain/quote/line/line-item.ts';
import { LOGO } from '../../fixtures/account.ts';
import { BRANDS } from '../../fixtures/brands.ts';
import { manyItems, sampleInvoice, sampleQuote, sampleStageInvoice } from '../../fixtures/documents.ts';
import { PUBLIC_URL } from '../../fixtures/mails.ts';
import { SCHEDULE } from '../../fixtures/payment-schedule.ts';
import { OPTION_ITEMS, QUOTE } from '../../fixtures/quote.ts';
import { swissInvoice } from '../../fixtures/swiss-invoice.ts';

/** Documents for visual review: each should be good enough to send to a client. */
export function gallery(): Record<string, DocumentSource> {
  return {
    plain: plain('SENT'),
    online: { ...sampleQuote({ account: nord }), publicUrl: PUBLIC_URL },
    discounted: discounted(),
    'ten-items': items(10),
    'twelve-items': items(12),
    options: options(),
    sections: sections(),
    'long-name': longName(),
    long: long(),
    'us-letter': usLetter(),
    draft: plain('DRAFT'),
    accepted: accepted(),
    invoice: invoice(),
    'swiss-invoice': swissInvoice(),
    schedule: sampleQuote(staged),
    'deposit-invoice': sampleStageInvoice(staged, 0, []),
    'final-invoice': sampleStageInvoice(staged, null, [0, 1]),
    arabic: arabic(),
    hebrew: hebrew(),
    french: french(),
    japanese: japanese(),
    'chinese-traditional': chinese(),
    hindi: hindi(),
    indian: indian(),
    gulf: gulf('en-AE'),
    'gulf-arabic': gulf('ar-AE'),
    thai: thai(),
    scripts: scripts(),
    'thousand-items': thousandItems(),
    ...Object.fromEntries(
      Object.entries(BRANDS).map(([name, accentColor]) => [`brand-${name}`, branded(accentColor)]),
    ),
  };
}

/** Uses an accepted quote, because it shows the color in every place. */
function branded(accentColor: string): DocumentSource {
  const source = accepted();
  return { ...source, account: { ...source.account, accentColor, logo: null } };
}

function svg(body: string, viewBox: string): string {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${body}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`;
}

const leafLogo = svg(
  '<path d="M24 0C38 8 48 20 48 34a24 24 0 0 1-48 0C0 20 10 8 24 0z" fill="#0f7a4a"/><path d="M24 12v38" stroke="#fff" stroke-width="3"/>',
  '0 0 48 60',
);

const nord = { logo: LOGO };

/** A payment schedule. */
const staged = {
  account: nord,
  quote: { terms: 'Two rounds of changes are included in each phase.', paymentSchedule: SCHEDULE },
};

function plain(status: 'SENT' | 'DRAFT'): DocumentSource {
  const { sentAt } = QUOTE;
  return sampleQuote({ account: nord, quote: { status, sentAt: status === 'SENT' ? sentAt : null } });
}

function options(): DocumentSource {
  const quote = { title: 'New floor and doors', description: null, terms: null, items: OPTION_ITEMS };
  return sampleQuote({ account: nord, quote });
}

/** Sections as on an invoice: options that were not chosen are removed. */
function sections(): DocumentSource {
  const chosen = OPTION_ITEMS.filter(isSelected).map(removeOptions);
  const quote = { title: 'New floor and doors', description: null, terms: null, items: chosen };
  return sampleInvoice({ account: nord, quote });
}

function items(count: number): DocumentSource {
  const { quote } = plain('SENT') as Extract<DocumentSource, { kind: 'quote' }>;
  const { description, terms } = quote;
  return sampleQuote({ account: nord, quote: { description, terms }, items: manyItems(count) });
}

function longName(): DocumentSource {
  return sampleQuote({
    account: {
      name: 'Gesellschaft für kommunale Abfallwirtschaft, Stadtreinigung und Straßenunterhaltung der Region Weserbergland-Süd mbH & Co. KG',
    },
    quote: {
      title: 'Winterdienst 2026/27',
      description: 'Die Leistungen:\n- Räumen und Streuen auf 42 km\n- Bereitschaft von November bis März',
    },
    items: manyItems(24),
  });
}

function discounted(): DocumentSource {
  return sampleQuote({
    account: {
      name: 'Atelier Lumière SARL',
      address: '12 rue des Tanneurs\n69005 Lyon\nFrance',
      country: 'FR',
      taxId: 'FR 40 303 265 045',
      email: 'bonjour@atelier-lumiere.example',
      phone: '+33 4 72 00 00 00',
      website: 'atelier-lumiere.example',
      accentColor: '#c2410c',
      locale: 'fr',
      timeZone: 'Europe/Paris',
    },
    customer: {
      name: 'Éditions du Parc',
      email: 'achats@editions-du-parc.example',
      address: 'M. Étienne Dubois\n4 boulevard des Belges\n69006 Lyon',
      country: 'FR',
      taxId: null,
      locale: 'fr-FR',
    },
    quote: {
      number: 'D-2026-0047',
      title: 'Catalogue de l’exposition « Lumières du Nord »',
      description:
        'Conception, mise en page et impression de 500 exemplaires, couverture cartonnée, 96 pages.',
      discountType: 'percentage',
      discountValue: 12,
      terms: 'Acompte de 30 % à la commande, solde à la livraison.',
    },
    items: [
      ['Direction artistique', 3, 78_000, 20],
      ['Mise en page, 96 pages', 96, 4_250, 20],
      ['Impression et reliure\nPapier couché mat 150 g, couverture cartonnée', 500, 1_290, 5.5],
      ['Livraison sur palette', 1, 18_000, 20],
    ],
  });
}

function long(): DocumentSource {
  return sampleQuote({
    account: nord,
    quote: {
      title: 'Relaunch of the customer portal, including migration, single sign-on and two years of support',
      description:
        'The portal is rebuilt on the new platform while the old one stays in service.\n\nThe work is done in four phases, each with a result that can be seen and tested.',
      terms: Array.from(
        { length: 14 },
        (_, index) =>
          `${index + 1}. The supplier performs the services with the care of a prudent business. Dates are binding only where they are agreed in writing; a delay caused by missing cooperation of the customer moves them accordingly.`,
      ).join('\n'),
    },
    items: manyItems(42),
  });
}

function usLetter(): DocumentSource {
  return sampleQuote({
    account: {
      name: 'Cedar & Stone Landscaping',
      address: '2210 NW Flanders Street\nPortland, OR 97210',
      country: 'US',
      taxId: 'EIN 84-3920175',
      email: 'office@cedarstone.example',
      phone: '(503) 555-0142',
      website: 'cedarstone.example',
      logo: leafLogo,
      accentColor: '#0f7a4a',
      currency: 'USD',
      locale: 'en-US',
      timeZone: 'America/Los_Angeles',
    },
    customer: {
      name: 'Marisol Vega',
      email: 'marisol.vega@example.com',
      address: '418 SE Alder Court\nPortland, OR 97214',
      country: 'US',
      taxId: null,
      locale: 'en-US',
    },
    quote: {
      number: 'Q-2026-00318',
      title: 'Backyard terrace and planting',
      currency: 'USD',
      discountType: 'fixed',
      discountValue: 50_000,
      terms: 'Half on acceptance, half on completion. Plants are guaranteed for one growing season.',
    },
    items: [
      ['Site preparation and grading', 1, 185_000],
      ['Bluestone terrace, 320 sq ft', 320, 3_450],
      ['Drip irrigation', 1, 98_500],
      ['Planting plan and plants', 1, 276_000],
    ],
  });
}

function accepted(): DocumentSource {
  const source = plain('SENT');
  if (source.kind !== 'quote') return source;
  return {
    ...source,
    quote: { ...source.quote, status: 'ACCEPTED', revision: 2, acceptedAt: '2026-03-09T14:31:00.000Z' },
    acceptance: {
      quoteId: source.quote.id,
      decision: 'ACCEPTED',
      by: 'customer',
      via: 'page',
      name: 'Eleanor Marsh',
      at: '2026-03-09T14:31:00.000Z',
      revision: 2,
      selection: [],
      total: null,
      offerSha256: null,
      documentSha256: 'f2ca1bb6c7e907d06dafe4687e579fce76b37e4e93b7605022da52e6ccc26fd2',
      attachments: [],
      answers: {},
      signature:
        'M60 130 C80 60 110 40 118 70 C124 100 80 140 70 138 C60 136 100 90 150 96 C170 98 150 130 168 128 C190 126 196 92 210 96 C222 100 204 130 222 128 C244 124 250 60 262 58 C272 58 250 126 264 128 C284 130 300 88 316 96 C326 102 312 128 328 126 C352 122 372 80 420 84 C470 88 500 96 540 78',
      reason: null,
      ip: '203.0.113.9',
      userAgent: 'Mozilla/5.0',
    },
  };
}

function invoice(): DocumentSource {
  return sampleInvoice({
    account: {
      ...nord,
      bank: {
        holder: 'Studio Nord GmbH',
        iban: 'DE02120300000000202051',
        bic: 'BYLADEM1001',
        name: 'Deutsche Kreditbank Berlin',
      },
    },
    quote: { terms: 'Please quote the number of the invoice when you pay.' },
    items: [
      ['Discovery workshop', 1, 240_000, 19],
      ['Interface design', 6, 95_000, 19],
      ['Front-end implementation', 12.5, 88_000, 19],
    ],
  });
}

function arabic(): DocumentSource {
  return sampleQuote({
    account: {
      name: 'استوديو الواحة للتصميم',
      address: 'شارع الملك فهد، حي العليا\nالرياض 12214\nالمملكة العربية السعودية',
      country: 'SA',
      taxId: '300075588700003',
      email: 'info@waha.example',
      phone: '+966 11 555 0142',
      website: 'waha.example',
      accentColor: '#0b6e6e',
      currency: 'SAR',
      locale: 'ar-SA',
      timeZone: 'Asia/Riyadh',
    },
    customer: {
      name: 'مكتبة النخيل',
      email: 'orders@nakheel.example',
      address: 'السيدة ليلى الحربي\nشارع التحلية\nجدة 23326',
      country: 'SA',
      taxId: null,
      locale: 'ar-SA',
    },
    quote: {
      title: 'تصميم الهوية البصرية للمكتبة',
      description: 'يشمل العرض تصميم الشعار ودليل الهوية وتطبيقاته على المطبوعات والموقع الإلكتروني.',
      currency: 'SAR',
      terms: 'يُسدد نصف المبلغ عند التعاقد والنصف الآخر عند التسليم.\nالعرض شامل جولتين من التعديلات.',
    },
    items: [
      ['تصميم الشعار', 1, 850_000, 15],
      ['دليل الهوية البصرية (PDF)', 1, 1_200_000, 15],
      ['تصميم المطبوعات', 6, 90_000, 15],
    ],
  });
}

function hebrew(): DocumentSource {
  return sampleQuote({
    account: {
      name: 'סטודיו גל',
      address: 'רחוב הרצל 48\nתל אביב 6688312',
      country: 'IL',
      taxId: '514829307',
      email: 'shalom@gal.example',
      phone: '+972 3 555 0142',
      website: null,
      accentColor: '#7c3aed',
      currency: 'ILS',
      locale: 'he',
      timeZone: 'Asia/Jerusalem',
    },
    customer: {
      name: 'מאפיית לחם הארץ',
      email: 'office@lehem.example',
      address: 'דרך יפו 12\nחיפה',
      taxId: null,
      locale: 'he',
    },
    quote: { title: 'אתר חדש ומיתוג', currency: 'ILS', terms: 'תשלום תוך 30 יום.' },
    items: [
      ['עיצוב אתר Responsive', 1, 1_250_000, 18],
      ['צילום מוצרים', 24, 18_000, 18],
    ],
  });
}

function japanese(): DocumentSource {
  return sampleQuote({
    account: {
      name: '株式会社 青葉デザイン',
      address: '〒150-0001\n東京都渋谷区神宮前 3-12-8\n青葉ビル 4階',
      country: 'JP',
      taxId: 'T7010001123456',
      email: 'info@aoba.example',
      phone: '03-5555-0142',
      website: 'aoba.example',
      accentColor: '#b91c1c',
      currency: 'JPY',
      locale: 'ja-JP',
      timeZone: 'Asia/Tokyo',
    },
    customer: {
      name: '有限会社 髙橋製茶',
      kind: 'company',
      email: 'keiri@takahashi-cha.example',
      address: '〒420-0034\n静岡県静岡市葵区常磐町 2-6-8\n髙橋 直子 様',
      country: 'JP',
      taxId: null,
      locale: 'ja-JP',
    },
    quote: {
      title: 'オンラインストア構築のお見積り',
      description: '新しいオンラインストアの設計、デザイン、実装、および公開後三か月間の保守を含みます。',
      currency: 'JPY',
      terms:
        'お支払いは請求書発行日より三十日以内にお願いいたします。\n表示金額のほか、決済手数料は別途ご負担ください。',
    },
    items: [
      ['要件定義・設計', 1, 380_000, 10],
      ['画面デザイン（十二画面）', 12, 45_000, 10],
      ['実装およびテスト', 1, 920_000, 10],
      ['茶葉サンプル撮影用（軽減税率対象）', 20, 1_200, 8],
    ],
  });
}

function chinese(): DocumentSource {
  return sampleQuote({
    account: {
      name: '山海設計有限公司',
      address: '臺北市大安區和平東路一段 162 號',
      country: 'TW',
      taxId: '24536806',
      locale: 'zh-TW',
      currency: 'TWD',
      accentColor: '#1d4ed8',
      timeZone: 'Asia/Taipei',
    },
    customer: { name: '關渡骨科診所', address: '臺北市北投區關渡路 8 號', taxId: null, locale: 'zh-TW' },
    quote: { title: '診所識別系統與網站', currency: 'TWD', terms: '簽約時支付百分之五十，驗收後付清餘款。' },
    items: [
      ['品牌識別系統', 1, 12_000_000, 5],
      ['網站設計與開發', 1, 18_500_000, 5],
    ],
  });
}

function hindi(): DocumentSource {
  return sampleQuote({
    account: {
      name: 'नीलकमल डिज़ाइन स्टूडियो',
      address: 'महात्मा गांधी मार्ग 14\nनई दिल्ली 110001',
      country: 'IN',
      taxId: '07AAACN1234F1Z5',
      locale: 'hi-IN',
      currency: 'INR',
      accentColor: '#be185d',
      timeZone: 'Asia/Kolkata',
    },
    customer: { name: 'श्री कृष्ण वस्त्र भंडार', address: 'चाँदनी चौक\nदिल्ली 110006', taxId: null, locale: 'hi-IN' },
    quote: {
      title: 'ऑनलाइन दुकान का निर्माण',
      currency: 'INR',
      terms: 'आधी राशि अग्रिम, शेष राशि कार्य पूर्ण होने पर।',
    },
    items: [
      ['वेबसाइट का डिज़ाइन', 1, 15_000_000, 18],
      ['उत्पादों की फ़ोटोग्राफ़ी', 120, 45_000, 18],
    ],
  });
}

/** A short French quote with a place to sign. */
function french(): DocumentSource {
  const { account, customer } = discounted();
  return sampleQuote({
    account,
    customer,
    quote: {
      number: 'D-2026-0051',
      title: 'Affiche et programme du festival',
      terms: 'Acompte de 30 % à la commande, solde à la livraison.',
    },
    items: [
      ['Affiche 60 × 80 cm', 1, 145_000, 20],
      ['Programme, 16 pages', 1, 98_000, 20],
    ],
  });
}

function indian(): DocumentSource {
  return sampleInvoice({
    account: {
      name: 'Nilgiri Software Pvt. Ltd.',
      address: '4th Floor, Lotus Towers\nMG Road, Bengaluru 560001\nKarnataka',
      country: 'IN',
      taxId: '29AABCN4567P1ZK',
      email: 'billing@nilgiri.example',
      phone: '+91 80 5550 0142',
      website: 'nilgiri.example',
      accentColor: '#b45309',
      currency: 'INR',
      locale: 'en-IN',
      timeZone: 'Asia/Kolkata',
      bank: {
        lines: [
          'State Bank of India, MG Road Branch',
          'A/c No. 3012 4455 667',
          'IFSC SBIN0000813',
          'UPI nilgiri@sbi',
        ],
      },
    },
    customer: {
      name: 'Kaveri Textiles Limited',
      address: '12 Avinashi Road\nCoimbatore 641018\nTamil Nadu',
      email: 'accounts@kaveri.example',
      country: 'IN',
      taxId: '33AAACK9012M1Z3',
      locale: 'en-IN',
    },
    quote: { title: 'Inventory system, phase one', currency: 'INR', terms: 'Payment within 30 days.' },
    items: [
      ['Design and development', 1, 98_50_000_00, 18],
      ['Annual support', 1, 2_40_000_50, 18],
    ],
  });
}

/** A bilingual quote, whichever of the languages the customer reads. */
function gulf(locale: string): DocumentSource {
  return sampleQuote({
    account: {
      name: 'Al Noor Interiors LLC',
      address: 'Office 1204, Bay Square 3\nBusiness Bay\nDubai, United Arab Emirates',
      country: 'AE',
      taxId: '100234567800003',
      email: 'hello@alnoor.example',
      phone: '+971 4 555 0142',
      website: 'alnoor.example',
      accentColor: '#8a6d1f',
      currency: 'AED',
      locale: 'en-AE',
      secondLanguage: 'ar',
      timeZone: 'Asia/Dubai',
    },
    customer: {
      name: 'Palm Crescent Hotels / فنادق هلال النخيل',
      address: 'Sheikh Zayed Road\nDubai',
      email: 'procurement@palmcrescent.example',
      country: 'AE',
      taxId: '100987654300003',
      locale,
    },
    quote: {
      title: 'Lobby furniture and lighting',
      validUntil: '2026-04-01T19:59:59.999Z',
      currency: 'AED',
      terms: '50% on order, 50% on delivery.',
    },
    items: [
      ['Lounge chair, walnut', 24, 2_150_00, 5],
      ['Brass pendant light', 12, 1_480_00, 5],
      ['Delivery and installation', 1, 6_500_00, 5],
    ],
  });
}

function thai(): DocumentSource {
  return sampleQuote({
    account: {
      name: 'บริษัท บ้านไม้หอม จำกัด',
      address: '88 ถนนสุขุมวิท แขวงคลองเตย\nกรุงเทพมหานคร 10110',
      country: 'TH',
      taxId: '0105561234567',
      email: 'info@baanmaihom.example',
      phone: '+66 2 555 0142',
      website: 'baanmaihom.example',
      accentColor: '#166534',
      currency: 'THB',
      locale: 'th-TH',
      timeZone: 'Asia/Bangkok',
    },
    customer: { name: 'โรงแรมริมน้ำ', address: 'เชียงใหม่ 50000', taxId: null, locale: 'th-TH' },
    quote: {
      validUntil: '2026-04-01T16:59:59.999Z',
      title: 'เฟอร์นิเจอร์ไม้สักสำหรับล็อบบี้',
      currency: 'THB',
      terms: 'ชำระภายใน 30 วัน',
    },
    items: [
      ['โต๊ะไม้สัก', 4, 1_850_000, 7],
      ['เก้าอี้ไม้สัก', 16, 420_000, 7],
    ],
  });
}

function scripts(): DocumentSource {
  return sampleQuote({
    account: nord,
    customer: {
      name: 'יעל כהן & Co.',
      locale: 'de',
      address: 'z. Hd. Παπαδόπουλος, Київ\n서울특별시 종로구',
    },
    quote: {
      title: 'Übersetzungen in sechzehn Schriften',
      description: 'Jede Zeile ist in ihrer eigenen Schrift gesetzt, auch wenn das Angebot deutsch ist.',
    },
    items: [
      ['Ελληνικά: μετάφραση και επιμέλεια κειμένων', 1, 12_000, 19],
      ['Українська: переклад і редагування', 1, 12_000, 19],
      ['العربية: ترجمة وتحرير النصوص (PDF)', 1, 12_000, 19],
      ['עברית: תרגום ועריכה', 1, 12_000, 19],
      ['فارسی: ترجمه و ویرایش می‌شود', 1, 12_000, 19],
      ['简体中文：翻译与校对 · 繁體中文：翻譯與校對', 1, 12_000, 19],
      ['日本語：翻訳と校正 · 한국어: 번역과 교정', 1, 12_000, 19],
      ['ไทย: งานแปลและตรวจแก้ข้อความ', 1, 12_000, 7],
      ['हिन्दी: अनुवाद और संपादन · বাংলা: অনুবাদ ও সম্পাদনা', 1, 12_000, 7],
      ['தமிழ்: மொழிபெயர்ப்பு · ქართული: თარგმანი', 1, 12_000, 7],
      ['Հայերեն: թարգմանություն · አማርኛ: ትርጉም', 1, 12_000, 7],
      ['ខ្មែរ: ការបកប្រែ · Emoji: 🎉 ✅ 🚀', 1, 12_000, 7],
    ],
  });
}

function thousandItems(): DocumentSource {
  return sampleQuote({
    account: nord,
    quote: { title: 'Framework order: one thousand items', discountType: 'percentage', discountValue: 5 },
    items: manyItems(1000),
  });
}
