export type Channel = 'slack' | 'teams' | 'other';

const slackHosts = /(?:^|\.)hooks\.slack(?:-gov)?\.com$/;
const teamsHosts = /\.(?:webhook\.office\.com|logic\.azure\.com|api\.powerplatform\.com)$/;

/** Which messages an address gets, by its host; the server decides in the same way. */
export function channelOf(url: string): Channel {
  const { hostname = '' } = URL.parse(url) ?? {};
  if (slackHosts.test(hostname)) return 'slack';
  return teamsHosts.test(hostname) ? 'teams' : 'other';
}
