import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDiskFull, diskFullError } from '../../config/dataFolder.ts';
import { isOverloaded } from '../../db/clickhouse/failures.ts';
import { type ErrorData, MagpieError } from '@magpie/contract/errors';
import { isUnavailable } from '../../db/postgres/failures.ts';
import { readProcedurePath } from '../resolveCalls.ts';

const bodyTooLarge = 'FST_ERR_CTP_BODY_TOO_LARGE';

const frameworkErrors: Readonly<Record<string, () => MagpieError>> = {
  [bodyTooLarge]: () => new MagpieError('PAYLOAD_TOO_LARGE', 'The body is too large.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new MagpieError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be sent with the header Content-Type: application/json.',
    ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new MagpieError('BAD_REQUEST', 'The body is not as long as its Content-Length header says.'),
  FST_ERR_BAD_URL: () =>
    new MagpieError('BAD_REQUEST', 'The path of the address is not properly percent-encoded.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new MagpieError('BAD_REQUEST', 'The path of the address is too long.'),
};

function readCode(error: unknown): string {
  return (error as Partial<FastifyError> | null)?.code ?? '';
}

/** Converts anything thrown to a MagpieError; internal errors become 500 or 503. */
export function asMagpieError(error: unknown): MagpieError {
  if (error instanceof MagpieError) return error;
  const refusal = frameworkErrors[readCode(error)];
  if (refusal !== undefined) return refusal();
  if (isDiskFull(error)) return diskFullError(error);
  if (isUnavailable(error)) {
    return unavailable('The database does not answer right now; try again in a moment.', error);
  }
  if (isOverloaded(error)) {
    return unavailable('The ad index is overloaded; try again in a few seconds.', error);
  }
  return new MagpieError(
    'INTERNAL_SERVER_ERROR',
    'Something went wrong on our side; the log has the cause under this request id.',
    {
      cause: error,
    },
  );
}

function unavailable(message: string, cause: unknown): MagpieError {
  return new MagpieError('SERVICE_UNAVAILABLE', message, { retryAfter: 5, cause });
}

export function errorJson(error: MagpieError, path: string | undefined, requestId: string): string {
  const { message, rpcCode, code, httpStatus, details } = error;
  const data: ErrorData = {
    code,
    httpStatus,
    ...(path === undefined ? {} : { path }),
    requestId,
    ...details,
  };
  return JSON.stringify({ error: { message, code: rpcCode, data } });
}

export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = prepareError(thrown, request, reply);
  if (error.code === 'UNAUTHORIZED') reply.header('WWW-Authenticate', 'Bearer realm="Magpie"');
  return reply
    .header('X-Request-Id', request.id)
    .type('application/json; charset=utf-8')
    .send(errorJson(error, readProcedurePath(request), request.id));
}

export function prepareError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): MagpieError {
  const error = toResponseError(thrown, request);
  logFailure(error, request);
  if (error.retryAfter !== undefined) reply.header('Retry-After', String(error.retryAfter));
  reply.code(error.httpStatus);
  return error;
}

function toResponseError(thrown: unknown, request: FastifyRequest): MagpieError {
  // The client closed the connection, which is not our failure; nobody reads this response.
  if (thrown === request.raw.errored)
    return new MagpieError('BAD_REQUEST', 'The connection was lost before the whole body arrived.');
  return readCode(thrown) === bodyTooLarge ? bodyTooLargeError(request) : asMagpieError(thrown);
}

export function bodyTooLargeError({ plan, routeOptions: { bodyLimit } }: FastifyRequest): MagpieError {
  const [kilobytes, megabytes] = [bodyLimit / 1024, bodyLimit / 1024 ** 2];
  const most = megabytes < 1 ? `${kilobytes} KB` : `${megabytes} MB`;
  const message = (plan as typeof plan | undefined)?.calls[0]?.procedure?.definition.tooLargeMessage;
  return new MagpieError('PAYLOAD_TOO_LARGE', message ?? `The body is too large; the limit is ${most}.`);
}

/** Logs the cause of a 5xx error, which is never sent. A website that does not respond is not our failure. */
export function logFailure(error: MagpieError, request: FastifyRequest): void {
  if (error.httpStatus >= 500 && error.code !== 'GATEWAY_TIMEOUT' && error.cause !== undefined) {
    request.log.error(
      { requestId: request.id, procedure: readProcedurePath(request), err: error.cause },
      error.message,
    );
  }
}
