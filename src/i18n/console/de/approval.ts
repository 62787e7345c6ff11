import type { approval as en } from '../en/approval.ts';

export const approval: typeof en = {
  title: 'Freigabe',
  needed: 'Braucht Freigabe',
  neededText:
    'Bis zur Freigabe kann es nicht gesendet, nicht als angenommen erfasst und nicht abgerechnet werden.',
  neededAgain: 'Was gesendet wurde, gilt weiter. Um es erneut zu senden, braucht es eine Freigabe.',
  reasons: {
    totalFrom: 'Mit allem, was der Kunde wählen kann, erreicht der Gesamtbetrag die Grenze.',
    otherCurrency: 'Es ist nicht in der Währung des Unternehmens.',
    discountFrom: 'Die Rabatte erreichen die Grenze, oder ein Preis liegt unter dem Katalogpreis.',
    marginBelow: 'Die Marge ist zu niedrig, oder die Kosten einer Position fehlen.',
    madeByKeys: 'Ein Programm hat es mit einem API-Schlüssel erstellt oder geändert.',
  },
  ask: 'Freigabe anfragen',
  askAgain: 'Erneut anfragen',
  askText:
    'Die gewählten Personen bekommen eine E-Mail mit einem Link zum Angebot. Entscheiden kann jeder, der freigeben darf.',
  askTextNoMail:
    'Die gewählten Personen sehen die Anfrage auf ihrer Startseite. Es ist kein Mailserver eingerichtet: Sagen Sie ihnen selbst Bescheid.',
  askWhom: 'Wen fragen Sie?',
  note: 'Notiz',
  noteHint: 'Was ist für die Entscheidung wichtig?',
  askedBy: '{name} hat die Freigabe {when} angefragt.',
  decide: 'Ihre Entscheidung',
  decisionNoteHint: 'Sie wird mit Ihrer Entscheidung gesendet.',
  approve: 'Angebot freigeben',
  reject: 'Angebot ablehnen',
  changes: 'Änderungen seit der letzten Freigabe',
  noChanges: 'Es gibt keine Änderungen, die der Kunde sieht.',
  allNew: 'Bisher wurde nichts freigegeben. Bitte prüfen Sie das ganze Angebot.',
  youAsked: 'Sie haben die Freigabe angefragt. Deshalb muss jemand anderes entscheiden.',
  youChanged:
    'Sie haben dieses Angebot seit der letzten Freigabe geändert. Deshalb muss jemand anderes entscheiden.',
  mayNot: 'Sie dürfen keine Angebote freigeben. Diese Personen dürfen es: {names}.',
  approvedBy: '{name} hat es {when} freigegeben.',
  rejectedBy: '{name} hat es {when} abgelehnt.',
  rejectedNext: 'Ändern Sie das Angebot, oder fragen Sie erneut an.',
  didAsk: 'Die Freigabe ist angefragt.',
  didApprove: 'Freigegeben. Das Angebot kann jetzt gesendet werden.',
  didReject: 'Abgelehnt. So kann das Angebot nicht gesendet werden.',
  required:
    'Dieses Angebot braucht zuerst eine Freigabe. Auf seiner Seite steht, warum, und wie Sie sie anfragen.',
  forbidden: 'Über diese Freigabe können Sie nicht entscheiden. Auf der Seite des Angebots steht, warum.',
  notNeeded: 'Dieses Angebot braucht keine Freigabe.',
  neededShort: 'Braucht vor dem Senden eine Freigabe',
  states: { requested: 'Wartet auf Freigabe', approved: 'Freigegeben', rejected: 'Freigabe abgelehnt' },
  toApprove: {
    one: '{n} Angebot wartet auf Ihre Freigabe',
    other: '{n} Angebote warten auf Ihre Freigabe',
  },
  settingsIntro:
    'Angebote, auf die eine Regel zutrifft, muss vor dem Senden jemand anderes freigeben. Leere Felder sind Regeln, die nicht gelten.',
  rules: 'Ein Angebot braucht eine Freigabe, wenn',
  totalFrom: 'der Gesamtbetrag mindestens so hoch ist',
  totalFromHint:
    'In {currency}, mit allem, was der Kunde wählen kann. Angebote in anderen Währungen brauchen dann immer eine Freigabe.',
  discountFrom: 'die Rabatte mindestens so hoch sind (Prozent)',
  discountFromHint:
    'Rabatte auf Positionen und auf das ganze Angebot zusammen. Auch Preise unter dem Katalogpreis zählen.',
  marginBelow: 'die Marge niedriger ist (Prozent)',
  marginBelowHint:
    'Die Marge ist, was vom Nettobetrag nach Abzug der Kosten bleibt. Eine Position ohne Kosten braucht eine Freigabe.',
  madeByKeys: 'es mit einem API-Schlüssel erstellt oder geändert wurde',
  madeByKeysHint: 'Für Programme und Agenten: Ein Mensch sieht jedes ihrer Angebote vor dem Kunden.',
  save: 'Freigaberegeln speichern',
  approvers: 'Wer freigeben darf',
  approversText: 'Inhaber dürfen immer freigeben. Mitgliedern geben Sie dieses Recht unter Personen.',
  approversOne: 'Nur eine Person darf freigeben. Sie kann deshalb auch eigene Angebote freigeben.',
  openPeople: 'Personen öffnen',
  mailAsked: '{name} bittet Sie um die Freigabe von {number}',
  mailAskedText: 'Das Angebot „{title}“ von {business} braucht vor dem Senden eine Freigabe.',
  mailApproved: '{name} hat {number} freigegeben',
  mailApprovedText: 'Das Angebot „{title}“ von {business} kann jetzt gesendet werden.',
  mailRejected: '{name} hat {number} abgelehnt',
  mailRejectedText:
    'Das Angebot „{title}“ von {business} kann so nicht gesendet werden. Ändern Sie es, oder fragen Sie erneut an.',
  mailOpen: 'Angebot öffnen',
  mailNote:
    'Sie bekommen diese E-Mail, weil Sie Proffer für {business} nutzen. Melden Sie sich an, um das Angebot zu sehen.',
  mailMany: 'Mehrere Angebote warten auf Ihre Freigabe',
  mailManyText:
    'Das ist die {count}. Bitte innerhalb einer Stunde, Angebote von {business} freizugeben. Bis die Stunde um ist, kommen weitere Bitten ohne E-Mail. Die Startseite zeigt alles, was auf Sie wartet.',
  mailManyOpen: 'Startseite öffnen',
  mailManyNote: 'Sie bekommen diese E-Mail, weil Sie Proffer für {business} nutzen.',
};
