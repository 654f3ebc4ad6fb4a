import { daysRunning, isActive, firstDay, clippedSum } from '../ads/adExpressions.sql.ts';

/** The aggregate columns of the API object `stats`. */
export const stats = `
       count() AS totalAds,
       ${clippedSum('reach')} AS totalReach,
       countIf(media_type = 'image') AS imageAds,
       countIf(media_type = 'video') AS videoAds,
       countIf(${isActive}) AS activeAds,
       avgOrNull(${daysRunning}) AS avgDaysRunning`;

/** Whether an ad started within the last `days` days, including today. Future starts are excluded. */
export function launchedWithin(days: number): string {
  return `(${firstDay} > {today:Date32} - ${days} AND ${firstDay} <= {today:Date32})`;
}
