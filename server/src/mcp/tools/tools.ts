import type { Tool } from '../tool.ts';
import { adTools } from './ads.ts';
import { brandDetails } from './brandDetails.ts';
import { brandTools } from './brands.ts';
import { libraryTools } from './library.ts';
import { read } from './read.ts';
import { watchingTools } from './watching.ts';

/** Everything that an agent can do here. Nothing of it deletes, publishes a board, invites, makes keys or spends. */
export const tools: readonly Tool[] = [
  ...brandTools,
  brandDetails,
  ...adTools,
  ...watchingTools,
  ...libraryTools,
  read,
];
