import type { payments as en } from '../en/payments.ts';

export const payments: typeof en = {
  title: 'Paiements',
  intro:
    'Connectez un prestataire de paiement pour que vos clients puissent régler leurs factures en ligne. L’argent arrive directement sur votre compte chez le prestataire, et aucune donnée de carte ne parvient à ce service.',
  testMode:
    'Ceci est un compte de test : il n’accepte que des clés de test, et personne ne paie avec de l’argent réel.',
  noPublicUrl:
    'Ce service n’a pas d’URL https:// publique : le prestataire ne peut pas l’avertir. Les paiements sont demandés au prestataire et trouvés au plus tard après une heure.',
  none: 'Aucun prestataire de paiement n’est connecté. Les factures indiquent votre compte bancaire, si vous en avez saisi un.',
  states: {
    connected: 'Connecté. Les clients peuvent payer leurs factures en ligne.',
    key_refused:
      '{provider} refuse la clé. Tant que vous n’en saisissez pas une nouvelle, personne ne peut payer en ligne.',
    unreadable:
      'La clé enregistrée est illisible : le secret de ce service a été changé ou n’a pas été restauré. Tant que vous ne saisissez pas les clés à nouveau, personne ne peut payer en ligne.',
  },
  keyEnds: 'La clé se termine par {digits}',
  live: 'Mode réel',
  test: 'Mode test',
  since: 'Connecté',
  url: 'URL des notifications',
  connect: 'Connecter {provider}',
  renew: 'Remplacer les clés de {provider}',
  changeTo: 'Passer à {provider}',
  stripeUrl:
    'Dans le Dashboard de Stripe, ajoutez un webhook (Développeurs → Webhooks) avec cette URL et ces événements :',
  stripeKeys:
    'Copiez ensuite sa clé secrète de signature et votre clé secrète (Développeurs → Clés API) dans ces champs :',
  stripeRenew:
    'Avec la clé ou la clé de signature actuelle, le webhook chez Stripe reste tel quel. Si les deux sont nouvelles, ajoutez un webhook avec cette URL et ces événements :',
  mollieKeys: 'Dans le Dashboard de Mollie, ouvrez Développeurs → Clés API et copiez la clé dans ce champ :',
  secretKey: 'Clé secrète',
  apiKey: 'Clé API',
  begins: 'Commence par {text}',
  webhookSecret: 'Clé secrète de signature',
  keyRefused: '{provider} refuse cette clé.',
  keyLive: 'Ceci est une clé réelle. Un compte de test a besoin d’une clé de test.',
  keyTest: 'Ceci est une clé de test. Un compte réel a besoin d’une clé réelle.',
  secretWrong: 'Saisissez la clé secrète de signature.',
  unreachable:
    '{provider} n’a pas répondu, la clé n’a donc pas pu être vérifiée. Rien n’a été modifié. Réessayez dans un instant.',
  secretNeeded:
    'Les clés ne peuvent pas encore être enregistrées en sécurité. L’administrateur de ce service doit d’abord configurer la clé secrète du service.',
  done: '{provider} est connecté.',
  disconnect: 'Déconnecter {provider}',
  disconnectHint:
    'Les clients ne pourront plus commencer de paiement en ligne. Les paiements déjà commencés seront encore enregistrés.',
  disconnected: 'Le prestataire de paiement est déconnecté.',
  mailSubjects: {
    connected: '{provider} a été connecté à {business}',
    replaced: 'La connexion de {business} à {provider} a été remplacée',
    disconnected: '{provider} a été déconnecté de {business}',
  },
  mailText: '{name} l’a fait dans la console.',
  mailKey: 'La clé se termine par',
  mailNote:
    'Si vous ne vous y attendiez pas, consultez « Paiements » et « Personnes » dans les paramètres et changez votre mot de passe maintenant.',
  refund: 'Rembourser',
  refundOf: 'Rembourser le paiement de {amount}',
  refundTitle: 'Rembourser un paiement de {number}',
  refundText: '{provider} rend l’argent au client. Cette opération est irréversible.',
  refundAmount: 'Montant à rembourser',
  refundLeft: 'Il reste au plus {amount} de ce paiement.',
  refunded: 'Le remboursement est enregistré.',
  refundUnreachable:
    '{provider} n’a pas répondu. Appuyez de nouveau sur le bouton : rien n’est remboursé deux fois.',
  refundRefused:
    '{provider} a refusé le remboursement. Consultez son dashboard pour en connaître la raison, ou remboursez là-bas : cela est enregistré ici automatiquement.',
  refundRunning: 'Ce paiement est en cours de remboursement. Attendez une minute, puis regardez à nouveau.',
};

