import { isDemoAd } from '@magpie/contract/limits';
import type { PublicAd } from '@magpie/contract';
import { platformRows } from '@magpie/contract/platforms';
import { getInitials } from '../../integrations/drawing/lettering.ts';
import { parseKeptUrl, safeLink, listKeptSlides, longDate, pickHue, shortDate } from './shownAd.ts';
import { html, type Html } from '../../integrations/html.ts';
import { mediaBox } from './cardMedia.ts';

/** An ad on a public board page, with the parts of the dashboard's card. Links are relative to `/b/`. */
export function adCard(ad: PublicAd, site: string): Html {
  const isTextOnly = listKeptSlides(ad, site).length === 0;
  const hook = isTextOnly ? null : (ad.headline ?? ad.body);
  return html`<li>
    <article class="card hue${pickHue(ad)}" ${renderLanguage(ad)}>
      ${mediaBox(ad, site)}
      <div class="text">
        ${advertiserLine(ad, site)} ${hook === null ? null : html`<h2 class="hook" dir="auto">${hook}</h2>`}
        ${renderDetails(ad, isTextOnly)}
      </div>
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
    <p class="name" title="${name}"><bdi>${linkOrText(pageUrl, name)}</bdi></p>
    ${isDemoAd(ad) ? html`<span class="demo" lang="en">Demo</span>` : null} ${renderPlatforms(ad)}
  </header>`;
}

function renderPlatforms(ad: PublicAd): Html | null {
  const marks = ad.platforms.map((platform) => {
    const { label, mark } = platformRows[platform];
    return html`<svg viewBox="0 0 24 24" width="16" height="16" role="img" aria-label="${label}">
      <path d="${mark}" fill="currentColor" fill-rule="evenodd" />
    </svg>`;
  });
  return marks.length === 0 ? null : html`<p class="platforms" lang="en">${marks}</p>`;
}

/** The facts, and what the card has no room for: the whole text and the links. */
function renderDetails(ad: PublicAd, isTextOnly: boolean): Html {
  const facts = factsLine(ad);
  const copy = restOfCopy(ad, isTextOnly);
  const links = linksLine(ad);
  if (copy === null && links === null) return html`<p class="row">${facts}</p>`;
  return html`<details>
    <summary class="row">
      ${facts}<span class="more" lang="en">More</span><span class="less" lang="en">Less</span>
    </summary>
    ${copy === null ? null : html`<p class="copy" dir="auto">${copy}</p>`} ${links}
  </details>`;
}

/** The text below a headline; a text without one is shown in full when the card is open. */
function restOfCopy({ headline, body, description }: PublicAd, isTextOnly: boolean): string | null {
  if (isTextOnly) return body === null || headline === null ? description : (description ?? body);
  return headline === null ? description : (body ?? description);
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

function factsLine(ad: PublicAd): Html {
  const { daysRunning: days, daysRunningKind, status, reach, savedAt, startDate, endDate } = ad;
  const count = daysRunningKind === 'exact' ? `${days} ${days === 1 ? 'day' : 'days'}` : `${days}+ days`;
  const today = new Date().toISOString().slice(0, 10);
  const isPlanned = startDate !== null && startDate > today;
  const reached =
    reach.value === null
      ? null
      : html` · ${reach.kind === 'reported' ? '' : '≈ '}${compact.format(reach.value)}<span class="unit">
            reach</span
          >`;
  const seen =
    endDate !== null && endDate < today
      ? `Ended ${shortDate(endDate)}`
      : `Last seen ${shortDate(ad.lastConfirmedAt ?? ad.lastSeenAt)}`;
  const end = status === 'active' || isPlanned ? null : html` · ${seen}`;
  return html`<span class="facts" lang="en" title="Saved ${longDate(savedAt)}"
    >${isPlanned ? 'Planned' : count}${reached}${end}</span
  >`;
}

function linksLine({ ctaText, landingPageUrl, landingPageDomain, sourceUrl }: PublicAd): Html | null {
  const landing = safeLink(landingPageUrl);
  const source = safeLink(sourceUrl);
  if (landing === null && source === null) return null;
  const domain = landingPageDomain ?? (landing === null ? '' : new URL(landing).hostname);
  const call = ctaText === null ? null : html`<span dir="auto">${ctaText}</span> · `;
  return html`<p class="links">
    ${
      landing === null
        ? null
        : html`<a href="${landing}" rel="${externalLinkRel}">${call}<span class="domain">${domain}</span></a>`
    }${
      source === null
        ? null
        : html`<a class="source" href="${source}" rel="${externalLinkRel}" lang="en">Original ad</a>`
    }
  </p>`;
}

const externalLinkRel = 'noopener nofollow ugc';

function linkOrText(url: string | null, text: string): Html {
  const target = safeLink(url);
  return target === null ? html`${text}` : html`<a href="${target}" rel="${externalLinkRel}">${text}</a>`;
}
