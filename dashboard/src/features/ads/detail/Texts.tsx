import { useState } from 'react';
import type { Ad } from '../../../lib/api/types.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Section } from '../../../ui/Page.tsx';
import { adsCopy } from '../copy.ts';

const copy = adsCopy.texts;

export function Texts({ ad }: { readonly ad: Ad }) {
  const { headline, body, description } = ad;
  const texts = [headline, body, description].filter((text) => text !== null);
  if (texts.length === 0 && ad.headlines.length === 0 && ad.bodies.length === 0) {
    return (
      <Section title={copy.title}>
        <p className="text-quiet">{copy.empty}</p>
      </Section>
    );
  }
  return (
    <Section title={copy.title} actions={<CopyButton text={texts.join('\n\n')} label={copy.copy} />}>
      <div lang={ad.language ?? undefined} dir="auto" className="flex max-w-[720px] flex-col gap-3">
        {headline !== null && <p className="text-base font-semibold">{headline}</p>}
        {body !== null && <LongText text={body} />}
        {description !== null && <p className="text-quiet">{description}</p>}
      </div>
      <Variants
        summary={copy.otherHeadlines}
        texts={ad.headlines.filter((text) => text !== headline)}
        language={ad.language}
      />
      <Variants
        summary={copy.otherTexts}
        texts={ad.bodies.filter((text) => text !== body)}
        language={ad.language}
      />
    </Section>
  );
}

const maxLength = 700;

function LongText({ text }: { readonly text: string }) {
  const [all, setAll] = useState(text.length <= maxLength);
  return (
    <>
      <p className={all ? 'whitespace-pre-line' : 'line-clamp-8 whitespace-pre-line'}>{text}</p>
      {!all && (
        <Button className="self-start" onClick={() => setAll(true)}>
          {copy.showAll}
        </Button>
      )}
    </>
  );
}

interface VariantsProps {
  readonly summary: (count: number) => string;
  readonly texts: readonly string[];
  readonly language: string | null;
}

function Variants({ summary, texts, language }: VariantsProps) {
  if (texts.length === 0) return null;
  return (
    <details className="group max-w-[720px]">
      <summary className="w-fit cursor-pointer rounded-sm font-semibold text-accent">
        {summary(texts.length)}
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
