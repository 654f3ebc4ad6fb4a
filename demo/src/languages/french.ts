import { phrases, type Grammar } from '../grammar.ts';

/**
 * Products are masculine plurals without an article, after `nos`; pains begin with their own `de`; gains are infinitives that
 * begin with a consonant, so that no `de` before them is elided; audiences follow `pour`.
 */
export const french: Grammar = {
  gap: ' ',
  decimalMark: ',',
  thousandsMark: ' ',
  hooks: phrases(`
    Marre {pain} ?
    Vous en avez assez {pain} ?
    Ras-le-bol {pain} ?
    Et si vous pouviez enfin {gain} ?
    Le secret pour {gain} ? C'est plus simple que vous ne le pensez.
    3 raisons pour lesquelles tout le monde parle de {brand} :
    Arrêtez de scroller si vous avez assez {pain}.
    Imaginez : {gain}, sans effort.
    Personne ne vous dit la vérité sur les {product}.
    Attention : vous ne pourrez plus vous en passer.
  `),
  pitches: phrases(`
    Nos {product} vous aident à {gain}, jour après jour.
    Découvrez nos {product}, pensés pour {audience}.
    Avec {brand}, il est facile de {gain}.
    Des {product} qui tiennent leurs promesses : {feature}, prix juste, zéro prise de tête.
    En moins de cinq minutes, vous êtes prêt à {gain}.
    Conçus pour {audience}, nos {product} vous font gagner du temps et de l'argent.
    Simple, honnête, efficace : {brand} réinvente les {product}.
    Un geste suffit pour {gain}.
  `),
  proofs: phrases(`
    Noté {rating}/5 par plus de {count} clients.
    Déjà {count} clients satisfaits.
    Recommandé par les experts, adoré par {audience}.
    9 clients sur 10 nous recommandent.
    Élu marque de l'année.
    Vu à la télé et dans la presse.
    Lors d’un test, 94 % ont vu la différence en {days} jours.
    Plus de {count} avis cinq étoiles.
  `),
  quotes: phrases(`
    « J'étais sceptique, mais après {days} jours je ne peux plus m'en passer. » – Camille
    « Enfin débarrassée {pain} ! Merci {brand}. » ⭐️⭐️⭐️⭐️⭐️
    « Les meilleurs {product} que j'ai jamais essayés. » – Nicolas, Lyon
    « Réponses rapides, service parfait, je recommande. »
    « Si seulement j'avais connu {brand} plus tôt ! » – Inès, cliente vérifiée
    « J'ai tout essayé, c'est la seule chose qui a marché. »
  `),
  news: phrases(`
    Nouveau chez {brand} : des {product} encore plus réussis.
    Deux ans de travail : voici nos nouveaux {product}.
    Grande nouvelle : {brand} se réinvente.
    Bonne nouvelle pour {audience} : {brand} arrive près de chez vous.
    Vous l'avez demandé, nous l'avons fait : {feature}.
    Une nouvelle façon de {gain}.
  `),
  urgencies: phrases(`
    Plus que {hours} heures !
    Offre à durée limitée.
    Dernière chance avant minuit.
    Aujourd'hui seulement.
    Ne passez pas à côté.
    Dépêchez-vous !
  `),
  guarantees: phrases(`
    Satisfait ou remboursé pendant {days} jours.
    Essayez sans risque pendant {days} jours.
    {days} jours pour changer d’avis.
    Sans engagement, résiliable à tout moment.
    Garantie 2 ans incluse.
    Aucun frais caché.
  `),
  offers: {
    goods: phrases(`
      -{percent} % sur votre première commande avec le code {code}.
      Profitez de {percent} % de réduction et de la livraison offerte.
      Un acheté, un offert, cette semaine seulement.
      À partir de {price}.
      Un cadeau offert dès {price} d'achat.
      Soldes : jusqu'à -{percent} % sur tout le site.
      Bientôt en rupture de stock : -{percent} % dans la limite des stocks disponibles.
      Édition limitée : seulement 500 exemplaires.
      Livraison et retours gratuits.
      Abonnez-vous et économisez {percent} % sur chaque livraison.
    `),
    service: phrases(`
      Essai gratuit de {days} jours, sans carte bancaire.
      -{percent} % la première année pour toute inscription aujourd'hui.
      Avec le code {code}, économisez {percent} %.
      À partir de {price}.
      Le premier mois est offert.
      Parrainez un ami et gagnez {price} chacun.
    `),
    app: phrases(`
      Jeu gratuit !
      Téléchargez maintenant et recevez {count} pièces bonus.
      {percent} % de bonus pour les nouveaux joueurs.
      Des gemmes gratuites avec le code {code}.
      Connectez-vous {days} jours de suite pour une récompense légendaire.
      Rejoignez l'événement et doublez vos gains.
    `),
  },
  closings: {
    goods: phrases(`
      Commandez maintenant 👉
      Découvrez la collection.
      Faites-vous plaisir.
      Faites le quiz en 2 minutes.
      Trouvez votre bonheur sur notre site.
      J'en profite !
    `),
    service: phrases(`
      Commencez gratuitement.
      Réservez votre démo gratuite.
      Inscription en deux minutes.
      En savoir plus sur notre site.
      Téléchargez le guide gratuit.
      Comparez les offres.
    `),
    app: phrases(`
      Installez et jouez gratuitement ! 🎮
      Réussirez-vous le niveau 10 ?
      Seulement 1 % des joueurs y arrivent.
      Téléchargez dès aujourd'hui.
      Jouez avec vos amis.
      L'aventure commence maintenant.
    `),
  },
  headlines: phrases(`
    Nos {product} pour {audience}
    {Gain} avec {brand}
    -{percent} % aujourd'hui seulement
    Noté {rating}/5 par {count} clients
    {count} clients ne peuvent pas se tromper
    {brand} : satisfait ou remboursé
    Nouveau : nos {product}
    À partir de {price}
    {Feature}
    Prêt à {gain} ?
  `),
  descriptions: phrases(`
    Le site officiel de {brand}
    {rating} étoiles, {count} avis
    {Feature}
    Satisfait ou remboursé {days} jours
    Seulement chez {brand}
    Dès {price}
  `),
  ctas: {
    SHOP_NOW: 'Acheter',
    LEARN_MORE: 'En savoir plus',
    SIGN_UP: "S'inscrire",
    GET_OFFER: "Profiter de l'offre",
    ORDER_NOW: 'Commander',
    SUBSCRIBE: "S'abonner",
    BOOK_NOW: 'Réserver',
    APPLY_NOW: 'Postuler',
    INSTALL_NOW: 'Installer',
    PLAY_GAME: 'Jouer',
    DOWNLOAD: 'Télécharger',
    CONTACT_US: 'Nous contacter',
  },
  words: {
    skincare: {
      products: phrases('sérums à la vitamine C | soins de nuit | écrans solaires'),
      pains: phrases("d'une peau terne | des cernes | des routines interminables"),
      gains: phrases('retrouver une peau éclatante | lisser les ridules | calmer les rougeurs'),
      features: phrases('testé cliniquement | sans parfum | acide hyaluronique végan'),
      audiences: phrases('les peaux sensibles | les mamans pressées | les femmes de plus de 40 ans'),
    },
    sneakers: {
      products: phrases('modèles de running | modèles de trail | modèles en cuir blanc'),
      pains: phrases('des pieds douloureux | des ampoules | des semelles usées'),
      gains: phrases('battre votre record | marcher toute la journée | courir plus loin'),
      features: phrases('amorti ultra-léger | maille recyclée | laçage rapide'),
      audiences: phrases('les coureurs | les soignants | les citadins'),
    },
    apparel: {
      products: phrases('pulls en mérinos | manteaux de pluie | vêtements en lin'),
      pains: phrases('de la fast fashion | des jeans qui serrent | des couleurs qui passent'),
      gains: phrases('trouver votre style en un instant | rester au chaud | porter mieux pour moins cher'),
      features: phrases('coton biologique | tailles du XXS au 5XL | fabriqué au Portugal'),
      audiences: phrases('les voyageurs | les minimalistes | les femmes petites'),
    },
    supplements: {
      products: phrases('compléments au magnésium | shakes protéinés | probiotiques'),
      pains: phrases('du coup de barre de 15 heures | des ballonnements | des nuits agitées'),
      gains: phrases("faire le plein d'énergie | mieux dormir | récupérer plus vite"),
      features: phrases('75 vitamines et minéraux | sans sucres ajoutés | testé en laboratoire'),
      audiences: phrases('les sportifs | les actifs | les plus de 50 ans'),
    },
    coffee: {
      products: phrases('grains pour espresso | coffrets cold brew | cafés de terroir'),
      pains: phrases('du café amer du supermarché | des grains éventés | des gobelets hors de prix'),
      gains: phrases(
        'préparer un vrai café de barista | bien commencer la journée | soutenir de petits producteurs',
      ),
      features: phrases('torréfié à la commande | commerce direct | capsules compostables'),
      audiences: phrases('les baristas amateurs | les lève-tôt | les bureaux'),
    },
    petFood: {
      products: phrases('repas frais pour chiens | menus pour chats | bâtons à mâcher'),
      pains: phrases('des poils ternes | des gamelles boudées | des ingrédients mystérieux'),
      gains: phrases(
        'voir la gamelle toujours vide | donner un pelage brillant | nourrir avec de la vraie viande',
      ),
      features: phrases('recettes de vétérinaires | sans céréales | viande de qualité humaine'),
      audiences: phrases('les compagnons difficiles | les amis des animaux | les familles'),
    },
    mattresses: {
      products: phrases('matelas hybrides | oreillers ergonomiques | surmatelas'),
      pains: phrases('du mal de dos au réveil | des nuits trop chaudes | des matelas affaissés'),
      gains: phrases('dormir toute la nuit | vous réveiller sans douleur | rester au frais'),
      features: phrases('sept zones de confort | gel rafraîchissant | garantie 10 ans'),
      audiences: phrases('les couples | ceux qui dorment sur le côté | les dos sensibles'),
    },
    jewellery: {
      products: phrases('colliers en or | anneaux gravés | bracelets à breloques'),
      pains: phrases('des cadeaux sans âme | des bijoux qui noircissent | des marges du luxe'),
      gains: phrases('briller chaque jour | faire plaisir à coup sûr | dire je vous aime autrement'),
      features: phrases('or recyclé | diamants de laboratoire | gravure offerte'),
      audiences: phrases('les futures mariées | les mamans | les meilleures amies'),
    },
    homeFitness: {
      products: phrases('rameurs connectés | élastiques de musculation | tapis de marche'),
      pains: phrases('des salles bondées | des excuses | des abonnements trop chers'),
      gains: phrases('vous muscler à la maison | brûler plus en 20 minutes | tenir vos résolutions'),
      features: phrases('coaching en direct | pliable en un geste | plus de 500 séances'),
      audiences: phrases('les parents | les débutants | les télétravailleurs'),
    },
    cookware: {
      products: phrases('faitouts en fonte | couteaux de chef | woks en céramique'),
      pains: phrases('des plats qui attachent | des couteaux émoussés | des revêtements toxiques'),
      gains: phrases('cuisiner comme un chef | préparer le dîner en 20 minutes | manger plus sain'),
      features: phrases('revêtement sans PFAS | acier japonais | manches compatibles four'),
      audiences: phrases('les petites cuisines | les gourmands | les jeunes mariés'),
    },
    automotive: {
      products: phrases('SUV électriques | pneus quatre saisons | abonnements auto'),
      pains: phrases("des prix de l'essence | des frais de garage | de la paperasse"),
      gains: phrases(
        'rouler 600 km en une charge | conduire serein sous la pluie | payer moins au kilomètre',
      ),
      features: phrases('recharge en 18 minutes | entretien compris | cinq étoiles en sécurité'),
      audiences: phrases('les familles | les jeunes conducteurs | les flottes'),
    },
    fintech: {
      products: phrases('comptes sans frais | livrets rémunérés | comptes pro'),
      pains: phrases('des frais bancaires cachés | des files d’attente | des mauvais taux de change'),
      gains: phrases('mettre de côté sans y penser | payer partout sans frais | gérer votre budget'),
      features: phrases('notifications instantanées | dépôts garantis | cartes virtuelles'),
      audiences: phrases('les indépendants | les étudiants | les petites entreprises'),
    },
    saas: {
      products: phrases('tableaux de projet | outils de facturation | tableaux de bord'),
      pains: phrases('des réunions sans fin | des tableurs en désordre | des prospects perdus'),
      gains: phrases('livrer à temps | gagner 10 heures par semaine | signer plus de clients'),
      features: phrases('plus de 200 intégrations | conforme au RGPD | prêt en un jour'),
      audiences: phrases('les agences | les fondateurs | les équipes RH'),
    },
    education: {
      products: phrases('cours de langue | parcours de code | certificats en ligne'),
      pains: phrases('des cours ennuyeux | du stress des examens | d’une carrière qui stagne'),
      gains: phrases("parler avec assurance | changer de métier | réussir l'examen du premier coup"),
      features: phrases('cours en direct | professeurs certifiés | leçons courtes'),
      audiences: phrases('les débutants | les salariés | les parents'),
    },
    travel: {
      products: phrases('week-ends en ville | séjours à la mer | circuits en train'),
      pains: phrases('des lundis gris | des vols hors de prix | des vacances compliquées'),
      gains: phrases('partir ce week-end | voyager sans stress | nager dans une eau turquoise'),
      features: phrases('annulation gratuite | petit-déjeuner compris | guides locaux'),
      audiences: phrases('les familles | les couples | les voyageurs solo'),
    },
    mobileGames: {
      products: phrases('puzzles inédits | combats de stratégie | niveaux de course'),
      pains: phrases('des trajets ennuyeux | des jeux trop chers | des fausses pubs de jeux'),
      gains: phrases('bâtir votre royaume | défier vos amis | vous détendre après le travail'),
      features: phrases('2 000 niveaux | mode hors ligne | duels en temps réel'),
      audiences: phrases('les fans de puzzles | les stratèges | les joueurs du dimanche'),
    },
  },
};
