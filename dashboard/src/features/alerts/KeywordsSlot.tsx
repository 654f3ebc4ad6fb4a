import { textLimits } from '@magpie/contract/limits';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Slot, type SlotsProps } from './Slot.tsx';
import { describeKeyword, describeKeywords } from './sentence.ts';

/** Keywords; an ad must match at least one. */
export function KeywordsSlot({ draft: { keywords, event }, issues, onChange }: SlotsProps) {
  const [typed, setTyped] = useState('');
  const isMissing = event === 'copy_matches' && keywords.length === 0;
  const add = (): void => {
    const keyword = typed.trim();
    if (keyword !== '' && !keywords.includes(keyword)) onChange({ keywords: [...keywords, keyword] });
    setTyped('');
  };
  return (
    <Popover
      label="Keywords"
      className="w-96"
      // Closing adds what was typed, also without the button.
      onOpenChange={add}
      trigger={
        <Slot
          label="Keywords"
          text={isMissing ? 'which keywords?' : describeKeywords(keywords)}
          isInvalid={issues.some(({ path }) => path.startsWith('keywords'))}
        />
      }
    >
      <div className="flex flex-col gap-3">
        {keywords.length > 0 && (
          <ul aria-label="Keywords" className="flex flex-wrap gap-1.5">
            {keywords.map((keyword) => (
              <li key={keyword} className="min-w-0">
                <Chip
                  variant="accent"
                  removeLabel={`Remove ${keyword}`}
                  onRemove={() => onChange({ keywords: keywords.filter((one) => one !== keyword) })}
                >
                  {describeKeyword(keyword)}
                </Chip>
              </li>
            ))}
          </ul>
        )}
        <AddKeyword typed={typed} onType={setTyped} onAdd={add} />
      </div>
    </Popover>
  );
}

interface AddKeywordProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onAdd: () => void;
}

function AddKeyword({ typed, onType, onAdd }: AddKeywordProps) {
  return (
    <div className="flex items-start gap-2">
      <TextField
        className="flex-1"
        label="Add a keyword or phrase"
        maxLength={textLimits.keyword}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onAdd();
        }}
        hint={
          <>
            Matches ads with any of these. <code>summer sale</code>: both words anywhere.{' '}
            <code>&quot;free shipping&quot;</code>: exact phrase. <code>shoes -kids</code>: the first without
            the second.
          </>
        }
      />
      <Button className="mt-6" onClick={onAdd}>
        Add
      </Button>
    </div>
  );
}
