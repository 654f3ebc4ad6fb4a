/** Platforms and affiliate networks wrap landing pages in these. Also runs in browsers: no Node API. */
interface Redirect {
  /** Without `www.`. */
  readonly host: string;
  /** Path prefix; any path if absent. */
  readonly path?: string;
  /** The first one present is used. */
  readonly parameters: readonly string[];
}

const redirects: readonly Redirect[] = [
  { host: 'l.facebook.com', parameters: ['u'] },
  { host: 'lm.facebook.com', parameters: ['u'] },
  { host: 'facebook.com', path: '/l.php', parameters: ['u'] },
  { host: 'facebook.com', path: '/flx/warn', parameters: ['u'] },
  { host: 'm.facebook.com', path: '/l.php', parameters: ['u'] },
  { host: 'm.facebook.com', path: '/flx/warn', parameters: ['u'] },
  { host: 'l.instagram.com', parameters: ['u'] },
  { host: 'lm.instagram.com', parameters: ['u'] },
  { host: 'l.messenger.com', parameters: ['u'] },
  { host: 'lm.messenger.com', parameters: ['u'] },
  { host: 'l.threads.net', parameters: ['u'] },
  { host: 'l.threads.com', parameters: ['u'] },
  { host: 'lm.threads.com', parameters: ['u'] },
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

export function unwrapRedirect({ hostname, pathname, searchParams }: URL): string | null {
  const host = hostname.replace(/^www\./, '').replace(/^google\.[a-z.]{2,6}$/, 'google.com');
  const redirect = redirects.find((known) => known.host === host && pathname.startsWith(known.path ?? '/'));
  for (const parameter of redirect?.parameters ?? []) {
    const target = searchParams.get(parameter);
    if (target !== null && /^(?:https?:)?\/\//i.test(target)) {
      return target.startsWith('//') ? `https:${target}` : target;
    }
  }
  return null;
}
