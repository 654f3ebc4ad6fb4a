import { magpie } from './openFormat.ts';
import type { Source } from './source.ts';

/** Every kind of file that ads come in, besides tables. Where two recognise a file as well, the first is taken. */
export const sources: readonly Source[] = [magpie];
