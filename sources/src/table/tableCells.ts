import { type Platform, platformTable } from '@magpie/contract/platforms';
import { isObject, readString } from '../mapping/fields.ts';

/** Enough for a list of three hundred signed addresses. */
const maxCellLength = 300_000;

/** The elements of a JSON or Python list, or the cell itself. */
export function splitCell(cell: unknown): unknown[] {
  if (Array.isArray(cell)) return cell.flatMap((part) => (isObject(part) ? Object.values(part) : [part]));
  if (isObject(cell)) return Object.values(cell);
  if (typeof cell !== 'string') return cell === undefined || cell === null ? [] : [cell];
  const text = cell.slice(0, maxCellLength).trim();
  if (!text.startsWith('[') || !text.endsWith(']')) return [text];
  return jsonList(text) ?? pythonList(text) ?? [text];
}

function jsonList(text: string): unknown[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  f: '\f',
  v: '\v',
  b: '\b',
  a: '',
};
/** `\xe9`, `\u200b` and `\U0001f525`, as Python writes characters that it does not print. */
const codePoint = /x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})/y;

function readCodePoint(
  text: string,
  at: number,
): { readonly character: string; readonly length: number } | null {
  codePoint.lastIndex = at;
  const [whole, ...digits] = codePoint.exec(text) ?? [];
  const point = Number.parseInt(digits.join(''), 16);
  if (whole === undefined || point > 0x10_ff_ff) return null;
  return { character: String.fromCodePoint(point), length: whole.length };
}

/** `['It\'s here', "and \"there\""]`: texts in single or double quotes; `null` for anything else. */
function pythonList(text: string): string[] | null {
  const parts: string[] = [];
  let at = 1;
  for (;;) {
    while (at < text.length && /[\s,]/.test(text.charAt(at))) at += 1;
    const quote = text.charAt(at);
    if (quote === ']') return at === text.length - 1 ? parts : null;
    if (quote !== "'" && quote !== '"') return null;
    let part = '';
    for (at += 1; at < text.length && text.charAt(at) !== quote; at += 1) {
      const isEscape = text.charAt(at) === '\\';
      if (isEscape) at += 1;
      const coded = isEscape ? readCodePoint(text, at) : null;
      const character = text.charAt(at);
      part += coded?.character ?? (isEscape ? (escapes[character] ?? character) : character);
      at += (coded?.length ?? 1) - 1;
    }
    parts.push(part);
    at += 1;
  }
}

/** Words separated by commas, semicolons, bars, slashes or line breaks. */
export function splitWords(cell: unknown): string[] {
  return splitCell(cell)
    .flatMap((part) => (readString(part, 5000) ?? '').split(/[,;|/\n]/))
    .map((word) => word.trim())
    .filter(Boolean);
}

const maxPlatformName = 30;

/** Names of platforms and placements in lower case; they may also be keys: `{"facebook": true}`. */
export function placementsIn(cell: unknown): string[] {
  const names = isObject(cell) ? Object.keys(cell).filter((name) => cell[name] === true) : splitWords(cell);
  return names.filter((name) => name.length <= maxPlatformName).map((name) => name.toLowerCase());
}

export function platformsIn(cell: unknown): Platform[] {
  return platformTable.findByName(placementsIn(cell).map((name) => name.replaceAll('_', ' ')));
}

/** A list of addresses with any separator; a comma inside an address is part of it. */
export function splitUrls(cell: unknown): string[] {
  return splitCell(cell).flatMap((part) => {
    const text = typeof part === 'string' ? part : '';
    const starts = [...text.matchAll(/(?:^|[\s,;|])(?:https?:)?\/\//g)].map(({ index }) => index);
    return starts.map((start, turn) => withoutSeparators(text.slice(start, starts[turn + 1])));
  });
}

function withoutSeparators(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && /[\s,;|]/.test(text.charAt(start))) start += 1;
  while (end > start && /[\s,;|]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const yes = new Set(
  'active true yes 1 running live on enabled aktiv ja laufend actif oui activo activa si sim ativo ativa attivo attiva actief aktywna aktywny tak aktif evet да активно активна активен 是 投放中 活跃 有効 はい 配信中 활성 예 게재중 게재 운영중 운영 신규 진행중 집행중 new neu läuft nouveau nouvelle diffusé novo nova nuevo nueva corriendo veiculando 新規 掲載中 稼働中 运行中 nuovo nuova nieuw lopend nowa nowy نشط نعم सक्रिय हाँ có ya berjalan pågår aktivní ano ενεργή ενεργό ναι פעיל פעילה כן ใช้งานอยู่ ใช่ активне так'.split(
    ' ',
  ),
);
const no = new Set(
  'inactive false no 0 stopped ended off paused finished disabled archived inaktiv nein beendet inactif non inactivo inactiva inativo inativa inattivo inattiva inactief nee nieaktywna nieaktywny nie pasif hayir нет неактивно неактивна 否 已结束 停止 無効 いいえ 終了 비활성 아니요 종료 종료됨 중단 중지 gestoppt pausiert terminé terminée arrêté arrêtée pausado pausada detenido detenida finalizado finalizada encerrado encerrada parado 配信終了 掲載終了 停止中 已停止 已下线 terminato terminata gestopt beëindigd zakończona zakończony متوقف لا निष्क्रिय नहीं không nonaktif tidak avslutad nej neaktivní ne ανενεργή ανενεργό όχι לא ไม่ใช่ неактивне ні'.split(
    ' ',
  ),
);

for (const words of [
  'en cours',
  'en circulación',
  'em veiculação',
  'em circulação',
  'in corso',
  'w toku',
  'en diffusion',
  'en ligne',
  'online',
  'geschaltet',
  'wird geschaltet',
  'diffusée',
  'en curso',
  'en emisión',
  'vigente',
  'in corso',
  'pubblicata',
  'lopend',
  'loopt',
  'actueel',
  'trwa',
  'trwająca',
  'emitowana',
  'em andamento',
])
  yes.add(words);
for (const words of [
  'not active',
  'no activo',
  'não ativo',
  'nicht aktiv',
  'niet actief',
  'non attivo',
  'offline',
  'hors ligne',
  'abgelaufen',
  'abgeschlossen',
  'expired',
  'completed',
  'expiré',
  'expirée',
  'en pause',
  'expirado',
  'expirada',
  'en pausa',
  'in pausa',
  'finalizó',
  'scaduta',
  'scaduto',
  'conclusa',
  'concluso',
  'afgelopen',
  'verlopen',
  'gepauzeerd',
  'zakończone',
  'wstrzymana',
  'wstrzymany',
  'wygasła',
  'em pausa',
  '노출종료',
  '게재종료',
  '운영종료',
])
  no.add(words);

/** `운영중/신규` has two words for one status. */
export function parseStatus(cell: unknown): 'active' | 'inactive' | null {
  const written = typeof cell === 'boolean' ? String(cell) : (readString(cell, 40) ?? '');
  const words = written
    .toLowerCase()
    .replaceAll(/(?<=[가-힣]) (?=[가-힣])/g, '')
    .split(/\s*\/\s*/);
  if (words.every((word) => yes.has(word))) return 'active';
  return words.every((word) => no.has(word)) ? 'inactive' : null;
}
