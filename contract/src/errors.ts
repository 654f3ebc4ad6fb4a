import type { ErrorDetails, Resource } from './records/errorDetails.ts';

/**
 * Invisible characters that could hide words, forge lines or change the writing direction. Joiners and the emoji
 * variation selector are excluded: emoji and several scripts need them.
 */
export const invisibleCharacters =
  /(?!\u200c|\u200d|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Surrogate}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The numbers are those of tRPC's JSON-RPC codes, so that stock clients recognise them. */
const codes = {
  PARSE_ERROR: { httpStatus: 400, rpcCode: -32700 },
  BAD_REQUEST: { httpStatus: 400, rpcCode: -32600 },
  UNAUTHORIZED: { httpStatus: 401, rpcCode: -32001 },
  FORBIDDEN: { httpStatus: 403, rpcCode: -32003 },
  NOT_FOUND: { httpStatus: 404, rpcCode: -32004 },
  METHOD_NOT_SUPPORTED: { httpStatus: 405, rpcCode: -32005 },
  TIMEOUT: { httpStatus: 408, rpcCode: -32008 },
  CONFLICT: { httpStatus: 409, rpcCode: -32009 },
  PAYLOAD_TOO_LARGE: { httpStatus: 413, rpcCode: -32013 },
  UNSUPPORTED_MEDIA_TYPE: { httpStatus: 415, rpcCode: -32015 },
  RANGE_NOT_SATISFIABLE: { httpStatus: 416, rpcCode: -32600 },
  UNPROCESSABLE_CONTENT: { httpStatus: 422, rpcCode: -32022 },
  TOO_MANY_REQUESTS: { httpStatus: 429, rpcCode: -32029 },
  HEADERS_TOO_LARGE: { httpStatus: 431, rpcCode: -32600 },
  INTERNAL_SERVER_ERROR: { httpStatus: 500, rpcCode: -32603 },
  SERVICE_UNAVAILABLE: { httpStatus: 503, rpcCode: -32603 },
  GATEWAY_TIMEOUT: { httpStatus: 504, rpcCode: -32603 },
} as const;

export type ErrorCode = keyof typeof codes;
export type ErrorStatus = (typeof codes)[ErrorCode]['httpStatus'];

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(codes, code);
}

/** Control characters, line breaks and lone surrogates would forge lines in a terminal or break a parser. */
export function sanitizeForMessage(name: string, longest: number): string {
  return name.slice(0, longest).replaceAll(invisibleCharacters, '\u{fffd}');
}

export interface ErrorData extends ErrorDetails {
  readonly code: string;
  readonly httpStatus: number;
  readonly path?: string;
  readonly requestId: string;
}

interface ErrorOptions extends Omit<ErrorDetails, 'retryAfterSeconds'> {
  /** Seconds after which a repeat may succeed; becomes `Retry-After` and `retryAfterSeconds`. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** An error whose message is meant for the caller: one plain sentence. Anything else thrown is a 500. */
export class MagpieError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, { cause, retryAfter, ...details }: ErrorOptions = {}) {
    super(message, { cause });
    this.name = 'MagpieError';
    this.code = code;
    this.retryAfter = retryAfter;
    // JSON omits undefined.
    this.details = { ...details, retryAfterSeconds: retryAfter };
  }

  get httpStatus(): ErrorStatus {
    return toHttpStatus(this.code);
  }

  get rpcCode(): number {
    return codes[this.code].rpcCode;
  }
}

export function toHttpStatus(code: ErrorCode): ErrorStatus {
  return codes[code].httpStatus;
}

export function notFoundError(
  resource: Resource,
  value?: string | number,
  message = `There is no ${resource} ${value}.`,
): MagpieError {
  return new MagpieError('NOT_FOUND', message, { resource, value });
}

/** For requests that run while their account is deleted. */
export function accountDeletedError(): MagpieError {
  return new MagpieError('UNAUTHORIZED', 'This account was deleted.');
}
