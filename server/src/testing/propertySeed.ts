import * as fc from 'fast-check';

/** Equal in each run, so that a failure repeats. `npm run test:soak` chooses another one each time. */
const seed = Number(process.env['MAGPIE_TEST_SEED'] ?? 1);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
