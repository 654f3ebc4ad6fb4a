import { probePort } from '../../http/probePort.ts';
import { siteAddress } from '../../http/siteAddress.ts';
import { readDashboard } from '../../http/dashboard.ts';
import type { Config } from '../../config/config.ts';
import { type Check, ok, problem, reasonOf, type Verdict, warning } from './finding.ts';
import type { DoctorContext } from './doctorContext.ts';

/** How people and proxies reach Magpie. */
export function surfaceChecks({ config, isServer }: DoctorContext): Check[] {
  return [
    { name: 'port', look: () => portState(config, isServer) },
    { name: 'public address', look: () => publicAddress(config, isServer) },
    { name: 'proxy', look: () => proxySense(config) },
    { name: 'mail server', look: () => mailSense(config) },
    { name: 'dashboard', look: dashboardIsBuilt },
  ];
}

const patienceMilliseconds = 5000;

/** The status of what is there; fails when nothing is. */
async function statusAt(address: string): Promise<number> {
  const response = await fetch(address, {
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMilliseconds),
  });
  await response.body?.cancel();
  return response.status;
}

async function portState(config: Config, isServer: boolean): Promise<Verdict> {
  const { host, port } = config;
  if (port === 0) return ok('Any free one is taken.');
  if (!isServer) return portIsFree(host, port);
  const address = siteAddress({ addresses: () => [] }, { ...config, publicUrl: null });
  try {
    const status = await statusAt(`${address}/readyz`);
    if (status === 200) return ok(`This server answers at ${address} and is ready.`);
    return problem(
      `This server answers at ${address}, and says with ${status} that it is not ready.`,
      `Look at ${address}/readyz, which names the part that fails.`,
    );
  } catch (error) {
    return problem(
      `This server does not answer at ${address}: ${reasonOf(error)}.`,
      'Wait until it has started, or look into its log.',
    );
  }
}

function portIsFree(host: string, port: number): Promise<Verdict> {
  return probePort(host, port).then(
    () => ok(`${port} at ${host} is free.`),
    (error: NodeJS.ErrnoException) => portVerdict(error, host, port),
  );
}

function portVerdict({ code, message }: NodeJS.ErrnoException, host: string, port: number): Verdict {
  if (code === 'EADDRINUSE') {
    return problem(`Another program listens on ${port} at ${host}.`, 'End it, or set PORT to another one.');
  }
  if (code === 'EACCES') {
    return problem(`This account may not listen on ${port}.`, 'Set PORT to 1024 or more, behind a proxy.');
  }
  return problem(
    `Nobody can listen on ${port} at ${host}: ${message}.`,
    'Set HOST to an address that this machine has.',
  );
}

const isLoopback = (host: string): boolean => /^(localhost|127\..*|\[?::1\]?)$/.test(host);

async function publicAddress({ publicUrl, host }: Config, isServer: boolean): Promise<Verdict> {
  if (publicUrl === null) {
    if (isLoopback(host)) return ok('None is set; Magpie is open to this machine alone.');
    return warning(
      'None is set, and Magpie is open to the network: links in mails lead to this machine alone.',
      'Set MAGPIE_PUBLIC_URL to the address that people open.',
    );
  }
  const { protocol, hostname, origin } = new URL(publicUrl);
  if (protocol === 'http:' && !isLoopback(hostname)) {
    return warning(
      `${origin} has no TLS: keys and cookies can be read on the way.`,
      'Put a proxy with a certificate before Magpie, and set MAGPIE_PUBLIC_URL to its https address.',
    );
  }
  if (!isServer) return ok(`${origin}; no server runs here that could answer there.`);
  try {
    const status = await statusAt(new URL('healthz', `${publicUrl.replace(/\/$/, '')}/`).href);
    if (status === 200) return ok(`${origin} answers.`);
    return warning(`${origin} answers with ${status}.`, 'See that the proxy passes everything on to Magpie.');
  } catch (error) {
    return warning(
      `${origin} cannot be reached from here: ${reasonOf(error)}.`,
      'See that the name leads to the proxy and the proxy to Magpie; from outside it may work all the same.',
    );
  }
}

function proxySense({ trustProxy, publicUrl, host }: Config): Verdict {
  if (trustProxy === false) {
    if (publicUrl === null || !publicUrl.startsWith('https:')) return ok('None is trusted.');
    return warning(
      'The public address has TLS, which a proxy gives it, and none is trusted: all people seem to come from one address and share its limits.',
      'Set MAGPIE_TRUST_PROXY to the number or the addresses of the proxies in front.',
    );
  }
  if (typeof trustProxy === 'number' && !isLoopback(host)) {
    return warning(
      `${trustProxy} in front are trusted by their number, and the port is open to the network: whoever reaches it can claim any address.`,
      'Close the port to all but the proxy, or set MAGPIE_TRUST_PROXY to its address.',
    );
  }
  return ok(`Trusted: ${Array.isArray(trustProxy) ? trustProxy.join(', ') : `${trustProxy} in front`}.`);
}

function mailSense({ smtpUrl, mailFrom, publicUrl }: Config): Verdict {
  if (smtpUrl === null) {
    const says = 'None is set; mails are written to the folder mail of the data folder.';
    return publicUrl === null ? ok(says) : warning(says, 'Set SMTP_URL, so that invitations reach people.');
  }
  const { host } = new URL(smtpUrl);
  if (!/@localhost>?$/.test(mailFrom)) return ok(`${host}, from ${mailFrom}; nothing was sent.`);
  return warning(
    `${host} is to take mails from ${mailFrom}, which most refuse.`,
    'Set MAGPIE_MAIL_FROM to an address of your own domain.',
  );
}

function dashboardIsBuilt(): Verdict {
  const built = readDashboard();
  if (built !== null) return ok(`It is built: ${built.size} files.`);
  return problem('It is not built, so people see no pages.', 'Run npm run build in the folder of Magpie.');
}
