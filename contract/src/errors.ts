/**
 * Invisible characters that could hide words, forge lines or change the writing direction. Joiners and the emoji
 * variation selector are excluded: emoji and several scripts need them.
 */
export const invisibleCharacters =
  /(?!\u200c|\u200d|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Surrogate}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * The one error class, and the one table from its code to what goes over the wire.
 * The numbers are those of tRPC's JSON-RPC codes, so that stock clients recognise them.
 */
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

/**
 * Makes untrusted text safe for a message: cut, and without control characters, line breaks and lone surrogates,
 * which would forge lines in a terminal or break a parser.
 */
export function sanitizeForMessage(name: string, longest: number): string {
  return name.slice(0, longest).replaceAll(invisibleCharacters, '\u{fffd}');
}

export interface Issue {
  /** Dotted path of the input field, `""` for the input itself. */
  readonly path: string;
  /** One plain sentence that names the field. */
  readonly message: string;
}

/** The fields of `error.data` that only some errors have. */
export interface ErrorDetails {
  readonly issues?: readonly Issue[] | undefined;
  /** The input field with the name that was not found. */
  readonly field?: string | undefined;
  /** The name that was not found. */
  readonly value?: string | undefined;
  /** Similar names, closest first, when a name was not found. */
  readonly suggestions?: readonly string[] | undefined;
  /** The current value where another one was expected. */
  readonly found?: Readonly<Record<string, unknown>> | undefined;
}

/** The type of `error.data`. */
export interface ErrorData extends ErrorDetails {
  readonly code: string;
  readonly httpStatus: number;
  readonly path?: string;
  readonly requestId: string;
}

interface ErrorOptions extends ErrorDetails {
  /** Seconds after which a repeat may succeed; becomes `Retry-After`. */
  retryAfter?: number;
  cause?: unknown;
}

/** An error whose message is meant for the caller: one plain sentence. Anything else thrown is a 500. */
export class MagpieError extends Error {
  readonly code: ErrorCode;
  readonly issues: ErrorDetails['issues'];
  readonly field: ErrorDetails['field'];
  readonly value: ErrorDetails['value'];
  readonly suggestions: ErrorDetails['suggestions'];
  readonly found: ErrorDetails['found'];
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'MagpieError';
    this.code = code;
    this.issues = options.issues;
    this.field = options.field;
    this.value = options.value;
    this.suggestions = options.suggestions;
    this.found = options.found;
    this.retryAfter = options.retryAfter;
  }

  /** JSON omits the undefined ones. */
  get details(): ErrorDetails {
    const { issues, field, value, suggestions, found } = this;
    return { issues, field, value, suggestions, found };
  }

  get httpStatus(): number {
    return codes[this.code].httpStatus;
  }

  get rpcCode(): number {
    return codes[this.code].rpcCode;
  }
}

/** For requests that run while their account is deleted. */
export function accountDeletedError(): MagpieError {
  return new MagpieError('UNAUTHORIZED', 'This account was deleted.');
}
