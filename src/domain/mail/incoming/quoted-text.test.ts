import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { LANGUAGES, type Language } from '../../languages.ts';
import { cleanText } from '../clean-text.ts';
import { splitQuotedText } from './quoted-text.ts';

/** Lines that introduce quoted text, by language: Gmail, Apple Mail, Thunderbird and others. */
const ATTRIBUTIONS: Record<Language, string[]> = {
  en: [
    'On Mon, 16 Nov 2026 at 10:00, Rosa Muster <rosa@example.com> wrote:',
    'On Nov 16, 2026, at 10:00 AM, Rosa Muster <rosa@example.com> wrote:',
    'On 16/11/2026 10:00, Rosa Muster wrote:',
    'On Monday, November 16, 2026 at 10:00:00 AM GMT+1, Rosa Muster <rosa@example.com> wrote:',
  ],
  de: [
    'Am Mo., 16. Nov. 2026 um 10:00 Uhr schrieb Rosa Muster <rosa@example.com>:',
    'Am 16.11.2026 um 10:00 schrieb Rosa Muster <rosa@example.com>:',
    'Am 16.11.26 um 10:00 schrieb Rosa Muster:',
  ],
  fr: [
    'Le lun. 16 nov. 2026 à 10:00, Rosa Muster <rosa@example.com> a écrit :',
    'Le 16 nov. 2026 à 10:00, Rosa Muster <rosa@example.com> a écrit\u00a0:',
    'Le 16/11/2026 à 10:00, Rosa Muster a écrit :',
  ],
  es: [
    'El lun, 16 nov 2026 a las 10:00, Rosa Muster (<rosa@example.com>) escribió:',
    'El 16 nov 2026, a las 10:00, Rosa Muster <rosa@example.com> escribió:',
    'El 16/11/2026 a las 10:00, Rosa Muster escribió:',
  ],
  it: [
    'Il giorno lun 16 nov 2026 alle ore 10:00 Rosa Muster <rosa@example.com> ha scritto:',
    'Il giorno 16 nov 2026, alle ore 10:00, Rosa Muster <rosa@example.com> ha scritto:',
    'Il 16/11/2026 10:00, Rosa Muster ha scritto:',
  ],
  pt: [
    'Em seg., 16 de nov. de 2026 às 10:00, Rosa Muster <rosa@example.com> escreveu:',
    'Rosa Muster <rosa@example.com> escreveu (segunda, 16/11/2026 à(s) 10:00):',
    'Às 10:00 de 16/11/2026, Rosa Muster escreveu:',
  ],
  nl: [
    'Op ma 16 nov 2026 om 10:00 schreef Rosa Muster <rosa@example.com>:',
    'Op 16 nov 2026, om 10:00 heeft Rosa Muster <rosa@example.com> het volgende geschreven:',
    'Op 16-11-2026 om 10:00 schreef Rosa Muster:',
  ],
  pl: [
    'pon., 16 lis 2026 o 10:00 Rosa Muster <rosa@example.com> napisał(a):',
    'Wiadomość napisana przez Rosa Muster <rosa@example.com> w dniu 16 lis 2026, o godz. 10:00:',
    'W dniu 16.11.2026 o 10:00, Rosa Muster pisze:',
  ],
  sv: [
    'Den mån 16 nov. 2026 kl 10:00 skrev Rosa Muster <rosa@example.com>:',
    '16 nov. 2026 kl. 10:00 skrev Rosa Muster <rosa@example.com>:',
    'Den 2026-11-16 kl. 10:00, skrev Rosa Muster:',
  ],
  ja: [
    '2026年11月16日(月) 10:00 Rosa Muster <rosa@example.com>:',
    '2026/11/16 10:00、Rosa Muster <rosa@example.com>のメール:',
    'On 2026/11/16 10:00, Rosa Muster wrote:',
  ],
  'zh-Hans': [
    'Rosa Muster <rosa@example.com> 于2026年11月16日周一 10:00写道：',
    '在 2026年11月16日，10:00，Rosa Muster <rosa@example.com> 写道：',
    '在 2026/11/16 10:00, Rosa Muster 写道:',
  ],
  'zh-Hant': [
    'Rosa Muster <rosa@example.com> 於 2026年11月16日 週一 上午10:00寫道：',
    '在 2026/11/16 上午 10:00, Rosa Muster 寫道:',
  ],
  ko: [
    '2026년 11월 16일 (월) 오전 10:00, Rosa Muster <rosa@example.com>님이 작성:',
    '2026. 11. 16. 오전 10:00, Rosa Muster <rosa@example.com> 작성:',
    '2026-11-16 오전 10:00에 Rosa Muster 이(가) 쓴 글:',
  ],
  ar: [
    'في الاثنين، 16 نوفمبر 2026 في 10:00 ص تمت كتابة ما يلي بواسطة Rosa Muster <rosa@example.com>:',
    'في 16 نوفمبر 2026، الساعة 10:00 ص، كتب Rosa Muster <rosa@example.com>:',
    'في ١٦\u200f/١١\u200f/٢٠٢٦ ١٠:٠٠ ص, كتب Rosa Muster:',
  ],
  he: [
    '\u202bבתאריך יום ב׳, 16 בנוב׳ 2026 ב-10:00 מאת \u202aRosa Muster\u202c\u200f <\u202arosa@example.com\u202c\u200f>:\u202c',
    'ב-16 בנוב׳ 2026, בשעה 10:00, \u200fRosa Muster <rosa@example.com> כתב/ה:',
    'בתאריך 16/11/2026 10:00, Rosa Muster כתב:',
  ],
  hi: [
    'सोम, 16 नव॰ 2026 को 10:00 am बजे को Rosa Muster <rosa@example.com> ने लिखा:',
    '16 नव॰ 2026 को 10:00 पूर्वाह्न बजे, Rosa Muster <rosa@example.com> ने लिखा :',
  ],
  th: [
    'ในวันที่ จ. 16 พ.ย. 2026 เวลา 10:00 Rosa Muster <rosa@example.com> เขียนว่า:',
    'เมื่อ 16 พ.ย. 2569 เวลา 10:00 Rosa Muster <rosa@example.com> เขียนว่า:',
  ],
  el: [
    'Στις Δευ 16 Νοε 2026 στις 10:00 π.μ., ο/η Rosa Muster <rosa@example.com> έγραψε:',
    'Στις 16/11/2026 10:00 π.μ., ο/η Rosa Muster έγραψε:',
  ],
  uk: [
    'пн, 16 лист. 2026 р. о 10:00 Rosa Muster <rosa@example.com> пише:',
    '16 лист. 2026 р. о 10:00 Rosa Muster <rosa@example.com> написав(-ла):',
    '16.11.26 10:00, Rosa Muster пише:',
  ],
  tr: [
    'Rosa Muster <rosa@example.com>, 16 Kas 2026 Pzt, 10:00 tarihinde şunu yazdı:',
    'Rosa Muster <rosa@example.com> şunları yazdı (16 Kas 2026 10:00):',
    '16.11.2026 10:00 tarihinde Rosa Muster yazdı:',
  ],
};

