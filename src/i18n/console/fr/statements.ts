/** Payments from bank statements. */
export const statements = {
  title: 'Importer des paiements',
  intro:
    'Importez le relevé de votre banque : CAMT.053, CAMT.054 ou CSV. Rien n’est enregistré avant votre confirmation.',
  file: 'Relevé bancaire',
  fileHint: '{size} au maximum. Le fichier n’est pas conservé.',
  read: 'Lire le relevé',
  noFile: 'Choisissez un fichier.',
  unreadable:
    'Ce fichier ne peut pas être lu comme un relevé bancaire. Exportez-le de nouveau en CAMT.053, CAMT.054 ou CSV avec une date et un montant.',
  tooLarge: 'Le fichier est trop volumineux. Exportez une période plus courte.',
  choose:
    'Cochez les paiements à enregistrer. Ceux dont la référence ou le numéro et le montant concordent sont déjà cochés.',
  received: 'Reçu',
  paysFor: 'Règle',
  why: 'Motif',
  reference: 'La référence concorde',
  number: 'Le numéro concorde',
  amount: 'Seul le montant concorde',
  record: 'Enregistrer les paiements cochés',
  recordOne: 'Enregistrer le paiement de {amount}',
  recordedCount: 'Paiements enregistrés : {n}.',
  nothingTicked: 'Aucun paiement n’était coché.',
  refused:
    'Non enregistrés : {n}. Le montant dû est désormais inférieur au paiement, ou la facture a changé.',
  recorded: 'Déjà enregistré',
  unmatched: 'Paiements sans facture correspondante',
  unmatchedText: 'S’ils concernent une facture, enregistrez-les sur sa page.',
  nothingNew: 'Aucun paiement de ce relevé ne correspond à une facture ouverte.',
  counts: 'Déjà enregistrés : {recorded}. Sans correspondance : {unmatched}. Hors encaissements : {ignored}.',
};
