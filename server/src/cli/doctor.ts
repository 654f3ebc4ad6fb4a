import type { Config } from '../config/config.ts';
import type { Finding } from './doctor/finding.ts';
import type { BesideCommand } from './command.ts';
import { ask } from './socketClient.ts';

export const doctorCommand: BesideCommand = {
  name: 'doctor',
  usage: 'doctor [--json]',
  summary: 'Look whether everything that Magpie needs is in order, and tell what to mend.',
  details: `It looks at this machine, the data folder, the engines, what they are to hold, and how Magpie is reached. A running server
looks at itself, with the settings that it has; without one everything is looked at from here, with the settings of
this shell. Nothing is changed but a small file or entry that is put, read and deleted. The exit code is 0, or 1 when there is a problem; a warning is none.
--json prints it for programs.`,
  check: (args) => {
    const unknown = args.find((word) => word !== '--json');
    return unknown === undefined ? null : `doctor takes --json or nothing, not '${unknown}'.`;
  },
  runBeside: async ({ config }, args, { say }) => {
    const findings = await findingsOf(config);
    const has = (state: Finding['state']): number => findings.filter((one) => one.state === state).length;
    if (args.includes('--json')) say(JSON.stringify({ findings }, null, 2));
    else {
      for (const finding of findings) say(lineOf(finding));
      say(`\n${has('ok')} ok, ${counted(has('warning'), 'warning')}, ${counted(has('problem'), 'problem')}.`);
    }
    return has('problem') === 0 ? 0 : 1;
  },
};

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function lineOf({ state, check, says, mend }: Finding): string {
  const line = `${state.padEnd(8)} ${check.padEnd(18)} ${says}`;
  return mend === null ? line : `${line}\n${' '.repeat(28)}→ ${mend}`;
}

const patienceMilliseconds = 180_000;

/** From the running server, or from here; what keeps that server from answering is a finding as well. */
async function findingsOf(config: Config): Promise<readonly Finding[]> {
  const silence = AbortSignal.timeout(patienceMilliseconds);
  let trouble: Finding | null = null;
  try {
    const findings = await askServer(config.dataFolder, silence);
    if (findings !== null) return findings;
  } catch (error) {
    trouble = {
      check: 'server',
      state: 'problem',
      says: silence.aborted
        ? 'A server has this data folder and did not answer within three minutes.'
        : error instanceof Error
          ? error.message
          : String(error),
      mend: 'Look into its log, and restart it.',
    };
  }
  // Loaded only now: with the engines it takes a second.
  const { examineHere } = await import('./doctor/doctor.ts');
  const findings = await examineHere(config);
  return trouble === null ? findings : [trouble, ...findings.filter(({ check }) => check !== 'server')];
}

async function askServer(dataFolder: string, silence: AbortSignal): Promise<readonly Finding[] | null> {
  for await (const message of (await ask(dataFolder, '/doctor', '', silence)) ?? []) {
    if ('findings' in message) return message.findings;
    if ('error' in message) throw new Error(message.error.message);
  }
  return null;
}
