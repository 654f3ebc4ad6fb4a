import { ClickHouseError } from '@clickhouse/client';

/**
 * TIMEOUT_EXCEEDED, TOO_SLOW, TOO_MANY_SIMULTANEOUS_QUERIES, NO_FREE_CONNECTION, SOCKET_TIMEOUT, NETWORK_ERROR,
 * MEMORY_LIMIT_EXCEEDED, TOO_MANY_PARTS, ALL_CONNECTION_TRIES_FAILED, CANNOT_SCHEDULE_TASK, SERVER_OVERLOADED.
 */
const overload = /^(159|160|202|203|209|210|241|252|279|439|745)$/;

/** The HTTP client's messages for a timeout and for a closed connection. */
const lostConnection = /^(Timeout error|socket hang up)/;

/** Whether ClickHouse was overloaded or unreachable: a temporary failure that the caller did not cause. */
export function isOverloaded(error: unknown): boolean {
  if (error instanceof ClickHouseError) return overload.test(error.code);
  return error instanceof Error && lostConnection.test(error.message);
}

export function isTimeout(error: unknown): boolean {
  return !(error instanceof ClickHouseError) || error.code === '159';
}