/** Labels of Outlook: from, sent, to, subject; and its title of the original message. */
const HEADERS: Record<Language, [string, string, string, string, string]> = {
  en: ['From', 'Sent', 'To', 'Subject', 'Original Message'],
  de: ['Von', 'Gesendet', 'An', 'Betreff', 'Ursprüngliche Nachricht'],
  fr: ['De', 'Envoyé', 'À', 'Objet', 'Message d’origine'],
  es: ['De', 'Enviado el', 'Para', 'Asunto', 'Mensaje original'],
  it: ['Da', 'Inviato', 'A', 'Oggetto', 'Messaggio originale'],
  pt: ['De', 'Enviada em', 'Para', 'Assunto', 'Mensagem original'],
  nl: ['Van', 'Verzonden', 'Aan', 'Onderwerp', 'Oorspronkelijk bericht'],
  pl: ['Od', 'Wysłano', 'Do', 'Temat', 'Wiadomość oryginalna'],
  sv: ['Från', 'Skickat', 'Till', 'Ämne', 'Ursprungligt meddelande'],
  ja: ['差出人', '送信日時', '宛先', '件名', '元のメッセージ'],
  'zh-Hans': ['发件人', '发送时间', '收件人', '主题', '原始邮件'],
  'zh-Hant': ['寄件者', '寄件日期', '收件者', '主旨', '原始郵件'],
  ko: ['보낸 사람', '보낸 날짜', '받는 사람', '제목', '원본 메시지'],
  ar: ['من', 'تم الإرسال', 'إلى', 'الموضوع', 'الرسالة الأصلية'],
  he: ['מאת', 'נשלח', 'אל', 'נושא', 'הודעה מקורית'],
  hi: ['प्रेषक', 'भेजा गया', 'प्रति', 'विषय', 'मूल संदेश'],
  th: ['จาก', 'ส่งเมื่อ', 'ถึง', 'เรื่อง', 'ข้อความต้นฉบับ'],
  el: ['Από', 'Στάλθηκε', 'Προς', 'Θέμα', 'Αρχικό μήνυμα'],
  uk: ['Від', 'Надіслано', 'Кому', 'Тема', 'Оригінальне повідомлення'],
  tr: ['Kimden', 'Gönderildi', 'Kime', 'Konu', 'Orijinal Mesaj'],
};

