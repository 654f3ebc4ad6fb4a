import type { Creative } from '@magpie/server/studio/makers/maker';

const shared = { proof: null, colors: [], follows: [], brandName: 'Northway' } as const;

/** Copy in languages with accents, besides that of the examples of templates. */
export const creatives: readonly Creative[] = [
  {
    ...shared,
    productName: 'Randonnées du soir',
    headline: 'Quittez la ville à cinq heures, respirez là-haut à sept',
    text: 'Des marches guidées pour ceux qui travaillent demain.',
    points: ['Petits groupes', 'Équipement compris', 'De retour à onze heures'],
    offer: 'Dès 39 €',
    callToAction: 'Trouver une randonnée',
    language: 'fr',
  },
  {
    ...shared,
    productName: 'Café de altura',
    headline: 'El café que despierta también a los vecinos',
    text: 'Tostado cada mañana en un pequeño taller de Cádiz y enviado el mismo día.',
    points: ['Tueste del día', 'Sin suscripción', 'Envío en 24 horas'],
    offer: '12 € por bolsa',
    callToAction: 'Pruébalo ahora',
    language: 'es',
  },
  {
    ...shared,
    productName: 'Lampada Luna',
    headline: 'La luce che sa quando è ora di dormire',
    text: 'Si abbassa da sola la sera, così non devi più cercare l’interruttore.',
    points: ['Dura dieci anni', 'Fatta a mano', 'Si ripara, non si butta'],
    offer: 'Da 89 €',
    callToAction: 'Scopri di più',
    language: 'it',
  },
  {
    ...shared,
    productName: 'Bicicleta dobrável',
    headline: 'Cabe no elevador, no comboio e debaixo da secretária',
    text: 'Dobra-se em oito segundos e pesa menos do que as compras da semana.',
    points: ['Nove quilos', 'Travões de disco', 'Revisão grátis'],
    offer: 'Até 30 % de desconto',
    callToAction: 'Marcar um passeio',
    language: 'pt',
  },
  {
    ...shared,
    productName: 'Regenjas Delft',
    headline: 'Droog op de fiets, ook als het weer niet meewerkt',
    text: 'Gemaakt van oude visnetten, en warm genoeg voor de hele winter.',
    points: ['Waterdicht en licht', 'Zakken die dicht kunnen', 'Vijf jaar garantie'],
    offer: 'Nu € 129',
    callToAction: 'Bekijk de jas',
    language: 'nl',
  },
];
