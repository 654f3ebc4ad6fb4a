import { firstDay } from '../ads/adExpressions.sql.ts';

/** Whether an ad started within the last `days` days, including today. Future starts are excluded. */
export function launchedWithin(days: number): string {
  return `(${firstDay} > {today:Date32} - ${days} AND ${firstDay} <= {today:Date32})`;
}
