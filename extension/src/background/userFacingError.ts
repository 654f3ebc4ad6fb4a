/** Its message may be shown to the user; those of other errors may not. Bundled into pages: no imports here. */
export class UserFacingError extends Error {}
