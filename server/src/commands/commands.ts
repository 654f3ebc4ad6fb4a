import type { Command } from './command.ts';
import { usersAdd } from './users.ts';

/** Every command besides `serve`. */
export const commands: readonly Command[] = [usersAdd];
