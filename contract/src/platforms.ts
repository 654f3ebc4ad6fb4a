/**
 * All platforms and ad libraries. To add one, add its row here; every list, filter, label, key and link is derived from
 * these rows. Without zod, because content scripts bundle this file.
 */

interface IdRange {
  /** Separates the ids of this range from those of the others in keys: `tiktok:top-1234`. */
  readonly prefix: string;
  /** Pages of one ad, without scheme; the group is the id. */
  readonly adPages: readonly RegExp[];
  /** The page of an ad; null if it needs an unknown advertiser id. */
  url(id: string, advertiserId: string | null): string | null;
}

/** Ad ids are unique per library. The name of a library starts the keys of its ads: `meta:1234`. */
interface AdLibrary {
  readonly label: string;
  /** Links to it are recognised without `https://`. */
  readonly domain: string;
  /** Starts of the URLs of its pages, without scheme and subdomain. */
  readonly pages: readonly string[];
  readonly ids: readonly IdRange[];
  /** Mappers of its file formats: `metaApi` is the export of that name in `sources/src/meta/metaApi.ts`. */
  readonly formats: readonly string[];
}

interface PlatformRow<Library extends string> {
  readonly label: string;
  /** Path of an SVG of 24 × 24, drawn for this project; holes by the even-odd rule. */
  readonly mark: string;
  readonly library: Library;
  /** Ads that are known only by a URL in the library get this platform. */
  readonly isLibraryDefault?: true;
  /** Profiles are on the first one. */
  readonly domains: readonly [string, ...string[]];
  /** Names in tables, in lower case. */
  readonly names: RegExp;
  /** Width by height of most ads, for ads without media sizes. */
  readonly aspectRatio: number;
}

/** Keys of ads outside of the libraries: by their URL, or by their contents. */
export const otherKeyPrefixes = ['web', 'row'];

interface LibraryIdentity {
  readonly key: string;
  readonly externalId: string;
  readonly sourceUrl: string | null;
}

interface LibraryAd<Name extends string> extends LibraryIdentity {
  readonly platform: Name | null;
}

function keysOf<Key extends string>(rows: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(rows) as Key[];
}

function oneOf(starts: readonly string[]): string {
  return `(?:${starts.map((start) => start.replaceAll('.', String.raw`\.`)).join('|')})`;
}

/** Addresses on any subdomain that begin with one of these. */
function addressPattern(starts: readonly string[], rest = ''): RegExp {
  return new RegExp(String.raw`^https?:\/\/(?:[\w-]+\.)*${oneOf(starts)}${rest}`, 'i');
}

