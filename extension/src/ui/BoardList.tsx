import { textLimits } from '@magpie/contract/limits';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { PickerChoice } from './choices.ts';
import { Icon } from './icons.tsx';
import { trusted } from './shadowUi.ts';

interface BoardListProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly choices: readonly PickerChoice[];
  readonly chosen: PickerChoice | undefined;
  readonly onChoose: (choice: PickerChoice) => void;
  readonly onPick: (choice: PickerChoice) => void;
}

/** A search field over a list of boards: arrow keys move, Enter or a click picks. */
export function BoardList({ typed, onType, choices, chosen, onChoose, onPick }: BoardListProps) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (chosen === undefined || event.isComposing) return;
    const next = choices.at((choices.indexOf(chosen) + step) % choices.length);
    if (step !== 0 && next !== undefined) onChoose(next);
    else if (event.key === 'Enter') onPick(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        type="text"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the native list does not filter
        role="combobox"
        aria-label="Find or create a board"
        placeholder="Find or create a board"
        aria-expanded={choices.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${choices.indexOf(chosen)}`}
        autocomplete="off"
        spellcheck={false}
        maxLength={textLimits.name}
        value={typed}
        onInput={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div
        id={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
        role="listbox"
        aria-label="Boards"
        hidden={choices.length === 0}
        class="boards"
      >
        {choices.map((choice, index) => (
          <Row
            key={choice.key}
            id={`${id}-${index}`}
            choice={choice}
            isChosen={choice === chosen}
            onPick={() => onPick(choice)}
          />
        ))}
      </div>
    </>
  );
}

interface RowProps {
  readonly id: string;
  readonly choice: PickerChoice;
  readonly isChosen: boolean;
  readonly onPick: () => void;
}

function Row({ id, choice, isChosen, onPick }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // The field keeps the focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={row}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      class="board"
      onClick={trusted(onPick)}
    >
      <RowContent choice={choice} />
    </div>
  );
}

const marks = { held: 'Saved here', last: 'Last', waits: 'Not created yet' };

function RowContent({ choice: { name, within, mark } }: { readonly choice: PickerChoice }) {
  if (mark === 'new')
    return (
      <>
        <Icon shape="plus" />
        <span class="cut">New board “{name}”</span>
      </>
    );
  return (
    <>
      {within.length > 0 && <span class="cut quiet">{`${within.join(' / ')} / `}</span>}
      <span class="cut name">{name}</span>
      {mark !== null && <span class={`mark ${mark}`}>{marks[mark]}</span>}
    </>
  );
}

/** The selected row; typing resets it to the first. */
export function useChosen(
  choices: readonly PickerChoice[],
): readonly [PickerChoice | undefined, (choice: PickerChoice | null) => void] {
  const [key, setKey] = useState<string | null>(null);
  const chosen = choices.find((choice) => choice.key === key) ?? choices[0];
  return [chosen, (choice) => setKey(choice?.key ?? null)];
}