const REPLY = 'Yes, please go on.\n\nGreetings\nAda\n-- \nAda Ltd, +49 30 1234';
const ORIGINAL = 'Dear Ada,\n\nhere is your quote.\n\nRosa';
const MARKED = ORIGINAL.split('\n')
  .map((line) => `> ${line}`.trim())
  .join('\n');

function split(...parts: string[]) {
  return splitQuotedText(cleanText(parts.join('\n')));
}

describe('quoted text is folded away', () => {
  for (const language of LANGUAGES) {
    const [from, sent, to, subject, title] = HEADERS[language];
    const reply = REPLY.replaceAll('-- \n', '--\n');

    test(`after the line that introduces it, in ${language}`, () => {
      for (const line of ATTRIBUTIONS[language]) {
        const middle = line.indexOf(' ', line.length / 2);
        for (const attribution of [line, `${line.slice(0, middle)}\n${line.slice(middle + 1)}`]) {
          for (const quoted of [MARKED, `\n${MARKED}`, ORIGINAL]) {
            const parts = split(REPLY, '', attribution, quoted);
            assert.equal(parts.text, reply, attribution);
            assert.ok(parts.quotedText?.endsWith('Rosa'), attribution);
          }
        }
        assert.equal(split(line, MARKED, '', REPLY).text, reply, 'an answer below is kept');
      }
    });

    test(`after the header lines of Outlook, in ${language}`, () => {
      for (const colon of [':', ' :', '：', ':*']) {
        const bold = colon.endsWith('*') ? '*' : '';
        const format = (values: readonly string[]) =>
          [from, sent, to, subject].map((label, index) => `${bold}${label}${colon} ${values[index]}`);
        for (const [above, values] of [
          ['', ['Rosa Muster <rosa@example.com>', 'value', 'Ada', 'value']],
          ['', ['Rosa', 'Monday, 16 November 2026 10:00', 'Ada', 'value']],
          ['', ['Rosa', '16. november 2026 10.00', 'Ada', 'value']],
          ['________________________________', ['value', 'value', 'value', 'value']],
          [`-----${title}-----`, ['value', 'value', 'value', 'value']],
        ] as const) {
          const lines = format(values);
          const { text, quotedText } = split(REPLY, above, ...lines, '', ORIGINAL);
          assert.equal(text, reply, lines.join());
          assert.ok(quotedText?.startsWith(above || `${lines[0]}`), quotedText ?? '');
        }
      }
      assert.equal(split(REPLY, '', `-------- ${title} --------`, ORIGINAL).text, reply);
    });
  }

  test('below lines with ">" that nothing introduces', () => {
    assert.deepEqual(split('Yes.', '', MARKED), { text: 'Yes.', quotedText: MARKED });
    assert.deepEqual(split(MARKED, '', 'Yes.'), { text: 'Yes.', quotedText: MARKED });
  });

  test('after a line without a date, if lines with ">" follow', () => {
    for (const line of [
      'On Monday, Rosa wrote:',
      'Am Montag schrieb Rosa:',
      'Rosa <rosa@example.com> wrote:',
    ]) {
      assert.deepEqual(split('Yes.', '', line, MARKED), { text: 'Yes.', quotedText: `${line}\n${MARKED}` });
      assert.equal(split('Yes.', '', line, 'No.').quotedText, null, line);
    }
    const own = 'Thanks. You wrote:\n> Monday\nThat is fine.';
    assert.deepEqual(split(own), { text: own, quotedText: null });
  });

  test('with the header lines of web mail, which begin with the date or continue a list of recipients', () => {
    const lines = ['Gesendet: Montag, 16. November 2026 um 10:00 Uhr', 'Von: "Rosa" <rosa@example.com>'];
    assert.equal(
      split('Ja.', '', ...lines, 'An: ada@example.com,', ' b@example.com', 'Betreff: Angebot', '', 'x').text,
      'Ja.',
    );
  });
});

