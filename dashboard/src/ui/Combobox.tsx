import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { classes } from './classes.ts';
import { TextField } from './fields.tsx';

export interface ComboboxChoice {
  readonly key: string;
  readonly content: ReactNode;
  readonly pick: () => void;
}

interface ComboboxProps {
  readonly label: string;
  readonly placeholder?: string | undefined;
  readonly listLabel: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly maxLength: number;
  readonly choices: readonly ComboboxChoice[];
  /** While true, Enter waits for the first choice. */
  readonly isOutdated?: boolean;
  readonly children?: ReactNode;
}

/** A combobox whose list is filtered while typing: arrows highlight, Enter or a click picks. */
export function Combobox(props: ComboboxProps) {
  const { label, placeholder = label, listLabel, typed, onType, maxLength, choices, children } = props;
  const { isOutdated = false } = props;
  const listId = useId();
  const [highlighted, setHighlighted] = useState(0);
  const at = Math.min(highlighted, choices.length - 1);
  const setIsWaiting = useWaiting(isOutdated, () => choices[0]?.pick());
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const choice = choices[at];
    if (choice === undefined || event.nativeEvent.isComposing) return;
    if (step !== 0) setHighlighted((at + step + choices.length) % choices.length);
    else if (event.key === 'Enter' && isOutdated && at === 0) setIsWaiting(true);
    else if (event.key === 'Enter') choice.pick();
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex min-h-0 flex-col gap-2">
      <TextField
        label={label}
        hideLabel
        placeholder={placeholder}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native select cannot be filtered by typing
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
          setHighlighted(0);
          setIsWaiting(false);
        }}
        onKeyDown={onKeyDown}
      />
      {children}
      <div
        id={listId}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
        role="listbox"
        aria-label={listLabel}
        hidden={choices.length === 0}
        className="max-h-80 min-h-0 overflow-y-auto"
      >
        {choices.map((choice, number) => (
          <Option
            key={choice.key}
            id={`${listId}-${number}`}
            choice={choice}
            isHighlighted={number === at}
            onHighlight={() => setHighlighted(number)}
          />
        ))}
      </div>
    </div>
  );
}

/** A flag that is set while choices are outdated; calls back once they are not. */
function useWaiting(isOutdated: boolean, onReady: () => void): (value: boolean) => void {
  const isWaiting = useRef(false);
  const end = useEffectEvent(onReady);
  useEffect(() => {
    if (isOutdated || !isWaiting.current) return;
    isWaiting.current = false;
    end();
  }, [isOutdated]);
  return (value) => {
    isWaiting.current = value;
  };
}

interface OptionProps {
  readonly id: string;
  readonly choice: ComboboxChoice;
  readonly isHighlighted: boolean;
  readonly onHighlight: () => void;
}

function Option({ id, choice: { pick, content }, isHighlighted, onHighlight }: OptionProps) {
  return (
    // The field keeps the focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
      role="option"
      tabIndex={-1}
      aria-selected={isHighlighted}
      ref={(element) => {
        if (isHighlighted) element?.scrollIntoView({ block: 'nearest' });
      }}
      onPointerMove={onHighlight}
      onClick={pick}
      className={classes(
        'flex min-h-9 cursor-pointer items-center gap-2 rounded-sm px-2 py-1',
        isHighlighted && 'bg-sunk',
      )}
    >
      {content}
    </div>
  );
}
