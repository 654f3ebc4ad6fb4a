/**
 * Addresses that only pass a visitor on, with the parameter that says where to. Platforms and affiliate networks wrap
 * the landing pages of ads in them, so that without this half of the advertisers would share one domain.
 */
interface Redirector {
  readonly host: string;
  /** What its path begins with; absent: any. */
  readonly path?: string;
  /** The first that is there counts. */
  readonly parameters: readonly string[];
}

const redirectors: readonly Redirector[] = [
  { host: 'l.facebook.com', parameters: ['u'] },
  { host: 'lm.facebook.com', parameters: ['u'] },
  { host: 'facebook.com', path: '/l.php', parameters: ['u'] },
  { host: 'facebook.com', path: '/flx/warn', parameters: ['u'] },
  { host: 'l.instagram.com', parameters: ['u'] },
  { host: 'l.messenger.com', parameters: ['u'] },
  { host: 'l.threads.net', parameters: ['u'] },
  { host: 'l.threads.com', parameters: ['u'] },
  { host: 'l.wl.co', parameters: ['u'] },
  { host: 'linkedin.com', path: '/redir/', parameters: ['url'] },
  { host: 'linkedin.com', path: '/safety/go', parameters: ['url'] },
  { host: 'tiktok.com', path: '/link/', parameters: ['target'] },
  { host: 'youtube.com', path: '/redirect', parameters: ['q'] },
  { host: 'google.com', path: '/url', parameters: ['url', 'q'] },
  { host: 'google.com', path: '/aclk', parameters: ['adurl'] },
  { host: 'googleadservices.com', path: '/pagead/aclk', parameters: ['adurl'] },
  { host: 'adclick.g.doubleclick.net', parameters: ['adurl'] },
  { host: 'googleads.g.doubleclick.net', parameters: ['adurl'] },
  { host: 'awin1.com', parameters: ['ued', 'p'] },
  { host: 'click.linksynergy.com', parameters: ['murl'] },
  { host: 'go.skimresources.com', parameters: ['url'] },
  { host: 'redirect.viglink.com', parameters: ['u'] },
  { host: 'shareasale.com', path: '/r.cfm', parameters: ['urllink'] },
  { host: 'out.reddit.com', parameters: ['url'] },
  { host: 't.umblr.com', path: '/redirect', parameters: ['z'] },
  { host: 'vk.com', path: '/away.php', parameters: ['to'] },
  { host: 'duckduckgo.com', path: '/l/', parameters: ['uddg'] },
];

/** The web address that a redirector passes on to; null for any other address, and when it does not say. */
export function redirectTarget(url: URL): string | null {
  const host = url.hostname.replace(/^www\./, '');
  const redirector = redirectors.find(
    (each) => each.host === host && url.pathname.startsWith(each.path ?? '/'),
  );
  for (const parameter of redirector?.parameters ?? []) {
    const target = url.searchParams.get(parameter);
    if (target !== null && /^https?:\/\//i.test(target)) return target;
  }
  return null;
}
