import type { Config } from '../config/config.ts';
import type { CheckFinding } from './doctor/doctor.ts';
import { acceptLoss, describeDamage } from '../ads/indexHealth.ts';
import { type EngineCommand, type LocalCommand, withoutArguments } from './command.ts';
import { requestServer } from './socketClient.ts';

export const doctorCommand: LocalCommand = {
  name: 'doctor',
  usage: 'doctor [--json]',
  summary: 'Check the installation and suggest fixes.',
  details: `Checks this machine, the data folder, the engines and their schemas, jobs, mail, and the public address. A running server
checks itself with its own settings; otherwise the checks run in this process with the settings of this shell.
Nothing is changed, except that a small test file or entry is written and deleted. The exit code is 1 if there is a problem, and 0 otherwise,
also with warnings. --json prints the result as JSON.`,
  prepareLocally: (args) => {
    const unknown = args.find((word) => word !== '--json');
    if (unknown !== undefined)
      return { problem: `Unknown argument '${unknown}'; doctor accepts only --json.` };
    return async ({ config }, { print }) => {
      const findings = await collectFindings(config);
      print(args.length > 0 ? JSON.stringify({ findings }, null, 2) : formatFindings(findings));
      return findings.some(({ state }) => state === 'problem') ? 1 : 0;
    };
  },
};

export const acceptLossCommand: EngineCommand = {
  name: 'index accept-loss',
  usage: 'index accept-loss',
  summary: 'Delete damaged ads for good if there is no backup to restore.',
  details: `Deletes the damaged data that doctor reports and marks the index as healthy. If you have a backup, restore it instead.
You can import the lost ads again before or after.`,
  needsInstance: true,
  prepare: withoutArguments('index accept-loss', async ({ clickhouse, db, index }, print) => {
    const accepted = await index.catalog.withWriteLock(() => acceptLoss({ clickhouse, db }));
    for (const damage of accepted) print(describeDamage(damage));
    print(accepted.length === 0 ? 'Nothing is damaged.' : 'Deleted the damaged data.');
    return 0;
  }),
};

function formatFindings(findings: readonly CheckFinding[]): string {
  const lines = findings.map(({ state, check, says, mend }) => {
    const line = `${state.padEnd(8)} ${check.padEnd(18)} ${says}`;
    return mend === null ? line : `${line}\n${' '.repeat(28)}→ ${mend}`;
  });
  const count = (state: CheckFinding['state']): number =>
    findings.filter((one) => one.state === state).length;
  const [warnings, problems] = [count('warning'), count('problem')];
  const summary = `${count('ok')} ok, ${warnings} warning${warnings === 1 ? '' : 's'}, ${problems} problem${problems === 1 ? '' : 's'}.`;
  return [...lines, '', summary].join('\n');
}

const timeoutMilliseconds = 180_000;

/** From the running server, or from local checks; a server that fails to respond is a finding too. */
async function collectFindings(config: Config): Promise<readonly CheckFinding[]> {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  let serverProblem: CheckFinding | null = null;
  try {
    const message = await requestServer(config.dataFolder, '/doctor', 'findings', { signal });
    if (message !== null) return message.findings;
  } catch (error) {
    serverProblem = {
      check: 'server',
      state: 'problem',
      says: signal.aborted
        ? 'A server uses this data folder but did not respond within three minutes.'
        : error instanceof Error
          ? error.message
          : String(error),
      mend: 'Check its log and restart it.',
    };
  }
  // Loaded on demand: the engines take a second to load.
  const { checkLocally } = await import('./doctor/doctor.ts');
  const findings = await checkLocally(config);
  return serverProblem === null
    ? findings
    : [serverProblem, ...findings.filter(({ check }) => check !== 'server')];
}
