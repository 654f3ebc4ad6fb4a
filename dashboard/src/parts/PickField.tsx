import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { classes } from './classes.ts';
import { TextField } from './fields.tsx';

export interface Choice {
  readonly key: string;
  readonly shows: ReactNode;
  readonly pick: () => void;
}

interface PickFieldProps {
  /** What to type, in a few words: read aloud, and shown while the field is empty. */
  readonly label: string;
  /** What the list holds, for screen readers. */
  readonly listLabel: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly maxLength: number;
  readonly choices: readonly Choice[];
  /** Between the field and the list: what went wrong, or that there is nothing. */
  readonly children?: ReactNode;
}

/** A field over a list that narrows as one types: arrows mark, Enter or a click picks. */
export function PickField(props: PickFieldProps) {
  const { label, listLabel, typed, onType, maxLength, choices, children } = props;
  const listId = useId();
  const [marked, setMarked] = useState(0);
  const at = Math.min(marked, choices.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const choice = choices[at];
    if (choice === undefined || event.nativeEvent.isComposing) return;
    if (step !== 0) setMarked((at + step + choices.length) % choices.length);
    else if (event.key === 'Enter') choice.pick();
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex min-h-0 flex-col gap-2">
      <TextField
        label={label}
        bare
        placeholder={label}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the system's own list does not narrow as one types
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={choices.length > 0 ? `${listId}-${at}` : undefined}
        autoComplete="off"
        maxLength={maxLength}
        value={typed}
        onChange={(event) => {
          onType(event.target.value);
          setMarked(0);
        }}
        onKeyDown={onKeyDown}
      />
      {children}
      <List id={listId} label={listLabel} isEmpty={choices.length === 0}>
        {choices.map((choice, number) => (
          <Row
            key={choice.key}
            id={`${listId}-${number}`}
            isMarked={number === at}
            onMark={() => setMarked(number)}
            onPick={choice.pick}
          >
            {choice.shows}
          </Row>
        ))}
      </List>
    </div>
  );
}

interface ListProps {
  readonly id: string;
  readonly label: string;
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}

function List({ id, label, isEmpty, children }: ListProps) {
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
      role="listbox"
      aria-label={label}
      hidden={isEmpty}
      className="max-h-80 min-h-0 overflow-y-auto"
    >
      {children}
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly isMarked: boolean;
  readonly onMark: () => void;
  readonly onPick: () => void;
  readonly children: ReactNode;
}

function Row({ id, isMarked, onMark, onPick, children }: RowProps) {
  return (
    // The field keeps the focus and hears the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      ref={(element) => {
        if (isMarked) element?.scrollIntoView({ block: 'nearest' });
      }}
      onPointerMove={onMark}
      onClick={onPick}
      className={classes(
        'flex min-h-9 cursor-pointer items-center gap-2 rounded-sm px-2 py-1',
        isMarked && 'bg-sunk',
      )}
    >
      {children}
    </div>
  );
}
