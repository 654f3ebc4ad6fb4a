/**
 * Function words of other large languages in Latin script. The vocabulary weighs words by their frequency in English,
 * where `und` and `avec` look rare and thus important. Without accents, and without words that mean something in English
 * ads, such as `hat`, `fur`, `pour`, `plus` and `son`.
 */
const lists = [
  // German
  `der die das den dem des ein eine einen einem einer eines und oder aber nicht kein keine mit von zu zum zur im am
  auf aus bei bis durch nach uber unter um vor ohne ist sind wird werden wurde haben sein ihr ihre ihren ihrem ihrer
  sie er es ich du wir uns unser unsere unseren dein deine deinen deinem deiner mein meine wer wie wo wann warum auch
  noch nur schon jetzt als wenn dass weil mehr sich alle alles hier dir dich mir mich ab kann`,
  // French
  `le la les un une du de et ou mais ne pas par avec sans sur sous dans en au aux ce cet cette ces qui que quoi dont
  est sont etre ont avoir il elle ils elles nous vous je tu votre vos notre nos ta tes mon mes sa ses leur leurs se y
  qu si tout tous toute toutes comme meme`,
  // Spanish
  `el los las una unos unas pero por para con sin entre del al lo su sus tus mi mis nuestro nuestra nuestros nuestras
  este esta estos estas ese esa eso quien como cuando donde es ser fue ha han hay yo ella ellos nosotros usted ustedes
  te ya muy todo toda todos todas`,
  // Portuguese
  `os um uma uns umas mas nao mais com sem do da dos das na nas ao aos seu sua seus suas teu meu minha nosso nossa
  voce voces ele ela eles elas eu isso quem quando onde sao foi tem muito tudo pelo pela num numa lhe`,
  // Italian
  `gli uno di per tra fra che chi dove sono essere hanno io lui lei noi voi loro mio tuo suo nostro vostro questo
  questa della dei delle dal dalla nel nella alla ai alle sul sulla ed anche`,
  // Dutch
  `het een van op dat niet voor zijn maar om ook bij naar dan je jij jouw wij ons onze uw hij zij ze dit deze uit aan`,
];

export const functionWords: ReadonlySet<string> = new Set(lists.flatMap((list) => list.split(/\s+/)));
