import { firstDay } from '../ads/adExpressions.sql.ts';

/** Whether an ad began today or on one of the days before, as many as that makes; what begins later has not been launched. */
export function launchedWithin(days: number): string {
  return `(${firstDay} > {today:Date32} - ${days} AND ${firstDay} <= {today:Date32})`;
}