describe('nothing that the sender wrote is lost', () => {
  test('answers between quoted lines are kept with them; the rest is folded away', () => {
    const attribution = 'On 16/11/2026 10:00, Rosa wrote:';
    const { text, quotedText } = split(
      attribution,
      '> When?',
      'Monday.',
      '> Where?',
      'Berlin.',
      '> Greetings',
    );
    assert.equal(text, `${attribution}\n> When?\nMonday.\n> Where?\nBerlin.`);
    assert.equal(quotedText, '> Greetings');
  });

  test('text above and below an introduced quote is kept', () => {
    const { text } = split('Hello,', '', 'On 16/11/2026 10:00, Rosa wrote:', '> When?', '', 'Monday.');
    assert.equal(text, 'Hello,\n\nMonday.');
  });

  test('a line with ">" in the middle of a text is no quote', () => {
    assert.deepEqual(split('We need', '> 50 pieces', 'please.'), {
      text: 'We need\n> 50 pieces\nplease.',
      quotedText: null,
    });
  });

  test('a mail that consists of a quote only is kept', () => {
    for (const whole of [
      MARKED,
      `-----Original Message-----\n${ORIGINAL}`,
      'On 16/11/2026 10:00, Rosa wrote:\n> x',
    ]) {
      assert.deepEqual(split(whole), { text: whole, quotedText: null });
    }
  });

  test('similar lines of a letter are no quote', () => {
    for (const text of [
      'From: Berlin\nTo: Hamburg\nDate: 12 May\n\nHow much is it?',
      'Von: Berlin\nAn: Hamburg\nDatum: 12.05.2026\nBetreff: Umzug\n\nWas kostet das?',
      'From: Berlin\nTo: Hamburg\nDate: in May 2026\nSubject: our move\n\nHow much is it?',
      'You wrote:\nit is cheaper in 2027.',
      'Please send 2026 invoices to accounts@example.com, by 10:00:\nA\nB',
      'Thanks!\n-----\nAda',
      'Options:\n--- Original ---\nthe first',
    ]) {
      assert.deepEqual(split(text), { text, quotedText: null });
    }
  });

  test('every line is in the text or in the quoted text', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '',
        ' ',
        '> a',
        '>',
        'Yes.',
        'From: a',
        'Subject: b',
        'To: c',
        '-----Original Message-----',
        '_____',
      ),
      fc.constantFrom(
        'On 16/11/2026 10:00, Rosa wrote:',
        'Rosa <a@b.c>',
        '2026 10:00 <a@b.c> wrote:',
        ' 5 pieces:',
      ),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const { text, quotedText } = split(...lines);
        const sort = (whole: string) =>
          whole
            .split('\n')
            .map((each) => each.trim())
            .filter(Boolean)
            .sort();
        assert.deepEqual(sort(`${text}\n${quotedText ?? ''}`), sort(lines.join('\n')));
        assert.ok(text !== '' || lines.every((each) => each.trim() === ''));
      }),
    );
  });

  test('the line above an introduction stays', () => {
    assert.equal(split('Thanks!', 'On 16/11/2026 10:00, Rosa wrote:', '> x').text, 'Thanks!');
    const wrapped = ['On Mon, 16 Nov 2026 at 10:00, Rosa', '<rosa2026@example.com> wrote:'];
    assert.equal(split('Thanks!', '', ...wrapped, '> x').text, 'Thanks!');
  });
});
