import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Chip } from '../../parts/Chip.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Popover } from '../../parts/Popover.tsx';
import { Hole } from './Hole.tsx';
import { sayKeyword } from './keyword.ts';
import { sayKeywords } from './sentence.ts';
import type { HolesProps } from './Sentence.tsx';

/** Words of which an ad must have one. */
export function KeywordsHole({ draft: { keywords, event }, issues, onChange }: HolesProps) {
  const [typed, setTyped] = useState('');
  const isMissing = event === 'copy_matches' && keywords.length === 0;
  const add = (): void => {
    const keyword = typed.trim();
    if (keyword !== '' && !keywords.includes(keyword)) onChange({ keywords: [...keywords, keyword] });
    setTyped('');
  };
  return (
    <Popover
      label="Words"
      className="w-96"
      // What was typed counts, also without the button.
      onOpenChange={add}
      trigger={
        <Hole
          label="Words"
          says={isMissing ? 'which words?' : sayKeywords(keywords)}
          isWrong={issues.some(({ path }) => path.startsWith('keywords'))}
        />
      }
    >
      <div className="flex flex-col gap-3">
        {keywords.length > 0 && (
          <ul aria-label="Words that are looked for" className="flex flex-wrap gap-1.5">
            {keywords.map((keyword) => (
              <li key={keyword} className="min-w-0">
                <Chip
                  look="accent"
                  removeLabel={`Remove ${keyword}`}
                  onRemove={() => onChange({ keywords: keywords.filter((one) => one !== keyword) })}
                >
                  {sayKeyword(keyword)}
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
        label="Add a word or phrase"
        maxLength={100}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onAdd();
        }}
        hint={
          <>
            An ad must have one of those that you add. <code>summer sale</code> has both words anywhere,{' '}
            <code>&quot;free shipping&quot;</code> has them together, <code>shoes -kids</code> the first
            without the second.
          </>
        }
      />
      <Button className="mt-6" onClick={onAdd}>
        Add
      </Button>
    </div>
  );
}
