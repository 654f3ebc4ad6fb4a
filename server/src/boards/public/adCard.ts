import { isDemoAd } from '@magpie/contract/limits';
import type { PublicAd } from '@magpie/contract';
import { platformRows } from '@magpie/contract/platforms';
import { getInitials } from '../../integrations/drawing/lettering.ts';
import { parseKeptUrl, safeLink, listKeptSlides, longDate, pickHue } from './shownAd.ts';
import { html, type Html } from '../../integrations/html.ts';

/** An ad on a public board page. Shows only stored media; links are relative to `/b/`. */
export function adCard(ad: PublicAd, site: string): Html {
  return html`<li>
    <article class="card hue${pickHue(ad)}" ${renderLanguage(ad)}>
      ${mediaBox(ad, site)} ${advertiserLine(ad, site)}
      <div class="text">${headlineLine(ad, site)} ${renderCopy(ad)} ${factsLine(ad)} ${linksLine(ad)}</div>
    </article>
  </li> `;
}

/** For screen readers. Some sources use nonstandard codes, so only valid language tags are used. */
function renderLanguage({ language }: PublicAd): Html | null {
  return language !== null && /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language)
    ? html` lang="${language}"`
    : null;
}

function advertiserLine(ad: PublicAd, site: string): Html {
  const { name, brandLogo, pageUrl } = ad.advertiser;
  const logo = parseKeptUrl(brandLogo, site);
  const mark =
    logo === null
      ? html`<span class="logo" aria-hidden="true">${getInitials(name)}</span>`
      : html`<img class="logo" src="../media/${logo.file}" alt="" width="20" height="20" loading="lazy" />`;
  return html`<header>
    ${mark}
    <div>
      <p class="name" title="${name}"><bdi>${linkOrText(pageUrl, name)}</bdi></p>
      ${renderPlatforms(ad)}
    </div>
  </header>`;
}

function renderPlatforms(ad: PublicAd): Html | null {
  const marks = ad.platforms.map((platform) => {
    const { label, mark } = platformRows[platform];
    return html`<svg viewBox="0 0 24 24" width="16" height="16" role="img" aria-label="${label}">
      <path d="${mark}" fill="currentColor" fill-rule="evenodd" />
    </svg>`;
  });
  const demo = isDemoAd(ad) ? html`<span>Demo</span>` : null;
  return marks.length === 0 && demo === null
    ? null
    : html`<p class="platforms" lang="en">${demo}${marks}</p>`;
}

function mediaBox(ad: PublicAd, site: string): Html {
  const slides = listKeptSlides(ad, site);
  const { name } = ad.advertiser;
  const { headline } = ad;
  if (slides.length === 0) {
    const standIn =
      headline === null
        ? html`<p class="initials" aria-hidden="true">${getInitials(name)}</p>`
        : html`<h2 dir="auto">${headline}</h2>`;
    return html`<div class="media plain">${standIn}${renderBadge(ad)}</div>`;
  }
  const alt = headline === null ? `An ad by ${name}` : `An ad by ${name}: ${headline}`;
  const shown = slides.map((slide) => renderSlide(slide, alt));
  if (shown.length === 1) {
    const badge = slides[0]?.type === 'video' ? null : renderBadge(ad);
    return html`<div class="media">${shown}${badge}</div>`;
  }
  // Scrolls without a script; the arrow keys scroll it when it has the focus.
  return html`<div class="media">
    <ul class="slides" tabindex="0" aria-label="${shown.length} cards" lang="en">
      ${shown.map((slide) => html`<li>${slide}</li>`)}
    </ul>
    ${slides[0]?.type === 'video' ? null : html`<p class="badge" lang="en">${shown.length} cards</p>`}
  </div>`;
}

function renderSlide(
  { type, file, poster, width, height }: ReturnType<typeof listKeptSlides>[number],
  alt: string,
): Html {
  const size = width === null || height === null ? null : html` width="${width}" height="${height}"`;
  if (type === 'image') {
    return html`<img src="../media/${file}" alt="${alt}" ${size} loading="lazy" decoding="async" />`;
  }
  const still =
    poster === null ? html` preload="metadata"` : html` preload="none" poster="../media/${poster}"`;
  return html`<video
    src="../media/${file}"
    aria-label="${alt}"
    ${size}
    ${still}
    controls
    muted
    playsinline
    loop
  ></video>`;
}

function renderBadge({ mediaType, media, cards }: PublicAd): Html | null {
  if (mediaType === 'video') {
    const seconds = media.find(({ type }) => type === 'video')?.durationSeconds ?? null;
    return html`<p class="badge" lang="en">▶ ${seconds === null ? 'Video' : clockTime(seconds)}</p>`;
  }
  return cards.length < 2 ? null : html`<p class="badge" lang="en">${cards.length} cards</p>`;
}

function clockTime(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Below a picture; without one, `mediaBox` shows the headline. */
function headlineLine(ad: PublicAd, site: string): Html | null {
  const { headline } = ad;
  return headline === null || listKeptSlides(ad, site).length === 0
    ? null
    : html`<h2 dir="auto">${headline}</h2>`;
}

/** Fits into three lines of a wide card; longer texts can be unfolded. */
const maxUnfoldedCopy = 90;

function renderCopy({ body, description }: PublicAd): Html | null {
  const copy = body ?? description;
  if (copy === null) return null;
  const isShort = copy.length <= maxUnfoldedCopy && copy.split('\n').length <= 3;
  return isShort
    ? html`<p class="copy" dir="auto">${copy}</p>`
    : html`<details>
        <summary>
          <span class="copy" dir="auto">${copy}</span> <span class="more" lang="en">Show more</span
          ><span class="less" lang="en">Show less</span>
        </summary>
      </details>`;
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

function factsLine(ad: PublicAd): Html {
  const { daysRunning: days, daysRunningKind, status, reach, savedAt, startDate } = ad;
  const count = daysRunningKind === 'exact' ? `${days} ${days === 1 ? 'day' : 'days'}` : `${days}+ days`;
  const isPlanned = startDate !== null && startDate > new Date().toISOString().slice(0, 10);
  const running = isPlanned ? 'Planned' : `${status === 'active' ? 'Running' : 'Ran'} ${count}`;
  const reached =
    reach.value === null
      ? null
      : html` · ${reach.kind === 'reported' ? '' : '≈ '}${compact.format(reach.value)} reach`;
  return html`<p class="facts" lang="en" title="Saved ${longDate(savedAt)}">${running}${reached}</p>`;
}

function linksLine({ ctaText, landingPageUrl, landingPageDomain, sourceUrl }: PublicAd): Html | null {
  const landing = safeLink(landingPageUrl);
  const source = safeLink(sourceUrl);
  if (landing === null && source === null) return null;
  const domain = landingPageDomain ?? (landing === null ? '' : new URL(landing).hostname);
  const call = ctaText === null ? null : html`<span dir="auto">${ctaText}</span> `;
  return html`<p class="links">
    ${
      landing === null
        ? null
        : html`<a href="${landing}" rel="${externalLinkRel}">${call}<span class="domain">${domain}</span></a>`
    }${source === null ? null : html`<a class="source" href="${source}" rel="${externalLinkRel}" lang="en">Original ad</a>`}
  </p>`;
}

const externalLinkRel = 'noopener nofollow ugc';

function linkOrText(url: string | null, text: string): Html {
  const target = safeLink(url);
  return target === null ? html`${text}` : html`<a href="${target}" rel="${externalLinkRel}">${text}</a>`;
}
