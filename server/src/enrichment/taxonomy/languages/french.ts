import type { CuesByTag } from '../category.ts';

/** French phrases for the most common tags, by tag id. */
export const french: CuesByTag = {
  101: {
    sure: '(fatigué|fatiguée|fatigués|marre|assez) (de|des|du|d), (en avez vous|en) (assez|marre), fini (les|le|la), dites adieu, (souffrez|souffrir) (vous |) de',
    likely: 'plus besoin de',
    hint: '<question>, problème, problèmes',
  },
  108: {
    sure: '(nouvelle|nouvelles) (collection|collections|arrivage|gamme|saison), nouveauté, nouveautés, (vient|viennent) d (arriver|ouvrir), est arrivée, sont arrivés, disponible (dès maintenant|maintenant)',
    likely: '^ nouveau, ^ nouvelle, nos nouveaux, nos nouvelles',
  },
  112: {
    sure: 'fait main, faits main, faite main, faites main, à la main, fabrication artisanale, artisanal, artisanale',
  },
  113: {
    sure: 'ingrédients (naturels|bio|d origine naturelle), 100 % naturel, naturels et bio, sans additifs, d origine naturelle',
  },
  114: {
    sure: 'durable, durables, écologique, écologiques, éco responsable, écoresponsable, recyclé, recyclée, recyclés, zéro déchet, neutre en carbone, panneaux solaires',
  },
  117: { sure: 'personnalisé, personnalisée, personnalisés, personnalisable, sur mesure, gravé, gravure' },
  121: {
    sure: 'depuis <year>, savoir faire (ancestral|traditionnel), tradition, de génération en génération',
    not: 'depuis # (jours|mois|heures|ans)',
  },
  125: {
    sure: 'made in france, (fabriqué|fabriquée|fabriqués|fabriquées|conçu|confectionné|cousu) en (france|italie|europe|bretagne|normandie|_)',
  },
  127: {
    sure: 'on recrute, nous recrutons, recrutement, (rejoignez|rejoins) (notre|nos) (équipe|équipes), offre d emploi, offres d emploi, poste à pourvoir, postes à pourvoir, cdi, cdd',
  },
  201: {
    sure: 'derniers (jours|heures), dernières (heures|pièces|places), dernière chance, vite, dépêchez vous, plus que # (jours|heures), profitez en vite, ne tardez pas',
    not: 'au plus vite',
  },
  302: { sure: 'perdre (du poids|des kilos|# kilos|# kg), perte de poids, maigrir, minceur' },
  303: { sure: 'votre santé, santé (et|mentale|au), bien être, compléments alimentaires, immunité' },
  305: {
    sure: 'mieux dormir, meilleur sommeil, votre sommeil, matelas, insomnie, sommeil réparateur, dormez mieux',
  },
  307: {
    sure: '(faites|faire) des économies, (économisez|économiser) (sur|de l argent), (réduisez|réduire|baisser) (vos|votre|la|les) (facture|factures)',
  },
  311: {
    sure: '(apprenez|apprendre|apprends|maîtrisez) (l|le|la|à|une|un|les) _, formation (en ligne|gratuite|à|certifiante), cours (en ligne|de|d|particuliers)',
  },
  321: {
    sure: 'délicieux, délicieuse, gourmand, gourmande, gourmandise, savoureux, recettes, restaurant, chocolat',
    not: 'chocolat chaud couleur',
  },
  326: { sure: 'peau nette, acné, boutons, imperfections' },
  327: { sure: '(vos|mes|des|chute des|cheveux) cheveux, shampoing, chute de cheveux' },
  407: { sure: 'saviez vous, le saviez vous, savais tu' },
  414: { sure: '(dites|dis) (adieu|au revoir|stop), adieu, fini (les|le|la)' },
  501: {
    sure: '- # %, # % (de réduction|de remise|de rabais|offerts|sur tout|sur toute|sur votre|sur la), jusqu à (- |) # %, remise de # %, réduction de # %',
  },
  502: {
    sure: '# $ (de réduction|de remise|offerts|d économie), - # $, (économisez|remise de|réduction de) # $',
  },
  503: {
    sure: 'offre (limitée|valable|à durée limitée|flash|exceptionnelle), (jusqu|valable jusqu|seulement jusqu) (à |au |) (dimanche|minuit|ce soir|lundi|_), durée limitée, derniers jours, dernières heures, (ce|uniquement ce) week end (seulement|uniquement|), aujourd hui seulement, vente flash, avant le #',
    not: 'jusqu à (- |) #, jusqu à (votre|vos|la|votre)',
  },
  504: {
    sure: '(livraison|expédition|frais de port|port) (est |) (offerte|gratuite|offert|offerts|gratuits|gratuit), livraison (standard|express|en point relais) (offerte|gratuite)',
  },
  505: {
    sure: '(essai|essayez|essayer|testez|tester) (gratuit|gratuitement), (essai|test) (de |) # (jours|nuits|mois), # (jours|nuits|mois) (d essai|gratuits|offerts), essai gratuit',
  },
  506: {
    sure: '(cadeau|cadeaux) (offert|offerts|gratuit|gratuits), un cadeau (offert|pour toute), en cadeau',
  },
  509: {
    sure: '(avec le|code|le|avec) code (promo|_), code promo, code de réduction, bon de réduction',
    not: 'code postal, qr code, code de la route, le code de',
  },
  510: {
    sure: 'satisfait ou remboursé, satisfaite ou remboursée, satisfaits ou remboursés, garantie de remboursement, remboursement intégral',
  },
  512: {
    sure: '(guide|livre blanc|ebook|pdf) (gratuit|offert), téléchargez (le|notre|votre) (guide|livre blanc|ebook)',
  },
  516: {
    sure: '(jeu|grand jeu) concours, concours, tirage au sort, (gagnez|à gagner|tentez de gagner) _',
    not: 'gagnez du temps, gagnez en, concours (administratif|de la fonction)',
  },
  518: {
    sure: '(consultation|bilan|diagnostic|rendez vous|séance) (gratuit|gratuite|offert|offerte), (premier|première) (rendez vous|consultation|séance) (offert|offerte|gratuit|gratuite)',
  },
  519: {
    sure: '(devis|estimation) (est |) (gratuit|gratuite|en ligne|en #|personnalisé), demandez (votre|un) devis',
  },
  520: {
    sure: '(votre|ta|première) première commande, première commande, nouveaux clients, offre de bienvenue',
  },
  523: { sure: 'soldes, (vente|ventes) (privée|privées|flash), promotions, promos, braderie, déstockage' },
  525: { sure: 'retours (gratuits|offerts|et échanges gratuits), retour (gratuit|offert)' },
  526: {
    sure: '(stock|stocks|quantités|places|nombre de places) (limité|limités|limitées|limitée), dernières (pièces|places), plus que # (places|pièces|exemplaires), jusqu à épuisement, bientôt épuisé, dans la limite des stocks',
  },
  532: {
    sure: '(entièrement|totalement|100 %) gratuit, gratuitement, application gratuite, inscription gratuite',
    not: '(essayez|testez|essayer|tester) gratuitement',
  },
  601: { sure: 'avis clients, témoignage, témoignages, nos clients (disent|témoignent), clients satisfaits' },
  603: {
    sure: '(plus de|déjà|rejoignez|rejoignez les) # (millions de |) (clients|clientes|utilisateurs|familles|femmes|personnes|français|membres|entreprises)',
  },
  605: {
    sure: '(recommandé|recommandée|recommandés|approuvé|conçu|développé|testé|testée) (par|avec) (des |les |nos |) (dermatologues|médecins|experts|dentistes|vétérinaires|pharmaciens|nutritionnistes|pédiatres), testé dermatologiquement',
  },
  610: {
    sure: '(artisans|certifié|certifiée|certifiés|certifiées|label) (certifiés|bio|par|rge|ab|_), certifiés',
  },
  701: {
    sure: '(vos|tes|les|nos|pour) enfants, parents, mamans, papas',
    not: 'médecins sans, sauver les enfants, grands parents',
  },
  703: { sure: '(pour|les) femmes, pour elle, soutien gorge, fatiguée, satisfaite' },
  714: { sure: 'débutants, débutant, débutante, pour débuter', not: 'débutants acceptés, débutant accepté' },
  801: {
    sure: 'sans (engagement|obligation|abonnement|engagement de durée), (résiliable|annulable|résiliez|annulez) (à |) (tout moment|quand|gratuitement)',
  },
  804: {
    sure: 'débutants acceptés, débutant accepté, sans expérience, aucune expérience, (aucun|sans) (prérequis|diplôme)',
  },
  805: {
    sure: 'sans (parfum|parabènes|sulfates|paraben|silicone|aluminium|alcool|produits chimiques|perturbateurs)',
  },
  806: { sure: 'sans (sucre|sucres|gluten|lactose|sucres ajoutés)' },
  807: {
    sure: 'en (seulement |moins de |quelques |) (# |deux |cinq |dix |) (minutes|secondes|clics) (par jour|chrono|), # minutes par jour',
    not: 'minutes (de|à pied|du)',
  },
  819: { sure: '(peaux|peau) (sensibles|sensible|réactive|réactives|atopique|atopiques)' },
  903: { sure: 'noël, cadeaux de noël, calendrier de l avent' },
  905: { sure: 'fête des mères, bonne fête maman' },
  910: {
    sure: 'été (est|arrive|prochain|20), (d|l|cet|en|pour l) été',
    not: 'a été, ont été, avez été, j ai été, ai été, avoir été, n a pas été, l été indien',
  },
  912: { sure: 'printemps, printanier, printanière' },
  919: {
    sure: '(idée|idées) (cadeau|cadeaux), (le|un) cadeau (parfait|idéal|original), cadeau (pour|idéal|parfait|de noël), offrez (lui|leur|un cadeau)',
    not: 'cadeau offert',
  },
  920: { sure: 'ce week end, le week end, samedi et dimanche' },
  1101: {
    sure: '(téléchargez|installez|téléchargement de|via) (l|notre|votre) (application|appli|app), notre (appli|application)',
  },
  1102: { sure: '(prenez|prendre|réservez|réserver) (votre |un |) (rendez vous|rdv|créneau|séance)' },
  1106: { sure: '(postulez|postuler|candidatez|postule), envoyez (votre|nous votre) (cv|candidature)' },
  1107: {
    sure: '(faites|faire|faites un|je fais) (un |) don, (votre|vos) (don|dons), donnez (maintenant|aujourd)',
  },
  522: { not: '# $ (de réduction|de remise|offerts|d achat|d achats), dès # $' },
};
