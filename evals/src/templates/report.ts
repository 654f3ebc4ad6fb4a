import { createImageRenderer } from '@magpie/server/integrations/drawing/drawing';
import { formatPercent } from '../qualityTable.ts';
import { countFalseLayouts, measureDetection, minAgreement } from './detection.ts';

const demoPictures = 40;

const drawing = createImageRenderer();
const detections = await measureDetection(drawing);
await drawing.close();
const rows = (['headline', 'picture', 'button'] as const).map((role) => {
  const own = detections.filter((one) => one.role === role);
  const right = own.filter(({ agreement }) => agreement >= minAgreement);
  return `| ${role} | ${own.length} | ${formatPercent(right.length / own.length)} |`;
});

process.stdout.write(
  `${[
    'Regions of reference ads: pictures that the templates of the studio draw, and pictures of demo ads without texts',
    '',
    '| Region | Drawn | Detected in its place |',
    '|---|---:|---:|',
    ...rows,
    '',
    `Layouts detected in ${demoPictures} pictures without texts: ${await countFalseLayouts(demoPictures)}`,
    '',
    'Not detected in their place:',
    ...detections
      .filter(({ agreement }) => agreement < minAgreement)
      .map(({ example, role }) => `- ${example}: ${role}`),
    '',
  ].join('\n')}\n`,
);
