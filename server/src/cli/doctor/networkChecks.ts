import { readDashboard } from '../../http/routes/dashboard.ts';
import { probePort } from '../../http/server.ts';
import { siteAddress } from '../../http/siteAddress.ts';
import {
  type Check,
  type CheckResult,
  type DoctorContext,
  errorMessage,
  ok,
  problem,
  warning,
} from './check.ts';

/** Checks of the port, the public address, the proxy, the mail settings and the dashboard. */
export const networkChecks: readonly Check[] = [
  { name: 'port', run: checkPort },
  { name: 'public address', run: checkPublicUrl },
  { name: 'proxy', run: checkProxy },
  { name: 'mail server', run: checkMailServer },
  { name: 'dashboard', run: checkDashboard },
];

/** Throws if there is no response. */
async function fetchStatus(url: string): Promise<number> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5000) });
  await response.body?.cancel();
  return response.status;
}

async function checkPort({ config, isServer }: DoctorContext): Promise<CheckResult> {
  if (config.port === 0) return ok('A free port is chosen at each start.');
  if (!isServer) return checkFreePort(config);
  const url = siteAddress({ addresses: () => [] }, { ...config, publicUrl: null });
  try {
    const status = await fetchStatus(`${url}/readyz`);
    if (status === 200) return ok(`This server responds at ${url} and is ready.`);
    return problem(
      `This server responds at ${url} but is not ready (status ${status}).`,
      `See ${url}/readyz for the failing part.`,
    );
  } catch (error) {
    return problem(
      `This server does not respond at ${url}: ${errorMessage(error)}.`,
      'Wait until it has started, or check its log.',
    );
  }
}

async function checkFreePort({ host, port }: DoctorContext['config']): Promise<CheckResult> {
  try {
    await probePort(host, port);
    return ok(`Port ${port} on ${host} is free.`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
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
      `Cannot listen on port ${port} of ${host}: ${errorMessage(error)}.`,
      'Set HOST to an address of this machine.',
    );
  }
}

const isLoopback = (host: string): boolean => /^(localhost|127\..*|\[?::1\]?)$/.test(host);

async function checkPublicUrl({ config, isServer }: DoctorContext): Promise<CheckResult> {
  const { publicUrl, host } = config;
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
    const status = await fetchStatus(`${publicUrl.replace(/\/$/, '')}/healthz`);
    if (status === 200) return ok(`${origin} responds.`);
    return warning(
      `${origin} responds with status ${status}.`,
      'Check that the proxy forwards all requests to Magpie.',
    );
  } catch (error) {
    return warning(
      `${origin} cannot be reached from this machine: ${errorMessage(error)}.`,
      'Check DNS and the proxy; the address may still work from outside.',
    );
  }
}

function checkProxy({ config: { trustProxy, publicUrl, host } }: DoctorContext): CheckResult {
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

function checkMailServer({ config: { smtpUrl, mailFrom, publicUrl } }: DoctorContext): CheckResult {
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
