import { register } from 'node:module';

/** Preloaded by a command of the product, to measure what a part of it adds. */
register('./leaveOutHooks.js', import.meta.url);