/** Builds the lists and functions of the given rows. A test builds them with one more platform. */
export function createPlatformTable<Library extends string, Name extends string>(
  libraries: Readonly<Record<Library, AdLibrary>>,
  rows: Readonly<Record<Name, PlatformRow<NoInfer<Library>>>>,
) {
  const platforms = keysOf(rows);
  const libraryNames = keysOf(libraries);
  const allLibraries = libraryNames.map((name) => libraries[name]);
  const defaults = new Map(
    platforms.filter((name) => rows[name].isLibraryDefault).map((name) => [rows[name].library, name]),
  );
  const libraryPage = addressPattern(allLibraries.flatMap(({ pages }) => pages));
  const profile = addressPattern(
    platforms.map((name) => rows[name].domains[0]),
    String.raw`\/[^?#]`,
  );

  function identifyAd(
    library: Library,
    externalId: string,
    { prefix = '', advertiserId = null }: { prefix?: string; advertiserId?: string | null } = {},
  ): LibraryIdentity {
    const range = libraries[library].ids.find((one) => one.prefix === prefix);
    return {
      key: `${library}:${prefix}${externalId}`,
      externalId,
      sourceUrl: range?.url(externalId, advertiserId) ?? null,
    };
  }

  return {
    platforms,
    rows,
    labels: Object.fromEntries(platforms.map((name) => [name, rows[name].label])) as Record<Name, string>,
    /** Libraries whose ads are on none of the platforms. */
    otherLibraries: libraryNames.filter((library) =>
      platforms.every((name) => rows[name].library !== library),
    ),
    keyPrefixes: [...libraryNames, ...otherKeyPrefixes],
    libraryDomains: oneOf(allLibraries.map(({ domain }) => domain)),
    isLibraryUrl: (url: string): boolean => libraryPage.test(url),
    isProfileUrl: (url: string): boolean => profile.test(url),

    keyPrefix: (platform: Name): Library => rows[platform].library,

    identifyAd,

    /** The ad at an ad library URL; `null` for any other URL. */
    findLibraryAd(url: string): LibraryAd<Name> | null {
      const withoutScheme = url.replace(/^https?:\/\//i, '');
      for (const library of libraryNames) {
        for (const { prefix, adPages } of libraries[library].ids) {
          const matches = adPages.map((pattern) => pattern.exec(withoutScheme)?.[1]);
          const id = matches.find((match) => match !== undefined);
          if (id === undefined) continue;
          return { ...identifyAd(library, id, { prefix }), platform: defaults.get(library) ?? null };
        }
      }
      return null;
    },

    findByHost: (host: string): Name | undefined =>
      platforms.find((name) =>
        rows[name].domains.some((domain) => host === domain || host.endsWith(`.${domain}`)),
      ),

    findByName: (words: readonly string[]): Name[] =>
      platforms.filter((name) => words.some((word) => rows[name].names.test(word))),
  };
}

/** Ids of the Creative Center are separate from those of TikTok's ad library. */
const creativeCenterIds: IdRange = {
  prefix: 'top-',
  adPages: [
    /^ads\.tiktok\.com\/(?:business\/)?creativecenter\/(?:[\w-]+\/){0,4}topads\/(\d{5,25})(?:[/?#]|$)/,
  ],
  url: (id) => `https://ads.tiktok.com/business/creativecenter/topads/${id}`,
};

/** Of libraries without pages of single ads. */
const withoutPages: IdRange = { prefix: '', adPages: [], url: () => null };

export const adLibraries = {
  meta: {
    label: 'Meta',
    domain: 'facebook.com',
    pages: ['facebook.com/ads/library', 'facebook.com/ads/archive'],
    formats: ['metaApi', 'metaWeb'],
    ids: [
      {
        prefix: '',
        adPages: [
          /^(?:[\w-]+\.)?facebook\.com\/ads\/archive\/render_ad\/?\?(?:[^#]*&)?id=(\d{5,25})(?:[&#]|$)/,
          /^(?:[\w-]+\.)?facebook\.com\/ads\/library\/?\?(?:[^#]*&)?id=(\d{5,25})(?:[&#]|$)/,
        ],
        url: (id) => `https://www.facebook.com/ads/library/?id=${id}`,
      },
    ],
  },
  tiktok: {
    label: 'TikTok',
    domain: 'tiktok.com',
    pages: ['library.tiktok.com'],
    formats: ['tiktokApi', 'tiktokWeb', 'tiktokTopAds'],
    ids: [
      {
        prefix: '',
        adPages: [/^library\.tiktok\.com\/ads\/detail\/?\?(?:[^#]*&)?ad_id=(\d{5,25})(?:[&#]|$)/],
        url: (id) => `https://library.tiktok.com/ads/detail/?ad_id=${id}`,
      },
      creativeCenterIds,
    ],
  },
  linkedin: {
    label: 'LinkedIn',
    domain: 'linkedin.com',
    pages: ['linkedin.com/ad-library'],
    formats: ['linkedinApi'],
    ids: [
      {
        prefix: '',
        adPages: [/^(?:www\.)?linkedin\.com\/ad-library\/detail\/(\d{3,25})(?:[/?#]|$)/],
        url: (id) => `https://www.linkedin.com/ad-library/detail/${id}`,
      },
    ],
  },
  google: {
    label: 'Google',
    domain: 'google.com',
    pages: ['adstransparency.google.com'],
    formats: ['googleTransparency'],
    ids: [
      {
        prefix: '',
        adPages: [/^adstransparency\.google\.com\/advertiser\/AR\d+\/creative\/(CR\d+)(?:[/?#]|$)/],
        url: (id, advertiserId) =>
          advertiserId === null
            ? null
            : `https://adstransparency.google.com/advertiser/${advertiserId}/creative/${id}`,
      },
    ],
  },
  // The libraries below have no platform of the specification: their ads have placements only.
  microsoft: {
    label: 'Microsoft',
    domain: 'adlibrary.ads.microsoft.com',
    pages: ['adlibrary.ads.microsoft.com'],
    formats: ['microsoftAds'],
    ids: [
      {
        prefix: '',
        adPages: [/^adlibrary\.ads\.microsoft\.com\/ad-details\/?\?(?:[^#]*&)?adId=(\d{3,25})(?:[&#]|$)/],
        url: (id) => `https://adlibrary.ads.microsoft.com/ad-details?adId=${id}`,
      },
    ],
  },
  snap: {
    label: 'Snap',
    domain: 'adsgallery.snap.com',
    pages: ['adsgallery.snap.com'],
    formats: ['snapAds'],
    ids: [withoutPages],
  },
  apple: {
    label: 'Apple',
    domain: 'adrepository.apple.com',
    pages: ['adrepository.apple.com'],
    formats: ['appleAds'],
    ids: [withoutPages],
  },
  x: {
    label: 'X',
    domain: 'ads.x.com',
    pages: ['ads.x.com/ads-repository'],
    formats: ['xAds'],
    // Not every post is an ad, so links to posts do not identify ads.
    ids: [{ prefix: '', adPages: [], url: (id) => `https://x.com/i/status/${id}` }],
  },
  pinterest: {
    label: 'Pinterest',
    domain: 'ads.pinterest.com',
    pages: ['ads.pinterest.com/ads-repository'],
    formats: ['pinterestAds'],
    ids: [{ prefix: '', adPages: [], url: (id) => `https://www.pinterest.com/pin/${id}/` }],
  },
  amazon: {
    label: 'Amazon',
    domain: 'amazon.de/adlibrary',
    pages: ['amazon.de/adlibrary'],
    formats: ['amazonAds'],
    ids: [withoutPages],
  },
  temu: {
    label: 'Temu',
    domain: 'ads.temu.com',
    pages: ['ads.temu.com/library'],
    formats: ['temuAds'],
    ids: [withoutPages],
  },
} satisfies Record<string, AdLibrary>;

export type AdLibraryName = keyof typeof adLibraries;

const libraryLabels: ReadonlyMap<string, string> = new Map(
  Object.entries(adLibraries).map(([name, { label }]) => [name, label]),
);

/** The name of the library of a key prefix; undefined for ads outside of the libraries. */
export function findLibraryLabel(prefix: string): string | undefined {
  return libraryLabels.get(prefix);
}

export const platformRows = {
  facebook: {
    label: 'Facebook',
    mark: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM10.9 22v-7.4H8.3v-3h2.6V9.4c0-2.6 1.5-4 3.9-4 .7 0 1.4.1 2 .2v2.5h-1.4c-1.2 0-1.6.7-1.6 1.5v2h2.9l-.5 3h-2.4V22z',
    library: 'meta',
    isLibraryDefault: true,
    domains: ['facebook.com'],
    names: /\b(?:fb|facebook)\b/,
    aspectRatio: 4 / 5,
  },
  instagram: {
    label: 'Instagram',
    mark: 'M8 2.5h8A5.5 5.5 0 0 1 21.5 8v8a5.5 5.5 0 0 1-5.5 5.5H8A5.5 5.5 0 0 1 2.5 16V8A5.5 5.5 0 0 1 8 2.5zM8 4.6A3.4 3.4 0 0 0 4.6 8v8A3.4 3.4 0 0 0 8 19.4h8a3.4 3.4 0 0 0 3.4-3.4V8A3.4 3.4 0 0 0 16 4.6zM12 7.2a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6zm0 2.1a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4zM17 5.9a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2z',
    library: 'meta',
    domains: ['instagram.com'],
    names: /\b(?:ig|insta|instagram)\b/,
    aspectRatio: 4 / 5,
  },
  // Google's library also has ads of Search and other surfaces, so its URLs do not imply YouTube.
  youtube: {
    label: 'YouTube',
    mark: 'M5.5 5h13A3.5 3.5 0 0 1 22 8.5v7a3.5 3.5 0 0 1-3.5 3.5h-13A3.5 3.5 0 0 1 2 15.5v-7A3.5 3.5 0 0 1 5.5 5zM10 8.8v6.4l5.6-3.2z',
    library: 'google',
    domains: ['youtube.com', 'youtu.be', 'adstransparency.google.com'],
    names: /\b(?:yt|youtube)\b/,
    aspectRatio: 1.91,
  },
  linkedin: {
    label: 'LinkedIn',
    mark: 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM7.3 5.9a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8zM6.1 10v8h2.4v-8zM10.2 10v8h2.4v-4.2c0-1.1.6-1.8 1.5-1.8s1.4.7 1.4 1.8V18h2.4v-4.7c0-2.2-1.2-3.5-3-3.5-1 0-1.8.4-2.3 1.2v-1z',
    library: 'linkedin',
    isLibraryDefault: true,
    domains: ['linkedin.com'],
    names: /\blinked ?in\b/,
    aspectRatio: 1.91,
  },
  tiktok: {
    label: 'TikTok',
    mark: 'M12.6 2.5h3.3a4.6 4.6 0 0 0 4.6 4.4v3.3a7.9 7.9 0 0 1-4.6-1.5v6.9a5.9 5.9 0 1 1-5.1-5.8v3.4a2.6 2.6 0 1 0 1.8 2.5z',
    library: 'tiktok',
    isLibraryDefault: true,
    domains: ['tiktok.com'],
    names: /\btik ?tok\b/,
    aspectRatio: 9 / 16,
  },
} satisfies Record<string, PlatformRow<AdLibraryName>>;

export type Platform = keyof typeof platformRows;

export const platformTable = createPlatformTable(adLibraries, platformRows);

export const platformLabels = platformTable.labels;
