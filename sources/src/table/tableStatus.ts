import { readString } from '../mapping/fields.ts';

/** Words for the status of an ad, in many languages; one per line or comma. */

const running = `
  active, true, yes, 1, running, live, on, enabled, aktiv, ja, laufend, actif, oui, activo, activa, si, sim
  ativo, ativa, attivo, attiva, actief, aktywna, aktywny, tak, aktif, evet, да, активно, активна, активен, 是
  投放中, 活跃, 有効, はい, 配信中, 활성, 예, 게재중, 게재, 운영중, 운영, 진행중, 집행중, läuft, diffusé, corriendo, veiculando, 掲載中, 稼働中
  运行中, lopend, نشط, نعم, सक्रिय, हाँ, có, ya, berjalan, pågår, aktivní, ano, ενεργή, ενεργό, ναι, פעיל, פעילה
  כן, ใช้งานอยู่, ใช่, активне, так, en cours, en circulación, em veiculação, em circulação, in corso, w toku
  en diffusion, en ligne, online, geschaltet, wird geschaltet, diffusée, en curso, en emisión, vigente
  pubblicata, loopt, actueel, trwa, trwająca, emitowana, em andamento
`;
const stopped = `
  inactive, false, no, 0, stopped, ended, off, paused, disabled, archived, inaktiv, nein, beendet, inactif
  non, inactivo, inactiva, inativo, inativa, inattivo, inattiva, inactief, nee, nieaktywna, nieaktywny, nie
  pasif, hayir, нет, неактивно, неактивна, 否, 已结束, 停止, 無効, いいえ, 終了, 비활성, 아니요, 종료, 종료됨, 중단, 중지, gestoppt
  pausiert, arrêté, arrêtée, pausado, pausada, detenido, detenida, encerrado, encerrada, parado, 配信終了, 掲載終了
  停止中, 已停止, 已下线, terminato, terminata, gestopt, beëindigd, متوقف, لا, निष्क्रिय, नहीं, không, nonaktif, tidak
  avslutad, nej, neaktivní, ne, ανενεργή, ανενεργό, όχι, לא, ไม่ใช่, неактивне, ні, not active, no activo
  não ativo, nicht aktiv, niet actief, non attivo, offline, hors ligne, abgelaufen, expired, expiré, expirée
  en pause, expirado, expirada, en pausa, in pausa, scaduta, scaduto, afgelopen, verlopen, gepauzeerd
  wstrzymana, wstrzymany, wygasła, em pausa, 노출종료, 게재종료, 운영종료, deleted, removed, cancelled, canceled
  withdrawn, suspended, terminated, taken down, not running, no longer running, no longer active
  no longer live, not live, ad deleted, ad removed, campaign paused, adset paused, ad set paused, gelöscht
  entfernt, läuft nicht, läuft nicht mehr, nicht mehr aktiv, supprimé, supprimée, retiré, retirée
  n'est plus active, plus active, plus en cours, eliminado, eliminada, retirado, retirada, ya no activo
  ya no está activo, ya no está en circulación, removido, removida, excluído, excluída, não está mais ativo
  não está mais em veiculação, rimosso, rimossa, eliminato, eliminata, non più attivo, non più attiva
  verwijderd, niet meer actief, loopt niet meer, usunięta, usunięty, usunięte, już nieaktywna, удалено
  удалена, не активно, silindi, 삭제, 삭제됨, 운영안함, 게재안함, 削除, 削除済み, 配信停止, 已删除, 已下架
`;
/** Also of jobs and orders, so that they are statuses only in a column that is named after the ad. */
const completed = `
  finished, completed, complete, done, abgeschlossen, fertig, terminé, terminée, achevé, achevée, finalizado
  finalizada, finalizó, completado, completada, concluído, concluída, concluida, concluido, conclusa, concluso
  completato, completata, afgerond, voltooid, zakończona, zakończony, zakończone, ukończone, dokončeno
  завершено, завершена, 완료, 완료됨, 完了, 完成, 已完成
`;
/** Monitors mark ads that appeared since their last run. */
const launched = `
  new, neu, nouveau, nouvelle, novo, nova, nuevo, nueva, nuovo, nuova, nieuw, nowa, nowy, 신규, 新規
`;

function listWords(text: string): ReadonlySet<string> {
  return new Set(text.split(/[,\n]/).map(fold).filter(Boolean));
}

/** `NOT_RUNNING`, `Not running.` and `🔴 Not running` are `not running`. */
function fold(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[_\s-]+/g, ' ')
    .replaceAll(/(?<=[가-힣]) (?=[가-힣])/g, '')
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '');
}

const [yes, no] = [listWords(running), listWords(stopped)];
const [isDone, isNew] = [listWords(completed), listWords(launched)];

/**
 * `운영중/신규` has two words for one status.
 *
 * @param isVague whether the name of the column says no more than `status`
 */
export function parseStatus(cell: unknown, isVague = false): 'active' | 'inactive' | null {
  const written = typeof cell === 'boolean' ? String(cell) : (readString(cell, 60) ?? '');
  const words = written.split('/').map(fold);
  if (words.every((word) => yes.has(word) || isNew.has(word))) return 'active';
  return words.every((word) => no.has(word) || (!isVague && isDone.has(word))) ? 'inactive' : null;
}

/** Whether the cell is a status of ads rather than of anything new or done. */
export function isCertainStatus(cell: unknown): boolean {
  const words = (readString(cell, 60) ?? '').split('/').map(fold);
  return parseStatus(cell) !== null && words.some((word) => yes.has(word) || no.has(word));
}
