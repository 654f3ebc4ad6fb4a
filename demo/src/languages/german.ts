import { phrases, type Grammar } from '../grammar.ts';

/**
 * Products are plural, so that `unsere` and `die` fit all of them; pains are datives after `Schluss mit`; gains are
 * feminine, neuter or plural, the same after `für` and as a subject; audiences follow `für`.
 */
export const german: Grammar = {
  gap: ' ',
  decimalMark: ',',
  thousandsMark: '.',
  hooks: phrases(`
    Genug von {pain}?
    Schluss mit {pain}!
    Du träumst von einem Alltag ohne Kompromisse?
    Stell dir vor: {gain}, jeden Tag.
    3 Gründe, warum alle über {brand} sprechen:
    Hör auf zu scrollen, wenn du genug von {pain} hast.
    Was niemand über {product} verrät:
    Das Geheimnis für {gain}? Einfacher, als du denkst.
    Achtung, danach willst du nie wieder andere {product}.
    Endlich Schluss mit {pain}.
  `),
  pitches: phrases(`
    Unsere {product} sorgen für {gain}, Tag für Tag.
    Entdecke {product}, gemacht für {audience}.
    {Product} von {brand}: {feature}, faire Preise, kein Schnickschnack.
    Mit {brand} gelingt {gain} ganz einfach.
    Nie wieder Ärger mit {pain}: Unsere {product} halten, was sie versprechen.
    In weniger als fünf Minuten startklar, für {gain} von Anfang an.
    Entwickelt für {audience}, die keine Zeit verlieren wollen.
    Unsere {product} sparen dir Zeit, Geld und Nerven.
    Ehrlich, nachhaltig und in Deutschland entwickelt: {product} von {brand}.
  `),
  proofs: phrases(`
    Mit {rating} von 5 Sternen bewertet, von mehr als {count} Kunden.
    Über {count} zufriedene Kundinnen und Kunden vertrauen uns.
    Von Fachleuten empfohlen, von {count} Menschen geliebt.
    Testsieger im unabhängigen Vergleich.
    9 von 10 empfehlen uns weiter.
    Bekannt aus Presse und Fernsehen.
    Im Test spüren 94 % den Unterschied schon nach {days} Tagen.
    {count} Fünf-Sterne-Bewertungen sprechen für sich.
  `),
  quotes: phrases(`
    „Ich war erst skeptisch, aber nach {days} Tagen bin ich restlos begeistert.“ – Julia, 38
    „Endlich Schluss mit {pain}! Ich empfehle {brand} allen weiter.“ ⭐️⭐️⭐️⭐️⭐️
    „Die besten {product}, die ich je ausprobiert habe.“ – Thomas aus Köln
    „Hätte ich das nur früher gewusst.“ – Sabine, verifizierte Käuferin
    „Schnelle Antworten, super Service, jederzeit wieder.“
    „Ich habe alles versucht, nur das hat geholfen.“ – Murat
  `),
  news: phrases(`
    Neu bei {brand}: {product} mit dem gewissen Extra.
    Zwei Jahre Arbeit, endlich fertig: unsere neuen {product}.
    Jetzt neu: {feature}.
    Es ist so weit: {brand} stellt sich neu auf.
    Gute Nachrichten für {audience}: {brand} gibt es jetzt auch bei dir.
    Wir haben zugehört und unsere {product} noch besser gemacht.
  `),
  urgencies: phrases(`
    Nur noch {hours} Stunden!
    Nur für kurze Zeit.
    Letzte Chance: Das Angebot endet heute um Mitternacht.
    Nur heute.
    Schnell sein lohnt sich.
    Jetzt sichern, bevor alles weg ist.
  `),
  guarantees: phrases(`
    {days} Tage ohne Risiko testen, sonst Geld zurück.
    Zufrieden oder Geld zurück, {days} Tage lang.
    Mit {days} Tagen Geld-zurück-Garantie.
    Jederzeit kündbar, keine versteckten Kosten.
    2 Jahre Garantie inklusive.
    Gefällt dir nicht? Dann kostet es dich nichts.
  `),
  offers: {
    goods: phrases(`
      Spare {percent} % auf deine erste Bestellung mit dem Code {code}.
      Jetzt {percent} % Rabatt und kostenloser Versand.
      Nur diese Woche: 2 kaufen, 1 bezahlen.
      Schon ab {price}.
      Gratis-Geschenk zu jeder Bestellung ab {price}.
      Im Set sparst du bis zu {percent} %.
      Sale: bis zu {percent} % auf alles.
      Fast ausverkauft: {percent} % Rabatt, solange der Vorrat reicht.
      Limitierte Edition: nur 500 Stück.
      Kostenloser Versand und Rückversand.
    `),
    service: phrases(`
      Jetzt {days} Tage kostenlos testen, ohne Kreditkarte.
      Sichere dir {percent} % Rabatt im ersten Jahr.
      Mit dem Code {code} sparst du {percent} %.
      Schon ab {price}.
      Der erste Monat geht auf uns.
      Frühbucher sparen {percent} %.
    `),
    app: phrases(`
      Kostenlos spielbar!
      Jetzt laden und {count} Münzen geschenkt bekommen.
      Neue Spieler erhalten {percent} % Startbonus.
      Mit dem Code {code} gibt es Edelsteine gratis.
      {days} Tage einloggen und eine legendäre Belohnung holen.
      Jetzt beim Event mitmachen und doppelt kassieren.
    `),
  },
  closings: {
    goods: phrases(`
      Jetzt bestellen 👉
      Hier entlang zum Shop.
      Entdecke deine Favoriten.
      Gönn dir was Gutes.
      Mach das 2-Minuten-Quiz und finde, was zu dir passt.
      Jetzt shoppen.
    `),
    service: phrases(`
      Jetzt kostenlos starten.
      Vereinbare deine kostenlose Demo.
      In zwei Minuten registriert.
      Mehr erfahren auf unserer Website.
      Lade dir den Leitfaden herunter.
      So einfach geht's.
    `),
    app: phrases(`
      Jetzt installieren und gratis spielen! 🎮
      Schaffst du Level 10?
      Nur 1 % schafft es bis ganz nach oben.
      Lade das Spiel noch heute.
      Spiel mit Freunden auf der ganzen Welt.
      Starte dein Abenteuer.
    `),
  },
  headlines: phrases(`
    {Product} für {audience}
    Schluss mit {pain}
    {percent} % Rabatt, nur heute
    {Gain} mit {brand}
    {rating} Sterne von {count} Kunden
    {count} Menschen können nicht irren
    {brand}: jetzt ohne Risiko testen
    Neu: {product} von {brand}
    Schon ab {price}
    {Feature}
  `),
  descriptions: phrases(`
    Die offizielle Seite von {brand}
    {rating} Sterne aus {count} Bewertungen
    {Feature}
    {days} Tage Rückgaberecht
    Nur bei {brand}
    Ab {price}
  `),
  ctas: {
    SHOP_NOW: 'Jetzt einkaufen',
    LEARN_MORE: 'Mehr dazu',
    SIGN_UP: 'Registrieren',
    GET_OFFER: 'Angebot sichern',
    ORDER_NOW: 'Jetzt bestellen',
    SUBSCRIBE: 'Abonnieren',
    BOOK_NOW: 'Jetzt buchen',
    APPLY_NOW: 'Jetzt bewerben',
    INSTALL_NOW: 'Jetzt installieren',
    PLAY_GAME: 'Spielen',
    DOWNLOAD: 'Herunterladen',
    CONTACT_US: 'Kontaktieren',
  },
  words: {
    skincare: {
      products: phrases('Vitamin-C-Seren | Nachtcremes | Sonnenfluids | Reinigungsöle'),
      pains: phrases('trockener Haut | müden Augen | endlosen Beauty-Routinen'),
      gains: phrases('strahlende Haut | ein ebenmäßiges Hautbild | spürbare Feuchtigkeit'),
      features: phrases('klinisch getestet | ohne Parfüm | vegane Hyaluronsäure'),
      audiences: phrases('empfindliche Haut | Frauen ab 40 | Mütter mit wenig Zeit'),
    },
    sneakers: {
      products: phrases('Laufschuhe | Alltagssneaker | Trailschuhe | Ledersneaker'),
      pains: phrases('schmerzenden Füßen | Blasen nach jedem Lauf | abgelaufenen Sohlen'),
      gains: phrases('neue Bestzeiten | schmerzfreie Tage auf den Beinen | mehr Leichtigkeit'),
      features: phrases('federleichte Dämpfung | recyceltes Mesh | breite Zehenbox'),
      audiences: phrases('Läuferinnen und Läufer | Pflegekräfte | Pendler'),
    },
    apparel: {
      products: phrases('Leinenhemden | Merino-Hoodies | Regenjacken | Wickelkleider'),
      pains: phrases('ausgeblichenen Shirts | Fast Fashion | kneifenden Jeans'),
      gains: phrases('gute Outfits in Sekunden | Selbstbewusstsein in jeder Größe | Wärme bei jedem Wetter'),
      features: phrases('Bio-Baumwolle | Größen XXS bis 5XL | genäht in Portugal'),
      audiences: phrases('große Frauen | Reisende | Minimalisten'),
    },
    supplements: {
      products: phrases('Greens-Pulver | Magnesiumkapseln | Kollagendrinks | Proteinshakes'),
      pains: phrases('dem Nachmittagstief | Blähbauch | unruhigen Nächten'),
      gains: phrases('mehr Energie | eine gesunde Verdauung | schnelle Regeneration | tiefe Nächte'),
      features: phrases('75 Vitamine und Mineralstoffe | ohne Zuckerzusatz | laborgeprüft'),
      audiences: phrases('Berufstätige | Sportler | Menschen ab 50'),
    },
    coffee: {
      products: phrases('Espressobohnen | Cold-Brew-Sets | Röstungen aus Äthiopien | Kaffee-Abos'),
      pains: phrases('bitterem Supermarktkaffee | alten Bohnen | teuren Pappbechern'),
      gains: phrases('Barista-Qualität zu Hause | gute Laune am Morgen | echte Aromenvielfalt'),
      features: phrases('frisch geröstet | direkter Handel | kompostierbare Kapseln'),
      audiences: phrases('Hobby-Baristas | Frühaufsteher | Büroteams'),
    },
    petFood: {
      products: phrases('Frischfutter-Menüs | Trockenfutter-Rezepte | Katzen-Menüs | Kausnacks'),
      pains: phrases('stumpfem Fell | mäkeligen Fressern | rätselhaften Zutaten'),
      gains: phrases('glänzendes Fell | leere Näpfe | mehr Vitalität'),
      features: phrases('Fleisch in Lebensmittelqualität | von Tierärzten entwickelt | ohne Getreide'),
      audiences: phrases('Tierfreunde | wählerische Vierbeiner | Familien mit Haustier'),
    },
    mattresses: {
      products: phrases('Hybridmatratzen | Nackenkissen | Sommerdecken | Boxspringbetten'),
      pains: phrases('Rückenschmerzen am Morgen | durchgeschwitzten Nächten | durchgelegenen Matratzen'),
      gains: phrases('erholsame Nächte | schmerzfreies Aufwachen | kühle Sommernächte'),
      features: phrases('sieben Liegezonen | atmungsaktives Kühlgel | 10 Jahre Garantie'),
      audiences: phrases('Seitenschläfer | Paare | Menschen mit Rückenschmerzen'),
    },
    jewellery: {
      products: phrases('Goldketten | Verlobungsringe | Perlenohrringe | Armbänder mit Gravur'),
      pains: phrases('einfallslosen Geschenken | anlaufendem Schmuck | überteuertem Luxus'),
      gains: phrases('Geschenke, die bleiben | Glanz im Alltag | große Gefühle'),
      features: phrases('recyceltes Gold | im Labor gewachsene Diamanten | kostenlose Gravur'),
      audiences: phrases('Bräute | beste Freundinnen | Mütter'),
    },
    homeFitness: {
      products: phrases('Fitnessbänder | Rudergeräte | Laufbänder | Kurzhantel-Sets'),
      pains: phrases('überfüllten Studios | Ausreden | teuren Mitgliedschaften'),
      gains: phrases('mehr Kraft zu Hause | sichtbare Erfolge in 20 Minuten | neue Motivation'),
      features: phrases('Live-Coaching | platzsparend faltbar | über 500 Workouts'),
      audiences: phrases('Eltern | Einsteiger | alle im Homeoffice'),
    },
    cookware: {
      products: phrases('Keramikpfannen | Kochmesser | Schmortöpfe | Heißluftfritteusen'),
      pains: phrases('angebranntem Essen | stumpfen Messern | bedenklichen Beschichtungen'),
      gains: phrases('Restaurantküche zu Hause | Abendessen in 20 Minuten | gesundes Essen'),
      features: phrases('Beschichtung ohne PFAS | japanischer Stahl | ofenfeste Griffe'),
      audiences: phrases('Hobbyköche | kleine Küchen | Familien'),
    },
    automotive: {
      products: phrases('Elektro-SUVs | Ganzjahresreifen | Auto-Abos | Wallboxen'),
      pains: phrases('steigenden Spritpreisen | teuren Werkstätten | lästigem Papierkram'),
      gains: phrases('650 Kilometer Reichweite | Sicherheit bei Nässe | niedrige Kosten pro Kilometer'),
      features: phrases('in 18 Minuten geladen | alles inklusive | fünf Sterne im Crashtest'),
      audiences: phrases('Familien | Pendler | Firmenflotten'),
    },
    fintech: {
      products: phrases('Gratis-Konten | Reisekarten | Sparpläne | Geschäftskonten'),
      pains: phrases('versteckten Bankgebühren | Warteschlangen | schlechten Wechselkursen'),
      gains: phrases('mehr Zinsen | Überweisungen in Sekunden | volle Kontrolle über dein Geld'),
      features: phrases('Einlagensicherung | virtuelle Karten | 3 % Zinsen'),
      audiences: phrases('Selbstständige | Studierende | kleine Unternehmen'),
    },
    saas: {
      products: phrases('Projekt-Boards | Rechnungsvorlagen | Support-Postfächer | Vertriebs-Dashboards'),
      pains: phrases('endlosen Meetings | chaotischen Tabellen | verlorenen Leads'),
      gains: phrases('pünktliche Projekte | weniger Handarbeit | schnelle Zahlungen'),
      features: phrases('über 200 Integrationen | DSGVO-konform | an einem Tag eingerichtet'),
      audiences: phrases('Agenturen | Gründerteams | Personalabteilungen'),
    },
    education: {
      products: phrases('Sprachkurse | Programmierkurse | Zertifikatslehrgänge | Prüfungstrainer'),
      pains: phrases('langweiligen Vorlesungen | Prüfungsstress | vergessenen Vokabeln'),
      gains: phrases('sicheres Sprechen | neue Karrierechancen | Lernen in 15 Minuten am Tag'),
      features: phrases('Live-Unterricht | zertifizierte Lehrkräfte | kurze Lektionen'),
      audiences: phrases('Quereinsteiger | Berufstätige | Anfänger'),
    },
    travel: {
      products: phrases('Städtereisen | Strandurlaube | Bahnpässe | Hüttenwochenenden'),
      pains: phrases('grauen Montagen | überteuerten Flügen | Planungschaos'),
      gains: phrases('echte Erholung | unvergessliche Wochenenden | türkisblaues Wasser'),
      features: phrases('kostenlos stornierbar | Frühstück inklusive | lokale Guides'),
      audiences: phrases('Familien | Alleinreisende | Paare'),
    },
    mobileGames: {
      products: phrases('Rätselabenteuer | Strategie-Schlachten | Farm-Welten | Rennstrecken'),
      pains: phrases('langweiligen Bahnfahrten | leeren Versprechen in Spiele-Werbung | teuren Spielen'),
      gains: phrases('Entspannung nach Feierabend | tägliches Gehirntraining | Spaß mit Freunden'),
      features: phrases('2.000 Level | Offline-Modus | Echtzeit-Duelle'),
      audiences: phrases('Rätselfans | Strategen | Gelegenheitsspieler'),
    },
  },
};
