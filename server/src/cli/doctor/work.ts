import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { type Check, ok, problem, type Verdict, warning } from './finding.ts';
import type { DoctorContext } from './doctorContext.ts';
import * as sql from './work.sql.ts';

/** What is done by the clock, and what leaves the house. */
export function workChecks({ postgres, isServer }: DoctorContext): Check[] {
  if (!('engine' in postgres)) return [];
  const ifKnown =
    (look: (db: PostgresEngine) => Promise<Verdict>): Check['look'] =>
    async () =>
      (await sql.hasWork(postgres.engine)) ? look(postgres.engine) : null;
  return [
    // While no server runs, nobody takes them.
    ...(isServer ? [{ name: 'jobs', look: ifKnown(jobsAreDone) }] : []),
    { name: 'mails', look: ifKnown(mailsGoOut) },
    { name: 'webhooks', look: ifKnown(webhooksAnswer) },
  ];
}

/** The rarest is done every ten minutes, and one that is under way may take eight. */
const longestWaitMinutes = 15;

async function jobsAreDone(db: PostgresEngine): Promise<Verdict> {
  const jobs = await sql.jobStandings(db);
  const named = (chosen: typeof jobs): string => chosen.map(({ name }) => name).join(', ');
  const stuck = jobs.filter(({ waitingMinutes }) => waitingMinutes > longestWaitMinutes);
  const abandoned = jobs.filter((job) => job.abandoned > 0);
  const failed = jobs.filter((job) => job.failed > 0);
  const mend = 'Look into the log of the server for these jobs, then restart it.';
  if (jobs.length === 0) return problem('No job is scheduled.', 'Restart the server, which schedules them.');
  if (stuck.length > 0) return problem(`Nobody takes the jobs that wait: ${named(stuck)}.`, mend);
  if (abandoned.length > 0) return problem(`Begun and then silent: ${named(abandoned)}.`, mend);
  if (failed.length > 0) return warning(`Failed in the last hour: ${named(failed)}.`, mend);
  return ok(`${jobs.length} are done by the clock, and none waits for long.`);
}

async function mailsGoOut(db: PostgresEngine): Promise<Verdict> {
  const { waiting = 0, failing = 0, givenUp = 0, error = null } = (await sql.mailStanding(db)) ?? {};
  if (failing === 0 && givenUp === 0) return ok(`${waiting} wait to be sent, and none was refused.`);
  return warning(
    `${failing} could not be sent yet and ${givenUp} were given up in the last day${error === null ? '.' : `: ${error}`}`,
    'Check SMTP_URL and MAGPIE_MAIL_FROM, and try them: npm run magpie -- mail test <email>',
  );
}

async function webhooksAnswer(db: PostgresEngine): Promise<Verdict> {
  const { enabled = 0, failing = 0, disabled = 0 } = (await sql.webhookStanding(db)) ?? {};
  if (failing === 0 && disabled === 0) return ok(`${enabled} are in use, and none fails.`);
  return warning(
    `${failing} have failed for more than an hour and ${disabled} are switched off.`,
    'Their owners see why under Settings, Webhooks: mend the address there and switch them on again.',
  );
}