/** Payments from bank statements. */
export const statements = {
  title: 'Importer des paiements',
  intro:
    'Importez le relevé de votre banque : CAMT.052, CAMT.053, CAMT.054 ou CSV. Rien n’est enregistré avant votre confirmation.',
  file: 'Relevé bancaire',
  fileHint: '{size} au maximum. Le fichier n’est pas conservé.',
  read: 'Lire le relevé',
  noFile: 'Choisissez un fichier.',
  unreadable:
    'Ce fichier ne peut pas être lu comme un relevé bancaire. Exportez-le de nouveau en CAMT.052, CAMT.053, CAMT.054 ou CSV avec une date et un montant.',
  tooLarge: 'Le fichier est trop volumineux. Exportez une période plus courte.',
  choose:
    'Cochez les paiements à enregistrer. Ceux dont la référence ou le numéro et le montant concordent sont déjà cochés. Si un paiement règle plusieurs factures, cochez chacune d’elles.',
  received: 'Reçu',
  paysFor: 'Règle',
  why: 'Motif',
  reference: 'La référence concorde',
  number: 'Le numéro concorde',
  amount: 'Seul le montant concorde',
  record: 'Enregistrer les paiements cochés',
  recordedCount: 'Paiements enregistrés : {n}.',
  nothingTicked: 'Aucun paiement n’était coché.',
  refused:
    'Non enregistrés : {n}. Le montant dû est désormais inférieur au paiement, d’autres factures épuisent le paiement, ou la facture a changé.',
  recorded: 'Déjà enregistré',
  unmatched: 'Paiements sans facture correspondante',
  unmatchedText: 'S’ils concernent une facture, enregistrez-les sur sa page.',
  nothingNew: 'Aucun paiement de ce relevé ne correspond à une facture ouverte.',
  counts: 'Déjà enregistrés : {recorded}. Sans correspondance : {unmatched}. Hors encaissements : {ignored}.',
  perhaps:
    'Peut-être déjà enregistré : il existe un paiement de ce jour et de ce montant. Ne le cochez que s’il s’agit d’un autre.',
  left: 'Pas encore enregistré : {amount}',
  askDecimal:
    'Le fichier ne montre pas si un montant comme 5,000 comporte des décimales ou des milliers. Indiquez ce qui précède les décimales et choisissez de nouveau le fichier.',
  decimal: 'Avant les décimales',
  decimalPoint: 'Un point : 1,234.567',
  decimalComma: 'Une virgule : 1.234,567',
  askDateOrder:
    'Le fichier ne montre pas si ses dates commencent par le jour ou par le mois. Indiquez-le et choisissez de nouveau le fichier.',
  dateOrder: 'Dates',
  dayFirst: 'Jour d’abord : 31/12/2026',
  monthFirst: 'Mois d’abord : 12/31/2026',
  ignored: 'Écritures écartées',
  ignoredText:
    'Ces écritures ne sont pas des encaissements ou ne peuvent pas être lues. Les nombres sont des lignes du fichier.',
  ignoredReasons: {
    unreadable: 'Guillemets mal appariés',
    date: 'Date illisible',
    amount: 'Montant illisible',
    currency: 'Devise inconnue',
    pending: 'Non comptabilisé ou refusé',
    reversal: 'Annulation',
    zero_amount: 'Montant nul',
    debit: 'Débit',
  },
};
