import { backupCommands } from './backup.ts';
import { callCommand } from './call.ts';
import type { Command } from './command.ts';
import { completionCommand } from './completion.ts';
import { demoCommand } from './demo.ts';
import { acceptLossCommand, doctorCommand } from './doctor.ts';
import { enrichCommand } from './enrich.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { mailTest } from './mail.ts';
import { mcpCommand } from './mcp.ts';
import { saveCommand } from './save.ts';
import { sourceCommands } from './sources.ts';
import { userCommands } from './users.ts';

export const commands: readonly Command[] = [
  importCommand,
  exportCommand,
  saveCommand,
  demoCommand,
  enrichCommand,
  acceptLossCommand,
  ...sourceCommands,
  ...userCommands,
  ...backupCommands,
  mailTest,
  callCommand,
  completionCommand(() => commands),
  doctorCommand,
  mcpCommand,
];
