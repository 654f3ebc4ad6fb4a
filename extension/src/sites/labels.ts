/**
 * Labels of cards in libraries whose markup is not known: `Advertiser: Fernbank Tea`, or the value on the next line. In
 * the languages of the largest stores.
 */

const labels = {
  id: `ad id|pin id|library id|anzeigen id|id der anzeige|id de l annonce|id del anuncio|id annuncio|id dell annuncio
    |advertentie id|id reklamy|annons id`,
  advertiser: `advertiser|advertiser name|name of advertiser|werbetreibender|werbetreibende|name des werbetreibenden
    |annonceur|nom de l annonceur|anunciante|nombre del anunciante|inserzionista|nome dell inserzionista|adverteerder
    |naam van de adverteerder|reklamodawca|annonsör`,
  payer: `paid by|paid for by|payer|ad payer|funded by|bezahlt von|finanziert von|zahler|payé par|financé par|payeur
    |pagado por|pagador|pagato da|finanziato da|betaald door|opłacone przez|betalas av|betald av`,
  firstShown: `first shown|first shown date|first shown on|first seen|start date|shown since|erstmals angezeigt
    |zuerst angezeigt|startdatum|première diffusion|date de début|fecha de inicio|mostrado por primera vez
    |prima visualizzazione|data di inizio|voor het eerst getoond|begindatum|data rozpoczęcia`,
  lastShown: `last shown|last shown date|last shown on|last seen|zuletzt angezeigt|dernière diffusion
    |mostrado por última vez|ultima visualizzazione|laatst getoond`,
  end: `end date|enddatum|date de fin|fecha de finalización|data di fine|einddatum|data zakończenia`,
  impressions: `impressions|total impressions|impressionen|impresiones|impressioni|vertoningen|wyświetlenia|visningar`,
  countries: `country|countries|region|shown in|land|länder|pays|país|países|paese|paesi|landen|kraj|kraje`,
} as const;

type Label = keyof typeof labels;

const namesOf = Object.entries(labels) as [Label, string][];
const labelsByName: ReadonlyMap<string, Label> = new Map(
  namesOf.flatMap(([label, names]) => names.split('|').map((name) => [name.trim(), label] as const)),
);

function findLabel(text: string): Label | undefined {
  if (text.length > 40) return undefined;
  return labelsByName.get(
    text
      .toLowerCase()
      .normalize('NFC')
      .replaceAll(/[^\p{L}]+/gu, ' ')
      .trim(),
  );
}

interface LabelledLines {
  readonly values: ReadonlyMap<Label, string>;
  /** The lines that are neither a label nor its value. */
  readonly others: readonly string[];
}

/** The first value of each label. */
export function readLabels(lines: readonly string[]): LabelledLines {
  const values = new Map<Label, string>();
  const others: string[] = [];
  const add = (label: Label, value: string): void => {
    if (!values.has(label)) values.set(label, value);
  };
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const next = lines[index + 1] ?? '';
    const [, name = '', value = ''] = /^([^:：]{2,40})[:：]\s*(.+)$/.exec(line) ?? [];
    const [inLine, alone] = [findLabel(name), findLabel(line)];
    if (inLine !== undefined) add(inLine, value);
    else if (alone === undefined) others.push(line);
    else if (next !== '' && findLabel(next) === undefined) {
      add(alone, next);
      index += 1;
    }
  }
  return { values, others };
}
