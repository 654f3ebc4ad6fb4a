import { useState } from 'react';
import type { Ad } from '../../api/types.ts';
import { Button } from '../../parts/Button.tsx';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Section } from '../../parts/Page.tsx';
import { counted } from '../../words/format.ts';

/** The words of the ad, to read and to copy. */
export function Texts({ ad }: { readonly ad: Ad }) {
  const { headline, body, description } = ad;
  const words = [headline, body, description].filter((text) => text !== null);
  if (words.length === 0 && ad.headlines.length === 0 && ad.bodies.length === 0) {
    return (
      <Section title="What it says">
        <p className="text-quiet">This ad has no words of its own; the picture says it all.</p>
      </Section>
    );
  }
  return (
    <Section title="What it says" actions={<CopyButton text={words.join('\n\n')} label="Copy text" />}>
      <div lang={ad.language ?? undefined} dir="auto" className="flex max-w-[720px] flex-col gap-3">
        {headline !== null && <p className="text-base font-semibold">{headline}</p>}
        {body !== null && <LongText text={body} />}
        {description !== null && <p className="text-quiet">{description}</p>}
      </div>
      <Variants
        name="headline"
        texts={ad.headlines.filter((text) => text !== headline)}
        language={ad.language}
      />
      <Variants name="text" texts={ad.bodies.filter((text) => text !== body)} language={ad.language} />
    </Section>
  );
}

const longest = 700;

function LongText({ text }: { readonly text: string }) {
  const [all, setAll] = useState(text.length <= longest);
  return (
    <>
      <p className={all ? 'whitespace-pre-line' : 'line-clamp-8 whitespace-pre-line'}>{text}</p>
      {!all && (
        <Button className="self-start" onClick={() => setAll(true)}>
          Show all of it
        </Button>
      )}
    </>
  );
}

interface VariantsProps {
  readonly name: string;
  readonly texts: readonly string[];
  readonly language: string | null;
}

/** What the same ad also runs with. */
function Variants({ name, texts, language }: VariantsProps) {
  if (texts.length === 0) return null;
  return (
    <details className="group max-w-[720px]">
      <summary className="w-fit cursor-pointer rounded-sm font-semibold text-accent">
        {counted(texts.length, `other ${name}`)} of the same ad
      </summary>
      <ul lang={language ?? undefined} dir="auto" className="mt-2 flex flex-col divide-y border-y">
        {texts.map((text) => (
          <li key={text} className="py-2 whitespace-pre-line">
            {text}
          </li>
        ))}
      </ul>
    </details>
  );
}
