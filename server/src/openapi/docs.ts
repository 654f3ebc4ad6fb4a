import path from 'node:path';

/** The documentation that is served. */
export const docsFolder = path.resolve(import.meta.dirname, '../../../docs');
