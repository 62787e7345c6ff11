import type { approval as en } from '../en/approval.ts';

export const approval: typeof en = {
  title: 'Approbation',
  needed: 'À approuver',
  neededText:
    'Tant qu’il n’est pas approuvé, il ne peut être ni envoyé, ni enregistré comme accepté, ni facturé.',
  neededAgain: 'Ce qui a été envoyé reste valable. Pour l’envoyer à nouveau, il doit être approuvé.',
  reasons: {
    totalFrom: 'Avec tout ce que le client peut choisir, son total atteint la limite.',
    otherCurrency: 'Il n’est pas dans la devise de l’entreprise.',
    discountFrom: 'Ses remises atteignent la limite, ou un prix est inférieur au prix du catalogue.',
    marginBelow: 'Sa marge est trop faible, ou le coût d’une ligne manque.',
    madeByKeys: 'Un programme l’a créé ou modifié avec une clé d’API.',
  },
  ask: 'Demander l’approbation',
  askAgain: 'Demander à nouveau',
  askText:
    'Les personnes choisies reçoivent un e-mail avec un lien vers le devis. Toute personne habilitée peut décider.',
  askTextNoMail:
    'Les personnes choisies voient la demande sur leur page d’accueil. Aucun serveur de messagerie n’est configuré : prévenez-les vous-même.',
  askWhom: 'À qui le demandez-vous ?',
  note: 'Note',
  noteHint: 'Que faut-il savoir avant de décider ?',
  askedBy: '{name} a demandé l’approbation {when}.',
  decide: 'Votre décision',
  decisionNoteHint: 'Elle est envoyée avec votre décision.',
  approve: 'Approuver le devis',
  reject: 'Rejeter le devis',
  changes: 'Modifications depuis la dernière approbation',
  noChanges: 'Aucune modification n’est visible pour le client.',
  allNew: 'Aucun contenu n’a encore été approuvé : vérifiez le devis en entier.',
  youAsked: 'Vous avez demandé cette approbation : quelqu’un d’autre doit décider.',
  youChanged: 'Vous avez modifié ce devis depuis sa dernière approbation : quelqu’un d’autre doit décider.',
  mayNot: 'Vous ne pouvez pas approuver de devis. Ces personnes le peuvent : {names}.',
  approvedBy: '{name} l’a approuvé {when}.',
  rejectedBy: '{name} l’a rejeté {when}.',
  rejectedNext: 'Modifiez le devis ou demandez à nouveau.',
  didAsk: 'L’approbation a été demandée.',
  didApprove: 'Approuvé. Le devis peut maintenant être envoyé.',
  didReject: 'Rejeté. Le devis ne peut pas être envoyé tel quel.',
  required: 'Ce devis doit d’abord être approuvé. Sa page dit pourquoi, et comment le demander.',
  forbidden: 'Vous ne pouvez pas décider de cette approbation. La page du devis dit pourquoi.',
  notNeeded: 'Ce devis n’a pas besoin d’approbation.',
  neededShort: 'Doit être approuvé avant l’envoi',
  states: { requested: 'En attente d’approbation', approved: 'Approuvé', rejected: 'Approbation rejetée' },
  toApprove: {
    one: '{n} devis attend votre approbation',
    other: '{n} devis attendent votre approbation',
  },
  settingsIntro:
    'Les devis concernés par une règle doivent être approuvés par quelqu’un d’autre avant l’envoi. Un champ vide est une règle qui ne s’applique pas.',
  rules: 'Un devis doit être approuvé si',
  totalFrom: 'son total est d’au moins',
  totalFromHint:
    'En {currency}, avec tout ce que le client peut choisir. Les devis dans une autre devise doivent alors toujours être approuvés.',
  discountFrom: 'ses remises sont d’au moins (pour cent)',
  discountFromHint:
    'Remises des lignes et du devis réunies. Les prix inférieurs à ceux du catalogue comptent aussi.',
  marginBelow: 'sa marge est inférieure à (pour cent)',
  marginBelowHint:
    'La marge est ce qui reste du total hors taxes après les coûts. Une ligne sans coût doit être approuvée.',
  madeByKeys: 'il a été créé ou modifié avec une clé d’API',
  madeByKeysHint:
    'Pour les programmes et les agents : une personne voit chacun de leurs devis avant le client.',
  save: 'Enregistrer les règles',
  approvers: 'Qui peut approuver',
  approversText: 'Les propriétaires peuvent toujours approuver. Donnez ce droit aux membres sous Personnes.',
  approversOne: 'Une seule personne peut approuver : elle peut donc aussi approuver ses propres devis.',
  openPeople: 'Ouvrir Personnes',
  mailAsked: '{name} vous demande d’approuver {number}',
  mailAskedText: 'Le devis « {title} » de {business} doit être approuvé avant l’envoi.',
  mailApproved: '{name} a approuvé {number}',
  mailApprovedText: 'Le devis « {title} » de {business} peut maintenant être envoyé.',
  mailRejected: '{name} a rejeté {number}',
  mailRejectedText:
    'Le devis « {title} » de {business} ne peut pas être envoyé tel quel. Modifiez-le ou demandez à nouveau.',
  mailOpen: 'Ouvrir le devis',
  mailNote:
    'Vous recevez cet e-mail parce que vous utilisez Proffer pour {business}. Connectez-vous pour voir le devis.',
  mailMany: 'Plusieurs devis attendent votre approbation',
  mailManyText:
    'C’est la demande numéro {count} en une heure pour approuver des devis de {business}. Jusqu’à la fin de l’heure, les demandes suivantes arriveront sans e-mail. L’accueil affiche tout ce qui vous attend.',
  mailManyOpen: 'Ouvrir l’accueil',
  mailManyNote: 'Vous recevez cet e-mail parce que vous utilisez Proffer pour {business}.',
};
