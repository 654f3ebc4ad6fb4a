import type { AdDetails } from '../../../lib/api/types.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Section } from '../../../ui/Page.tsx';
import { pictureWordsCopy } from './copy.ts';

const copy = pictureWordsCopy;

/** Nothing if the picture was not read or has no words. */
export function PictureWords({ ad: { pictureWords } }: { readonly ad: AdDetails }) {
  if (pictureWords === null || pictureWords.length === 0) return null;
  const texts = pictureWords.map(({ text }) => text);
  return (
    <Section
      title={copy.title}
      about={copy.readByMachine}
      actions={<CopyButton text={texts.join('\n')} label={copy.copy} />}
    >
      <ul dir="auto" className="flex max-w-[720px] flex-col gap-1">
        {pictureWords.map(({ text, confidence }, line) => (
          // oxlint-disable-next-line react/no-array-index-key -- a picture may say the same twice
          <li key={line} title={copy.confidence(confidence)}>
            {text}
          </li>
        ))}
      </ul>
    </Section>
  );
}
