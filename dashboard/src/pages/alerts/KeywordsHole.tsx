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
  const isMissing = event === 'copy_matches' && keywords.length === 0;
  return (
    <Popover
      label="Words"
      className="w-96"
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
        <AddKeyword
          onAdd={(keyword) => {
            if (!keywords.includes(keyword)) onChange({ keywords: [...keywords, keyword] });
          }}
        />
      </div>
    </Popover>
  );
}

function AddKeyword({ onAdd }: { readonly onAdd: (keyword: string) => void }) {
  const [typed, setTyped] = useState('');
  const add = (): void => {
    if (typed.trim() !== '') onAdd(typed.trim());
    setTyped('');
  };
  return (
    <div className="flex items-start gap-2">
      <TextField
        className="flex-1"
        label="Add a word or phrase"
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add();
        }}
        hint={
          <>
            An ad must have one of those that you add. <code>summer sale</code> has both words anywhere,{' '}
            <code>&quot;free shipping&quot;</code> has them together, <code>shoes -kids</code> the first
            without the second.
          </>
        }
      />
      <Button className="mt-6" onClick={add}>
        Add
      </Button>
    </div>
  );
}
