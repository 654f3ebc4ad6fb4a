import type { Tool } from '../tool.ts';
import { adTools } from './ads.ts';
import { brandDetails } from './brandDetails.ts';
import { brandTools } from './brands.ts';
import { libraryTools } from './library.ts';
import { read } from './read.ts';
import { watchingTools } from './watching.ts';

/** All tools. None of them deletes, publishes a board, invites, creates keys or costs money. */
export const tools: readonly Tool[] = [
  ...brandTools,
  brandDetails,
  ...adTools,
  ...watchingTools,
  ...libraryTools,
  read,
];
