/** Limits on the size of texts and responses, in bytes of UTF-8. */

/** All texts of a captured ad together. */
export const maxCapturedTextBytes = 64 * 1024;

/** A captured ad as JSON, with its media addresses. */
export const maxCapturedAdBytes = 256 * 1024;

/** The response of a list. Longer entries are shortened and name the cut fields in `shortened`. */
export const maxListBytes = 4 * 1024 * 1024;

/** The response of a batch. Queries beyond that get 413. */
export const maxBatchBytes = 2 * maxListBytes;
