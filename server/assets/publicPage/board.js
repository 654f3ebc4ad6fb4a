// Progressive enhancement of public boards. The page works without it: videos have controls, carousels scroll.
'use strict';

const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
// Moving the pointer across a card should not load its video.
const hoverMilliseconds = 120;

function createButton(className, label, text) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.textContent = text;
  button.setAttribute('aria-label', label);
  return button;
}

function playOnHover(box) {
  const video = box.querySelector('video');
  const toggle = createButton('play', 'Play video', '▶');
  let timer;
  const stop = () => {
    clearTimeout(timer);
    video.pause();
    box.classList.remove('playing');
    toggle.setAttribute('aria-label', 'Play video');
    toggle.textContent = '▶';
  };
  const play = () => {
    box.classList.add('playing');
    toggle.setAttribute('aria-label', 'Pause video');
    toggle.textContent = '❚❚';
    video.play().catch(stop);
  };
  video.controls = false;
  box.append(toggle);
  toggle.addEventListener('click', () => (video.paused ? play() : stop()));
  box.addEventListener('pointerenter', ({ pointerType }) => {
    if (pointerType !== 'mouse' || prefersReducedMotion.matches) return;
    timer = setTimeout(play, hoverMilliseconds);
  });
  box.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'mouse') stop();
  });
}

function addArrows(box) {
  const strip = box.querySelector('.slides');
  const badge = box.querySelector('.badge');
  const count = strip.children.length;
  const arrows = [
    createButton('arrow previous', 'Previous card', '‹'),
    createButton('arrow next', 'Next card', '›'),
  ];
  const position = () => Math.min(count - 1, Math.round(strip.scrollLeft / strip.clientWidth));
  const show = () => {
    badge.textContent = `${position() + 1} / ${count}`;
    arrows[0].hidden = position() === 0;
    arrows[1].hidden = position() === count - 1;
  };
  for (const [index, arrow] of arrows.entries()) {
    // For the mouse: the arrow keys scroll the strip.
    arrow.tabIndex = -1;
    arrow.addEventListener('click', () => {
      const left = (position() + (index === 0 ? -1 : 1)) * strip.clientWidth;
      strip.scrollTo({ left, behavior: prefersReducedMotion.matches ? 'auto' : 'smooth' });
    });
  }
  box.append(...arrows);
  strip.addEventListener('scroll', show, { passive: true });
  show();
}

/** The rows have one pixel each, so that a card goes to the first free place: the order is that of the dashboard. */
function placeCard(card) {
  card.parentElement.style.gridRowEnd = `span ${Math.ceil(card.getBoundingClientRect().height) + 12}`;
}

document.documentElement.classList.add('js');
for (const box of document.querySelectorAll('.video')) playOnHover(box);
for (const box of document.querySelectorAll('.carousel')) addArrows(box);
const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => placeCard(target)));
for (const card of document.querySelectorAll('.card')) {
  placeCard(card);
  sizes.observe(card);
}
