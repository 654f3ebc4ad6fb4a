import type { CuesByTag } from '../category.ts';

/** German phrases for the most common tags, by tag id. */
export const german: CuesByTag = {
  101: {
    sure: 'müde von, (satt|leid) (_|) (immer|ständig|dass), genug von, leidest du (an|unter), leiden sie (an|unter), endlich (die|eine) lösung',
    likely: 'nie wieder',
    hint: '<question>, probleme, schmerzen, rückenschmerzen',
  },
  108: {
    sure: 'neue (kollektion|produkte|modelle|sorte|sorten|saison), jetzt neu, neu (im|bei|eingetroffen|da|in unserem), ab sofort (erhältlich|verfügbar), neuheit, neuheiten, jetzt erhältlich',
    likely: '^ neu, der neue, die neue, das neue',
  },
  112: {
    sure: 'handgefertigt, handgemacht, handgemachte, handgefertigte, von hand, in handarbeit, handarbeit',
  },
  113: {
    sure: 'natürliche inhaltsstoffe, natürlichen (inhaltsstoffen|zutaten), natürliche zutaten, 100 % natürlich, bio qualität, ohne zusatzstoffe, rein pflanzlich',
  },
  114: {
    sure: 'nachhaltig, nachhaltige, nachhaltigkeit, klimaneutral, umweltfreundlich, recycelt, recycelte, recyceltem, plastikfrei, photovoltaik, solaranlage, klimaschutz, ökostrom',
  },
  117: {
    sure: 'personalisiert, personalisierte, personalisierbar, mit (deinem|ihrem|dem) namen, nach maß, maßgeschneidert, individuell (angepasst|für dich)',
  },
  121: { sure: 'seit <year>, tradition seit, traditionell, familienrezept, generationen' },
  125: {
    sure: 'made in germany, hergestellt in deutschland, (gefertigt|handgefertigt|hergestellt) (in|im) (deutschland|österreich|der schweiz|schwarzwald|bayern|allgäu|_)',
  },
  127: {
    sure: 'wir (suchen|stellen ein), m w d, w m d, jobs bei, stellenangebot, stellenangebote, (werde|werden sie) teil (unseres|des) teams, komm in unser team, verstärkung gesucht, ausbildungsplatz',
  },
  201: {
    sure: 'nur (noch|heute), letzte (chance|tage|stunden), jetzt zuschlagen, schnell sein, beeil dich, solange der vorrat, sei schnell',
    not: 'nur noch einen schritt',
  },
  302: { sure: 'abnehmen, gewicht verlieren, kilos verlieren, diät' },
  303: {
    sure: 'gesundheit, gesund (leben|essen|bleiben), nahrungsergänzung, immunsystem, wohlbefinden, zu wenig trinken, vitamine',
  },
  305: {
    sure: 'besser schlafen, besseren schlaf, besserer schlaf, matratze, matratzen, schlafstörungen, einschlafen, erholsamer schlaf, erholsamen schlaf, kopfkissen',
  },
  307: {
    sure: 'geld sparen, (kosten|stromkosten|heizkosten) (senken|sparen), sparen sie bei, weniger bezahlen',
  },
  311: {
    sure: '(lerne|lernen|lernst) (_|) (deutsch|englisch|spanisch|sprachen|programmieren|du|sie), englisch lernen, sprachen lernen, onlinekurs, online kurs, kurs (für|im|in|am), töpferkurs, weiterbildung, sprachkurs',
  },
  321: {
    sure: 'lecker, leckere, leckeren, köstlich, genuss, schmeckt, schokolade, frisch gebacken, salami, rezepte',
  },
  325: {
    sure: 'rückenschmerzen, gelenkschmerzen, kopfschmerzen, knieschmerzen, nackenschmerzen, (gegen|ohne) schmerzen, schmerzfrei',
  },
  326: { sure: 'reine haut, pickel, akne, unreine haut, hautunreinheiten, klare haut, meine haut' },
  407: { sure: 'wusstest du, wussten sie, schon gewusst' },
  414: { sure: 'schluss mit, adieu, (sag|sage|sagen sie) (tschüss|auf wiedersehen|lebewohl), nie wieder' },
  501: {
    sure: '# % (rabatt|reduziert|günstiger|sparen|auf alles|auf alle|auf das gesamte|nachlass|auf _), (bis zu|mit) # % (auf|rabatt), spare # %, sparen sie # %, prozent rabatt',
  },
  502: {
    sure: '(spare|sparen sie|sichere dir) # $, # $ (rabatt|gutschein|sparen|nachlass|günstiger), # euro (rabatt|gutschein)',
  },
  503: {
    sure: 'nur (bis|heute|diese woche|dieses wochenende|für kurze zeit|am wochenende), (für|nur) kurze zeit, angebot (endet|gilt|gültig), gültig bis, (nur noch) (heute|bis|# tage|# stunden), zeitlich begrenzt, bis (sonntag|mitternacht|montag|freitag), letzte (tage|stunden)',
  },
  504: {
    sure: '(kostenloser|gratis|kostenfreier|kostenlose|kostenfreie) (versand|lieferung), versandkostenfrei, versand (kostenlos|gratis|frei), (kostenlosen|gratis) versand',
  },
  505: {
    sure: '(kostenlos|gratis) (testen|ausprobieren|probieren), # (tage|nächte|monate) (kostenlos|gratis|probeschlafen|testen|probe), probemonat, probeschlafen, probetraining, kostenlose (testversion|probestunde), jetzt testen',
  },
  506: {
    sure: '(gratis|kostenloses|kostenlos) (geschenk|dazu|zugabe), geschenk dazu, gratisgeschenk, geschenkt dazu',
  },
  509: {
    sure: '(mit dem|mit|code|rabattcode|gutscheincode|der) code, rabattcode, gutscheincode, code _ (an der kasse|eingeben|einlösen), code eingeben, gutschein (einlösen|code|sichern)',
    not: 'qr code, no code, ohne code',
  },
  510: { sure: 'geld zurück, geldzurückgarantie, zufriedenheitsgarantie, volle rückerstattung' },
  516: {
    sure: 'gewinnspiel, (gewinne|gewinnen sie|zu gewinnen|verlosen) (_|), verlosung',
    not: 'gewinnen an',
  },
  518: {
    sure: '(kostenlose|gratis|kostenfreie|unverbindliche) (beratung|erstberatung|erstgespräch|analyse|beratungsgespräch), (kostenloses|unverbindliches) (erstgespräch|beratungsgespräch)',
  },
  519: {
    sure: '(kostenloses|unverbindliches|kostenlos) angebot (anfordern|einholen|erhalten|), kostenvoranschlag, angebot anfordern',
  },
  520: {
    sure: '(deine|ihre|die|auf deine) erste (bestellung|lieferung|box), ersten bestellung, neukunden, neukundenrabatt, willkommensrabatt, erstbestellung',
  },
  523: {
    sure: 'sale, ausverkauf, schlussverkauf, (sommer|winter|oster) sale, rabattaktion, black week, angebote bis',
    not: 'after sale, sale and lease',
  },
  526: {
    sure: 'solange der vorrat, nur noch (wenige|# ) (plätze|stück|exemplare|verfügbar|auf lager), nur noch # (stück|plätze), begrenzte (stückzahl|plätze|anzahl|verfügbarkeit), limitierte (stückzahl|plätze), fast ausverkauft, wenige plätze',
  },
  532: {
    sure: '(völlig|komplett|ganz) (kostenlos|gratis), kostenlos (herunterladen|spielen|anmelden|registrieren|downloaden), kostenlose app',
    likely: 'kostenlos',
    not: '(kostenlos|gratis) (testen|ausprobieren|probieren|versand|geschenk|dazu|beratung|lieferung|zugabe|angebot), versand (kostenlos|gratis), kostenlos und unverbindlich',
  },
  601: { sure: 'kundenstimmen, das sagen unsere kunden, kundenbewertung, erfahrungsbericht' },
  603: {
    sure: '(über|mehr als|schon|bereits) # (millionen |tausend |) (zufriedene |glückliche |begeisterte |) (kunden|kundinnen|nutzer|menschen|familien|frauen|mitglieder|unternehmen|teilnehmer), # zufriedene kunden',
  },
  605: {
    sure: '(von|mit|durch) (dermatologen|ärzten|orthopäden|experten|zahnärzten|tierärzten|hautärzten|apothekern) (_|) (empfohlen|entwickelt|getestet|bestätigt), (dermatologen|ärzte|experten|zahnärzte|tierärzte|hautärzte) empfehlen, dermatologisch getestet',
  },
  701: {
    sure: 'eltern, (deine|ihre|für|mit) kinder, (deines|ihres|dein|ihr) kindes, dein kind, mamas, kleinkinder',
    not: 'eltern gmbh',
  },
  711: { sure: 'hausbesitzer, eigenheimbesitzer, eigenheim, immobilienbesitzer' },
  714: { sure: '(für|als) (anfänger|einsteiger), anfängerinnen, einsteigerkurs, anfänger' },
  735: { sure: 'selbstständige, selbständige, freiberufler, freelancer' },
  801: {
    sure: 'jederzeit (kündbar|kündigen|pausieren), ohne (vertragsbindung|verpflichtung|mindestlaufzeit|abo), unverbindlich, monatlich kündbar, kein abo',
  },
  804: {
    sure: 'keine (vorkenntnisse|erfahrung|vorerfahrung), ohne (vorkenntnisse|erfahrung), quereinsteiger',
  },
  806: { sure: 'zuckerfrei, glutenfrei, laktosefrei, ohne (zuckerzusatz|zucker|gluten|laktose)' },
  807: {
    sure: 'in (nur |wenigen |) (# |fünf |zwei |zehn |)(minuten|sekunden), # minuten (am|pro) tag',
    not: 'minuten (von|entfernt|zum)',
  },
  810: {
    sure: 'in (wenigen|#|fünf|zwei|zehn) minuten (eingerichtet|aufgebaut|installiert|startklar), einfach (einzurichten|zu installieren), ohne bohren',
  },
  811: { sure: 'keine kreditkarte, ohne kreditkarte' },
  903: {
    sure: 'weihnachten, weihnachtsgeschenk, weihnachtsgeschenke, adventskalender, nikolaus, weihnachtszeit',
  },
  910: { sure: 'sommer, sommerkollektion, im sommer, sommerlich' },
  913: { sure: 'herbst, herbstkollektion, im oktober' },
  919: {
    sure: '(perfekte|ideale|schönste|passende|das) (geschenk|geschenkidee|geschenke), geschenk (für|zu|zum|zur), geschenkidee, geschenkideen, geschenke für',
    not: '(gratis|kostenloses) geschenk',
  },
  920: { sure: 'wochenende, am (samstag|sonntag)' },
  1101: {
    sure: '(unsere|die|der|kostenlose|mit der) app, app (herunterladen|laden|downloaden|installieren), jetzt (herunterladen|installieren)',
  },
  1102: { sure: 'termin (vereinbaren|buchen|sichern), jetzt termin, beratungstermin' },
  1106: { sure: '(jetzt|gleich|online|hier) bewerben, bewirb dich, bewerben sie sich' },
  1107: { sure: '(jetzt|bitte|heute) spenden, deine spende, ihre spende, spende jetzt' },
  522: { not: 'spare # $, sparen sie # $, # $ (rabatt|gutschein|nachlass|sparen)' },
};
