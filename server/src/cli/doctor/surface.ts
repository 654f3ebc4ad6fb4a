import { probePort } from '../../http/server.ts';
import { siteAddress } from '../../http/siteAddress.ts';
import { readDashboard } from '../../http/routes/dashboard.ts';
import type { Config } from '../../config/config.ts';
import { type Check, ok, problem, errorReason, type CheckResult, warning } from './finding.ts';
import type { DoctorContext } from './doctorContext.ts';

/** Checks port, public address, proxy, mail settings and dashboard. */
export function surfaceChecks({ config, isServer }: DoctorContext): Check[] {
  return [
    { name: 'port', run: () => portState(config, isServer) },
    { name: 'public address', run: () => publicAddress(config, isServer) },
    { name: 'proxy', run: () => checkProxySettings(config) },
    { name: 'mail server', run: () => checkMailSettings(config) },
    { name: 'dashboard', run: checkDashboard },
  ];
}

const timeoutMilliseconds = 5000;

/** The HTTP status of an address; throws if there is no response. */
async function statusAt(address: string): Promise<number> {
  const response = await fetch(address, {
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMilliseconds),
  });
  await response.body?.cancel();
  return response.status;
}

async function portState(config: Config, isServer: boolean): Promise<CheckResult> {
  const { host, port } = config;
  if (port === 0) return ok('A free port is chosen at each start.');
  if (!isServer) return portIsFree(host, port);
  const address = siteAddress({ addresses: () => [] }, { ...config, publicUrl: null });
  try {
    const status = await statusAt(`${address}/readyz`);
    if (status === 200) return ok(`This server responds at ${address} and is ready.`);
    return problem(
      `This server responds at ${address} but is not ready (status ${status}).`,
      `See ${address}/readyz for the failing part.`,
    );
  } catch (error) {
    return problem(
      `This server does not respond at ${address}: ${errorReason(error)}.`,
      'Wait until it has started, or check its log.',
    );
  }
}

function portIsFree(host: string, port: number): Promise<CheckResult> {
  return probePort(host, port).then(
    () => ok(`Port ${port} on ${host} is free.`),
    (error: NodeJS.ErrnoException) => portProblem(error, host, port),
  );
}

function portProblem({ code, message }: NodeJS.ErrnoException, host: string, port: number): CheckResult {
  if (code === 'EADDRINUSE') {
    return problem(
      `Another program listens on port ${port} of ${host}.`,
      'Stop it, or set PORT to another port.',
    );
  }
  if (code === 'EACCES') {
    return problem(
      `This account may not listen on port ${port}.`,
      'Set PORT to 1024 or higher and use a proxy.',
    );
  }
  return problem(
    `Cannot listen on port ${port} of ${host}: ${message}.`,
    'Set HOST to an address of this machine.',
  );
}

const isLoopback = (host: string): boolean => /^(localhost|127\..*|\[?::1\]?)$/.test(host);

async function publicAddress({ publicUrl, host }: Config, isServer: boolean): Promise<CheckResult> {
  if (publicUrl === null) {
    if (isLoopback(host)) return ok('Not set; Magpie is only reachable from this machine.');
    return warning(
      'Not set, but Magpie is open to the network: links in mails work only on this machine.',
      'Set MAGPIE_PUBLIC_URL to the address that people use.',
    );
  }
  const { protocol, hostname, origin } = new URL(publicUrl);
  if (protocol === 'http:' && !isLoopback(hostname)) {
    return warning(
      `${origin} has no TLS: keys and cookies are sent unencrypted.`,
      'Put a proxy with a certificate in front of Magpie, and set MAGPIE_PUBLIC_URL to its https address.',
    );
  }
  if (!isServer) return ok(`${origin}; not tested, because no server is running.`);
  try {
    const status = await statusAt(new URL('healthz', `${publicUrl.replace(/\/$/, '')}/`).href);
    if (status === 200) return ok(`${origin} responds.`);
    return warning(
      `${origin} responds with status ${status}.`,
      'Check that the proxy forwards all requests to Magpie.',
    );
  } catch (error) {
    return warning(
      `${origin} cannot be reached from this machine: ${errorReason(error)}.`,
      'Check DNS and the proxy; the address may still work from outside.',
    );
  }
}

function checkProxySettings({ trustProxy, publicUrl, host }: Config): CheckResult {
  if (trustProxy === false) {
    if (publicUrl === null || !publicUrl.startsWith('https:')) return ok('No proxy is trusted.');
    return warning(
      'The public address uses TLS, so there is a proxy, but no proxy is trusted: all requests appear to come from one address and share its rate limits.',
      'Set MAGPIE_TRUST_PROXY to the number or the addresses of the proxies.',
    );
  }
  if (typeof trustProxy === 'number' && !isLoopback(host)) {
    return warning(
      `${trustProxy} proxies are trusted by number, but the port is open to the network: clients that connect directly can claim any address.`,
      'Close the port to everything but the proxy, or set MAGPIE_TRUST_PROXY to its address.',
    );
  }
  return ok(`Trusted: ${Array.isArray(trustProxy) ? trustProxy.join(', ') : `${trustProxy} hops`}.`);
}

function checkMailSettings({ smtpUrl, mailFrom, publicUrl }: Config): CheckResult {
  if (smtpUrl === null) {
    const says = 'Not set; mails are written to the folder mail in the data folder.';
    return publicUrl === null ? ok(says) : warning(says, 'Set SMTP_URL to send invitations and digests.');
  }
  const { host } = new URL(smtpUrl);
  if (!/@localhost>?$/.test(mailFrom)) return ok(`${host}, from ${mailFrom}; not tested.`);
  return warning(
    `The sender is ${mailFrom}, which most mail servers such as ${host} reject.`,
    'Set MAGPIE_MAIL_FROM to an address of your domain.',
  );
}

function checkDashboard(): CheckResult {
  const built = readDashboard();
  if (built !== null) return ok(`Built: ${built.size} files.`);
  return problem('The dashboard is not built.', 'Run npm run build in the Magpie folder.');
}
