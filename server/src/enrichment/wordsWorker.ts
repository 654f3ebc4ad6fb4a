/** Runs in the analysis thread. */
export { analyzeInProcess as default } from './words.ts';
