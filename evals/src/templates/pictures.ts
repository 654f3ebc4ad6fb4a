import sharp from 'sharp';

/** Sample pictures for templates, drawn here to avoid copyright questions. */
export type ExamplePicture = 'bottle' | 'mug' | 'hills' | 'room' | 'panorama' | 'tiny';

/** Smaller scales are faster. */
export function examplePicture(name: ExamplePicture, scale = 1): Promise<Buffer> {
  return pictures[name](72 * scale);
}

const pictures: Readonly<Record<ExamplePicture, (density: number) => Promise<Buffer>>> = {
  bottle: (density) => jpeg(bottle, density),
  mug: (density) => png(mug, density),
  hills: (density) => jpeg(hills, density),
  room: (density) => jpeg(room, density),
  panorama: async (density) =>
    sharp(await jpeg(hills, density))
      .resize(2400, 240, { fit: 'fill' })
      .jpeg()
      .toBuffer(),
  tiny: async (density) =>
    sharp(await jpeg(room, density))
      .resize(60, 60)
      .png()
      .toBuffer(),
};

function png(svg: string, density: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density }).png().toBuffer();
}

function jpeg(svg: string, density: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 92 })
    .toBuffer();
}

export function exampleLogo(color: string): Promise<Buffer> {
  return png(
    `<svg xmlns="http://www.w3.org/2000/svg" width="420" height="120" viewBox="0 0 420 120" fill="${color}">
    <path d="M10 100 L60 14 L110 100 L84 100 L60 58 L36 100 Z"/><circle cx="60" cy="92" r="11"/>
    <rect x="140" y="30" width="18" height="70"/><rect x="140" y="82" width="54" height="18"/>
    <path d="M212 30h60v18h-42v9h36v16h-36v9h42v18h-60z"/><circle cx="330" cy="65" r="36"/>
    <rect x="384" y="30" width="18" height="70"/></svg>`,
    72,
  );
}

const bottle = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1400">
  <defs>
    <linearGradient id="glass" x1="0" x2="1"><stop offset="0" stop-color="#8a4b1f"/><stop offset=".18" stop-color="#d58a45"/>
      <stop offset=".5" stop-color="#a35b26"/><stop offset=".82" stop-color="#c67a38"/><stop offset="1" stop-color="#6d3814"/></linearGradient>
    <linearGradient id="cap" x1="0" x2="1"><stop offset="0" stop-color="#111"/><stop offset=".3" stop-color="#555"/><stop offset=".6" stop-color="#222"/><stop offset="1" stop-color="#000"/></linearGradient>
    <filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="22"/></filter>
  </defs>
  <rect width="1200" height="1400" fill="#fff"/>
  <ellipse cx="600" cy="1262" rx="270" ry="34" fill="#000" opacity=".22" filter="url(#soft)"/>
  <rect x="525" y="130" width="150" height="230" rx="26" fill="url(#cap)"/><rect x="548" y="70" width="104" height="90" rx="44" fill="url(#cap)"/>
  <path d="M380 470 Q380 360 520 352 L680 352 Q820 360 820 470 L820 1190 Q820 1260 750 1260 L450 1260 Q380 1260 380 1190 Z" fill="url(#glass)"/>
  <rect x="380" y="610" width="440" height="430" fill="#f6efe4"/>
  <rect x="440" y="690" width="320" height="22" fill="#3b2a1c"/><rect x="440" y="740" width="230" height="14" fill="#3b2a1c" opacity=".6"/>
  <rect x="440" y="776" width="270" height="14" fill="#3b2a1c" opacity=".6"/><circle cx="480" cy="930" r="40" fill="#c8803e"/><circle cx="550" cy="930" r="40" fill="#3b2a1c" opacity=".85"/>
  <path d="M412 480 Q416 400 480 392 L480 1230 Q412 1230 412 1180 Z" fill="#fff" opacity=".2"/>
