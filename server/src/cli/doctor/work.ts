import type { PostgresEngine } from '../../db/postgres/postgres.ts';
import { type Check, ok, problem, type CheckResult, warning } from './finding.ts';
import type { DoctorContext } from './doctorContext.ts';
import * as sql from './work.sql.ts';

/** Checks scheduled jobs, mails and webhooks. */
export function workChecks({ postgres, isServer }: DoctorContext): Check[] {
  if (!('engine' in postgres)) return [];
  const ifKnown =
    (check: (db: PostgresEngine) => Promise<CheckResult>): Check['run'] =>
    async () =>
      (await sql.hasTables(postgres.engine)) ? check(postgres.engine) : null;
  return [
    // Without a server there are no workers.
    ...(isServer ? [{ name: 'jobs', run: ifKnown(checkJobs) }] : []),
    { name: 'mails', run: ifKnown(checkMails) },
    { name: 'webhooks', run: ifKnown(checkWebhooks) },
  ];
}

/** The rarest job runs every ten minutes, and a run may take eight. */
const longestWaitMinutes = 15;

async function checkJobs(db: PostgresEngine): Promise<CheckResult> {
  const jobs = await sql.jobStatuses(db);
  const named = (chosen: typeof jobs): string => chosen.map(({ name }) => name).join(', ');
  const stuck = jobs.filter(({ waitingMinutes }) => waitingMinutes > longestWaitMinutes);
  const abandoned = jobs.filter((job) => job.abandoned > 0);
  const failed = jobs.filter((job) => job.failed > 0);
  const mend = 'Check the server log for these jobs, then restart the server.';
  if (jobs.length === 0)
    return problem('No jobs are scheduled.', 'Restart the server, which schedules them.');
  if (stuck.length > 0) return problem(`Jobs waiting for a worker: ${named(stuck)}.`, mend);
  if (abandoned.length > 0) return problem(`Jobs that stopped responding: ${named(abandoned)}.`, mend);
  if (failed.length > 0) return warning(`Jobs that failed in the last hour: ${named(failed)}.`, mend);
  return ok(`${jobs.length} jobs are scheduled and run on time.`);
}

async function checkMails(db: PostgresEngine): Promise<CheckResult> {
  const { waiting = 0, failing = 0, givenUp = 0, error = null } = (await sql.mailStatus(db)) ?? {};
  if (failing === 0 && givenUp === 0) return ok(`${waiting} waiting to be sent, none failed.`);
  return warning(
    `${failing} could not be sent yet and ${givenUp} failed for good in the last day${error === null ? '.' : `: ${error}`}`,
    'Check SMTP_URL and MAGPIE_MAIL_FROM, and test them: npm run magpie -- mail test <email>',
  );
}

async function checkWebhooks(db: PostgresEngine): Promise<CheckResult> {
  const { enabled = 0, failing = 0, disabled = 0 } = (await sql.webhookStatus(db)) ?? {};
  if (failing === 0 && disabled === 0) return ok(`${enabled} enabled, none failing.`);
  return warning(
    `${failing} have been failing for more than an hour and ${disabled} are disabled.`,
    'Their owners can see the errors under Settings, Webhooks, fix the address and enable them again.',
  );
}
