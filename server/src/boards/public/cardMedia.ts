import type { PublicAd } from '@magpie/contract';
import { html, type Html } from '../../integrations/html.ts';
import { listKeptSlides } from './shownAd.ts';

type KeptSlide = ReturnType<typeof listKeptSlides>[number];

/**
 * The kept media of an ad. Without the page's script, videos have the browser's controls and several media scroll
 * sideways; the script replaces the controls by playing on hover and adds arrows.
 */
export function mediaBox(ad: PublicAd, site: string): Html {
  const slides = listKeptSlides(ad, site);
  const [first] = slides;
  if (first === undefined) return textTile(ad);
  const { name } = ad.advertiser;
  const alt = ad.headline === null ? `An ad by ${name}` : `An ad by ${name}: ${ad.headline}`;
  if (slides.length === 1) {
    return html`<div class="media${first.type === 'video' ? ' video' : ''}">
      ${renderSlide(first, alt)}${renderBadge(ad, slides)}
    </div>`;
  }
  // The arrow keys scroll it when it has the focus.
  return html`<div class="media carousel">
    <ul class="slides" tabindex="0" aria-label="${slides.length} cards" lang="en">
      ${slides.map(
        (slide) =>
          html`<li class="${slide.type === 'video' ? 'video' : 'image'}">${renderSlide(slide, alt)}</li>`,
      )}
    </ul>
    ${renderBadge(ad, slides)}
  </div>`;
}

/** The text of an ad without kept media. */
function textTile({ headline, body, description }: PublicAd): Html {
  const [title, text] = headline === null ? [body ?? description, null] : [headline, body];
  if (title === null) return html`<p class="media missing" lang="en">Media not available</p>`;
  return html`<div class="media plain">
    <h2 dir="auto">${title}</h2>
    ${text === null ? null : html`<p class="copy" dir="auto">${text}</p>`}
  </div>`;
}

function renderSlide({ type, file, poster, width, height }: KeptSlide, alt: string): Html {
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

function renderBadge({ mediaType, media, cards }: PublicAd, slides: readonly KeptSlide[]): Html | null {
  if (slides.length > 1) return html`<p class="badge" lang="en">${slides.length} cards</p>`;
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
