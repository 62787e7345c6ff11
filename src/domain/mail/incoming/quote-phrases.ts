import type { Language } from '../../languages.ts';

/** The words by which mail programs introduce the text that a reply quotes. All are in lower case. */
interface QuotePhrases {
  /** Verbs, or parts of them, of lines such as "On Monday, Rosa wrote:". */
  wrote: readonly string[];
  /** Beginnings of these lines, if they do not begin with the date or the name. */
  openings: readonly string[];
  /** The words of "-----Original Message-----". */
  original: readonly string[];
  /** Labels of the header lines that Outlook puts before the quoted text. */
  from: readonly string[];
  date: readonly string[];
  to: readonly string[];
  subject: readonly string[];
}

export const QUOTE_PHRASES: Record<Language, QuotePhrases> = {
  en: {
    wrote: ['wrote', 'writes'],
    openings: ['on '],
    original: ['original message', 'original appointment', 'reply message'],
    from: ['from'],
    date: ['sent', 'date'],
    to: ['to'],
    subject: ['subject'],
  },
  de: {
    wrote: ['schrieb', 'geschrieben'],
    openings: ['am ', 'vom '],
    original: [
      'ursprüngliche nachricht',
      'originalnachricht',
      'original-nachricht',
      'ursprüngliche mitteilung',
    ],
    from: ['von'],
    date: ['gesendet', 'datum'],
    to: ['an'],
    subject: ['betreff'],
  },
  fr: {
    wrote: ['écrit'],
    openings: ['le '],
    original: ["message d'origine", 'message d’origine', 'message original', 'message initial'],
    from: ['de', 'expéditeur'],
    date: ['envoyé', 'envoyé le', 'date'],
    to: ['à', 'destinataire', 'pour'],
    subject: ['objet', 'sujet'],
  },
  es: {
    wrote: ['escribió', 'escribio'],
    openings: ['el '],
    original: ['mensaje original'],
    from: ['de', 'desde'],
    date: ['enviado', 'enviado el', 'enviada', 'fecha'],
    to: ['para', 'a'],
    subject: ['asunto'],
  },
  it: {
    wrote: ['scritto'],
    openings: ['il ', 'in data '],
    original: ['messaggio originale'],
    from: ['da'],
    date: ['inviato', 'data'],
    to: ['a'],
    subject: ['oggetto'],
  },
  pt: {
    wrote: ['escreveu'],
    openings: ['em ', 'no dia ', 'às ', 'a '],
    original: ['mensagem original'],
    from: ['de'],
    date: ['enviado', 'enviada', 'enviado em', 'enviada em', 'data'],
    to: ['para'],
    subject: ['assunto'],
  },
  nl: {
    wrote: ['schreef', 'geschreven'],
    openings: ['op '],
    original: ['oorspronkelijk bericht', 'origineel bericht', 'oorspronkelijke bericht'],
    from: ['van'],
    date: ['verzonden', 'datum'],
    to: ['aan'],
    subject: ['onderwerp'],
  },
  pl: {
    wrote: ['napisał', 'napisana', 'pisze'],
    openings: ['w dniu ', 'dnia '],
    original: ['wiadomość oryginalna', 'oryginalna wiadomość', 'treść oryginalnej wiadomości'],
    from: ['od'],
    date: ['wysłano', 'wysłane', 'data'],
    to: ['do'],
    subject: ['temat'],
  },
  sv: {
    wrote: ['skrev'],
    openings: ['den '],
    original: ['ursprungligt meddelande', 'originalmeddelande'],
    from: ['från'],
    date: ['skickat', 'datum'],
    to: ['till'],
    subject: ['ämne'],
  },
  ja: {
    wrote: ['のメール', 'のメッセージ', '書きました', '書き込みました'],
    openings: [],
    original: ['元のメッセージ', '元のメール', 'オリジナルメッセージ'],
    from: ['差出人', '送信者', '送信元'],
    date: ['送信日時', '日時', '日付', '送信'],
    to: ['宛先'],
    subject: ['件名'],
  },
  'zh-Hans': {
    wrote: ['写道', '写到', '写了'],
    openings: ['在'],
    original: ['原始邮件', '邮件原件', '原邮件', '回复的原邮件', '原始信息'],
    from: ['发件人'],
    date: ['发送时间', '发送日期', '发件时间', '日期', '时间'],
    to: ['收件人'],
    subject: ['主题'],
  },
  'zh-Hant': {
    wrote: ['寫道', '寫到'],
    openings: ['在', '於'],
    original: ['原始郵件', '原始訊息', '原始信件'],
    from: ['寄件者', '寄件人', '發件人'],
    date: ['寄件日期', '傳送時間', '發送時間', '日期', '已傳送'],
    to: ['收件者', '收件人'],
    subject: ['主旨', '主題'],
  },
  ko: {
    wrote: ['작성', '쓴 글', '님의 말', '썼습니다'],
    openings: [],
    original: ['원본 메시지', '원본 이메일', '원본 메일', '원본메시지'],
    from: ['보낸 사람', '보낸사람', '발신'],
    date: ['보낸 날짜', '보낸날짜', '보낸 시간', '날짜'],
    to: ['받는 사람', '받는사람', '수신'],
    subject: ['제목'],
  },
  ar: {
    wrote: ['كتب', 'تمت كتابة'],
    openings: ['في '],
    original: ['الرسالة الأصلية', 'رسالة أصلية'],
    from: ['من'],
    date: ['تاريخ الإرسال', 'تم الإرسال', 'مرسل', 'أرسلت', 'التاريخ'],
    to: ['إلى'],
    subject: ['الموضوع'],
  },
  he: {
    wrote: ['כתב', 'מאת'],
    openings: ['בתאריך ', 'ב-', 'ב־'],
    original: ['הודעה מקורית', 'ההודעה המקורית'],
    from: ['מאת'],
    date: ['נשלח', 'תאריך'],
    to: ['אל'],
    subject: ['נושא'],
  },
  hi: {
    wrote: ['लिखा'],
    openings: [],
    original: ['मूल संदेश'],
    from: ['प्रेषक', 'से'],
    date: ['भेजा गया', 'दिनांक', 'तारीख'],
    to: ['प्रति', 'को'],
    subject: ['विषय'],
  },
  th: {
    wrote: ['เขียน'],
    openings: ['ในวันที่ ', 'เมื่อ', 'วันที่'],
    original: ['ข้อความต้นฉบับ', 'ข้อความเดิม', 'จดหมายต้นฉบับ'],
    from: ['จาก'],
    date: ['ส่ง', 'ส่งเมื่อ', 'วันที่'],
    to: ['ถึง'],
    subject: ['เรื่อง', 'หัวเรื่อง', 'หัวข้อ'],
  },
  el: {
    wrote: ['έγραψε'],
    openings: ['στις ', 'την '],
    original: ['αρχικό μήνυμα', 'πρωτότυπο μήνυμα'],
    from: ['από'],
    date: ['στάλθηκε', 'ημερομηνία', 'αποστολή', 'εστάλη'],
    to: ['προς'],
    subject: ['θέμα'],
  },
  uk: {
    wrote: ['пише', 'написав', 'написала'],
    openings: [],
    original: ['оригінальне повідомлення', 'вихідне повідомлення', 'початкове повідомлення'],
    from: ['від', 'відправник'],
    date: ['надіслано', 'відправлено', 'дата'],
    to: ['кому'],
    subject: ['тема'],
  },
  tr: {
    wrote: ['yazdı'],
    openings: [],
    original: ['orijinal mesaj', 'orijinal ileti', 'özgün ileti', 'özgün mesaj'],
    from: ['kimden', 'gönderen'],
    date: ['gönderildi', 'gönderme tarihi', 'gönderim tarihi', 'tarih'],
    to: ['kime', 'alıcı'],
    subject: ['konu'],
  },
};
