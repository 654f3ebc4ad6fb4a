import { textLimits } from '@magpie/contract/limits';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { alertsCopy } from './copy.ts';
import { describeKeyword, describeKeywords } from './sentence.ts';
import { RemovableChips, Slot, type SlotsProps } from './Slot.tsx';

const copy = alertsCopy.slots;
const keywordHint = copy.keywordHint((text) => <code key={text}>{text}</code>);

/** Keywords; an ad must match at least one. */
export function KeywordsSlot({ draft: { keywords, event }, issues, onChange }: SlotsProps) {
  const [typed, setTyped] = useState('');
  const isMissing = event === 'copy_matches' && keywords.length === 0;
  const change = (next: string[]): void => onChange({ keywords: next });
  const add = (): void => {
    const keyword = typed.trim();
    if (keyword !== '' && !keywords.includes(keyword)) change([...keywords, keyword]);
    setTyped('');
  };
  return (
    <Popover
      label={copy.keywords}
      className="w-96"
      // Closing adds what was typed, also without the button.
      onOpenChange={add}
      trigger={
        <Slot
          label={copy.keywords}
          text={isMissing ? copy.whichKeywords : describeKeywords(keywords)}
          isInvalid={issues.some(({ path }) => path.startsWith('keywords'))}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <RemovableChips label={copy.keywords} values={keywords} format={describeKeyword} onChange={change} />
        <div className="flex items-start gap-2">
          <TextField
            className="flex-1"
            label={copy.addKeyword}
            maxLength={textLimits.keyword}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(pressed) => {
              if (pressed.key !== 'Enter' || pressed.nativeEvent.isComposing) return;
              pressed.preventDefault();
              add();
            }}
            hint={keywordHint}
          />
          <Button className="mt-6" onClick={add}>
            {copy.add}
          </Button>
        </div>
      </div>
    </Popover>
  );
}