</svg>`;

const mug = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1100">
  <defs>
    <linearGradient id="clay" x1="0" x2="1"><stop offset="0" stop-color="#1d5f58"/><stop offset=".3" stop-color="#3fa293"/>
      <stop offset=".65" stop-color="#2a7f74"/><stop offset="1" stop-color="#123f3a"/></linearGradient>
    <radialGradient id="coffee" cx=".45" cy=".4"><stop offset="0" stop-color="#8a5a33"/><stop offset="1" stop-color="#3a1f0e"/></radialGradient>
  </defs>
  <path d="M800 380 C1060 330 1090 760 780 770" fill="none" stroke="#1f6b62" stroke-width="64"/>
  <path d="M230 300 L250 900 Q260 1020 400 1030 L660 1030 Q800 1020 810 900 L830 300 Z" fill="url(#clay)"/>
  <ellipse cx="530" cy="300" rx="300" ry="78" fill="#57b7a8"/><ellipse cx="530" cy="304" rx="268" ry="62" fill="url(#coffee)"/>
  <path d="M300 420 L312 880" stroke="#fff" stroke-width="26" stroke-linecap="round" opacity=".28"/>
</svg>`;

const hills = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1600">
  <defs>
    <linearGradient id="sky" y2="1" x2="0"><stop offset="0" stop-color="#24365f"/><stop offset=".4" stop-color="#c66a5c"/><stop offset=".62" stop-color="#f6c27a"/><stop offset="1" stop-color="#fbe3b5"/></linearGradient>
    <filter id="soft"><feGaussianBlur stdDeviation="3"/></filter><filter id="glow" x="-80%" y="-80%" width="260%" height="260%"><feGaussianBlur stdDeviation="46"/></filter>
  </defs>
  <rect width="1600" height="1600" fill="url(#sky)"/><circle cx="1040" cy="760" r="150" fill="#fff2cf" filter="url(#glow)"/><circle cx="1040" cy="760" r="92" fill="#fffaf0"/>
  <g filter="url(#soft)"><path d="M0 980 L230 800 L420 930 L700 690 L960 920 L1200 780 L1600 960 V1600 H0Z" fill="#a8625f"/>
  <path d="M0 1110 L300 960 L560 1090 L860 930 L1180 1100 L1600 1000 V1600 H0Z" fill="#6f4358"/>
  <path d="M0 1250 Q300 1110 640 1230 T1240 1210 T1600 1200 V1600 H0Z" fill="#41304c"/><path d="M0 1420 Q400 1290 800 1400 T1600 1370 V1600 H0Z" fill="#231d33"/></g>
  <g fill="#171322">${[120, 190, 270, 1290, 1370, 1460].map((x) => `<path d="M${x} 1440 l34 -150 l34 150z"/>`).join('')}</g>
</svg>`;

const room = `<svg xmlns="http://www.w3.org/2000/svg" width="1500" height="1500">
  <defs>
    <linearGradient id="wall" x2="1" y2="1"><stop offset="0" stop-color="#f3e9dc"/><stop offset="1" stop-color="#d9c4ab"/></linearGradient>
    <linearGradient id="floor" y2="1" x2="0"><stop offset="0" stop-color="#b98d62"/><stop offset="1" stop-color="#8f6841"/></linearGradient>
    <filter id="soft" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="20"/></filter>
  </defs>
  <rect width="1500" height="1500" fill="url(#wall)"/><path d="M0 0 L620 0 L980 1080 L160 1080Z" fill="#fff6e6" opacity=".55" filter="url(#soft)"/>
  <rect y="1060" width="1500" height="440" fill="url(#floor)"/><ellipse cx="880" cy="1240" rx="440" ry="50" fill="#3a2614" opacity=".45" filter="url(#soft)"/>
  <path d="M560 760 Q560 560 880 560 Q1200 560 1200 760 L1200 1040 L560 1040Z" fill="#3f6b5c"/><rect x="480" y="860" width="800" height="260" rx="70" fill="#4c7f6d"/>
  <rect x="470" y="800" width="150" height="320" rx="70" fill="#38604f"/><rect x="1140" y="800" width="150" height="320" rx="70" fill="#38604f"/>
  <rect x="560" y="1110" width="26" height="120" fill="#4a2f18"/><rect x="1180" y="1110" width="26" height="120" fill="#4a2f18"/>
  <circle cx="270" cy="640" r="120" fill="#d9773f"/><rect x="258" y="740" width="24" height="460" fill="#3b3b3b"/><rect x="180" y="1190" width="180" height="26" rx="13" fill="#3b3b3b"/>
</svg>`;
