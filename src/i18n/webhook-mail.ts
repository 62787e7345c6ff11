import type { Locale } from './locale.ts';

const en = {
  subject: 'Webhook endpoint disabled: {host}',
  heading: 'Webhook endpoint disabled',
  gone: 'This endpoint answered “410 Gone”. It has been disabled: no events are sent to it any more.',
  failing:
    'Every delivery to this endpoint has failed for five days. It has been disabled: no events are sent to it any more.',
  whatToDo:
    'If you still need it, repair the receiver, enable the endpoint again and replay the events that it missed; they are kept for {days} days. Until then, nothing is queued for it. If you no longer need it, delete it.',
  byApi: 'With the API: PATCH {url} with {"enabled": true}, then POST {url}/replay.',
  endpoint: 'Endpoint',
  description: 'Description',
  failingSince: 'Failing since',
  lastAnswer: 'Last response',
};

export type WebhookMailTexts = typeof en;

const de: WebhookMailTexts = {
  subject: 'Webhook-Endpunkt deaktiviert: {host}',
  heading: 'Webhook-Endpunkt deaktiviert',
  gone: 'Dieser Endpunkt hat mit „410 Gone“ geantwortet. Er wurde deaktiviert: Es werden keine Ereignisse mehr an ihn gesendet.',
  failing:
    'Seit fünf Tagen ist jede Zustellung an diesen Endpunkt fehlgeschlagen. Er wurde deaktiviert: Es werden keine Ereignisse mehr an ihn gesendet.',
  whatToDo:
    'Wenn Sie ihn noch brauchen, reparieren Sie den Empfänger, aktivieren Sie den Endpunkt wieder und lassen Sie die verpassten Ereignisse erneut senden; sie werden {days} Tage aufbewahrt. Bis dahin wird nichts für ihn vorgemerkt. Wenn Sie ihn nicht mehr brauchen, löschen Sie ihn.',
  byApi: 'Mit der API: PATCH {url} mit {"enabled": true}, danach POST {url}/replay.',
  endpoint: 'Endpunkt',
  description: 'Beschreibung',
  failingSince: 'Fehlerhaft seit',
  lastAnswer: 'Letzte Antwort',
};

const fr: WebhookMailTexts = {
  subject: 'Point de terminaison webhook désactivé : {host}',
  heading: 'Point de terminaison webhook désactivé',
  gone: 'Ce point de terminaison a répondu « 410 Gone ». Il a été désactivé : plus aucun événement ne lui est envoyé.',
  failing:
    'Depuis cinq jours, toutes les livraisons à ce point de terminaison échouent. Il a été désactivé : plus aucun événement ne lui est envoyé.',
  whatToDo:
    'Si vous en avez encore besoin, réparez le récepteur, réactivez le point de terminaison et renvoyez les événements manqués ; ils sont conservés {days} jours. D’ici là, rien n’est mis en attente pour lui. Si vous n’en avez plus besoin, supprimez-le.',
  byApi: 'Avec l’API : PATCH {url} avec {"enabled": true}, puis POST {url}/replay.',
  endpoint: 'Point de terminaison',
  description: 'Description',
  failingSince: 'En échec depuis',
  lastAnswer: 'Dernière réponse',
};

const es: WebhookMailTexts = {
  subject: 'Endpoint de webhook desactivado: {host}',
  heading: 'Endpoint de webhook desactivado',
  gone: 'Este endpoint respondió «410 Gone». Se ha desactivado: ya no se le envía ningún evento.',
  failing:
    'Todas las entregas a este endpoint han fallado durante cinco días. Se ha desactivado: ya no se le envía ningún evento.',
  whatToDo:
    'Si todavía lo necesita, repare el receptor, vuelva a activar el endpoint y reenvíe los eventos perdidos; se conservan {days} días. Hasta entonces no se pone nada en cola para él. Si ya no lo necesita, elimínelo.',
  byApi: 'Con la API: PATCH {url} con {"enabled": true} y después POST {url}/replay.',
  endpoint: 'Endpoint',
  description: 'Descripción',
  failingSince: 'Fallos desde',
  lastAnswer: 'Última respuesta',
};

const ar: WebhookMailTexts = {
  subject: 'تم تعطيل نقطة نهاية Webhook: {host}',
  heading: 'تم تعطيل نقطة نهاية Webhook',
  gone: 'أجابت نقطة النهاية هذه بـ «410 Gone»، فتم تعطيلها ولن تُرسل إليها أي أحداث بعد الآن.',
  failing:
    'فشلت كل محاولات التسليم إلى نقطة النهاية هذه طوال خمسة أيام، فتم تعطيلها ولن تُرسل إليها أي أحداث بعد الآن.',
  whatToDo:
    'إذا كنت لا تزال بحاجة إليها، فأصلح المستقبِل ثم أعد تفعيل نقطة النهاية وأعد إرسال الأحداث الفائتة؛ تُحفظ الأحداث لمدة {days} يومًا. وحتى ذلك الحين لا يوضع لها شيء في قائمة الانتظار. وإذا لم تعد بحاجة إليها، فاحذفها.',
  byApi: 'عبر API: ‏PATCH {url} مع {"enabled": true}، ثم POST {url}/replay.',
  endpoint: 'نقطة النهاية',
  description: 'الوصف',
  failingSince: 'تفشل منذ',
  lastAnswer: 'آخر استجابة',
};

const TEXTS: Partial<Record<Locale['language'], WebhookMailTexts>> = { en, de, fr, es, ar };

/** Texts in a language of the console, where the endpoint was created; English otherwise. */
export function findWebhookMailTexts(requested: Locale): { locale: Locale; t: WebhookMailTexts } {
  const t = TEXTS[requested.language];
  return t ? { locale: requested, t } : { locale: { tag: 'en', language: 'en', direction: 'ltr' }, t: en };
}
