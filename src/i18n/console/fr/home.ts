import type { home as english } from '../en/home.ts';

export const home: typeof english = {
  todo: 'À faire',
  nothingTitle: 'Rien à faire',
  nothingText:
    'Chaque devis est en route et chaque question a sa réponse. Profitez-en, ou faites un nouveau devis.',
  drafts: { one: '{n} brouillon non envoyé', other: '{n} brouillons non envoyés' },
  expiring: { one: '{n} devis expire cette semaine', other: '{n} devis expirent cette semaine' },
  questions: { one: '{n} question sans réponse', other: '{n} questions sans réponse' },
  failedMails: { one: '{n} e-mail en échec', other: '{n} e-mails en échec' },
  questionFrom: '{name} au sujet de {number}',
  failedTo: '{number} à {address} : {response}',
  noReason: 'le serveur de messagerie n’a donné aucune raison',
  first: 'Faites votre premier devis',
  firstText: 'Cela prend deux minutes : choisissez un client, écrivez quelques lignes, envoyez.',
  progress: 'Où vous en êtes',
  open: 'Chez les clients en ce moment',
  openCount: { one: '{n} devis', other: '{n} devis' },
  winRate: 'Taux de réussite',
  winRateOf: '{won} gagnés, {lost} perdus',
  days: 'Jours avant une réponse',
  daysHint: 'La moitié des réponses est arrivée plus tôt',
  none: 'Pas encore de réponse',
  months: 'Gagnés et perdus par mois',
  month: 'Mois',
  won: 'Gagnés',
  lost: 'Perdus',
  reasons: 'Pourquoi les clients ont refusé',
  times: { one: '{n} fois', other: '{n} fois' },
  counting:
    'Les devis d’une version antérieure sont encore en cours de comptage : ces chiffres vont augmenter.',
};
