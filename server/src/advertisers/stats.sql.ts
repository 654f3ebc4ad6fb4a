import { daysRunning, isActive } from '../ads/adExpressions.sql.ts';
import { clippedSum } from '../ads/sums.sql.ts';

/** The aggregate columns of the API object `stats`. */
export const stats = `
       count() AS totalAds,
       ${clippedSum('reach')} AS totalReach,
       countIf(media_type = 'image') AS imageAds,
       countIf(media_type = 'video') AS videoAds,
       countIf(${isActive}) AS activeAds,
       avgOrNull(${daysRunning}) AS avgDaysRunning`;
