// Progressive enhancement of public boards. The page works without it: videos have controls, carousels scroll.
(() => {
  'use strict';
  const root = document.documentElement;
  root.classList.add('js');
  const wall = document.querySelector('.wall');
  if (wall === null) return;
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  // Moving the pointer across a card should not load its video.
  const hoverMilliseconds = 120;

  const button = (className, label, text) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.className = className;
    made.textContent = text;
    made.setAttribute('aria-label', label);
    return made;
  };

  for (const box of wall.querySelectorAll('.video')) {
    const video = box.querySelector('video');
    const toggle = button('play', 'Play video', '▶');
    let timer;
    const play = () => {
      box.classList.add('playing');
      toggle.setAttribute('aria-label', 'Pause video');
      toggle.textContent = '❚❚';
      video.play().catch(stop);
    };
    const stop = () => {
      clearTimeout(timer);
      video.pause();
      box.classList.remove('playing');
      toggle.setAttribute('aria-label', 'Play video');
      toggle.textContent = '▶';
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

  for (const box of wall.querySelectorAll('.carousel')) {
    const strip = box.querySelector('.slides');
    const badge = box.querySelector('.badge');
    const count = strip.children.length;
    // For the mouse: the arrow keys scroll the strip.
    const arrows = [button('arrow previous', 'Previous card', '‹'), button('arrow next', 'Next card', '›')];
    const position = () => Math.min(count - 1, Math.round(strip.scrollLeft / strip.clientWidth));
    const show = () => {
      badge.textContent = `${position() + 1} / ${count}`;
      arrows[0].hidden = position() === 0;
      arrows[1].hidden = position() === count - 1;
    };
    for (const [index, arrow] of arrows.entries()) {
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

  // Rows of a pixel: each card goes to the first free place, so that the order is that of the dashboard.
  const place = (card) => {
    card.parentElement.style.gridRowEnd = `span ${Math.ceil(card.getBoundingClientRect().height) + 12}`;
  };
  const cards = wall.querySelectorAll('.card');
  cards.forEach(place);
  const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => place(target)));
  cards.forEach((card) => sizes.observe(card));
})();
