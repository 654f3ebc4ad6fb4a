import path from 'node:path';

/** The documentation that comes with the service. */
export const docsFolder = path.resolve(import.meta.dirname, '../../../docs');
