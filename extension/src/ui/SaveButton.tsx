import type { AdSaveState } from '../background/messages.ts';
import { Icon } from './icons.tsx';
import { trusted } from './shadowUi.ts';

export interface SaveProgress {
  /** Undefined until the background has responded. */
  readonly state: AdSaveState | undefined;
  readonly isSaving: boolean;
  readonly problem: string | null;
}

interface SaveButtonProps extends SaveProgress {
  /** Saves to the last board if possible. */
  readonly onSave: () => void;
  readonly onChoose: () => void;
}

/** Shown on an ad's card: one click saves to the last board, the arrow opens the picker. */
export function SaveButton({ state, isSaving, problem, onSave, onChoose }: SaveButtonProps) {
  const { look, icon, label, title } = describeState(state, isSaving, problem);
  const isSaved = look === 'saved' || look === 'queued';
  return (
    <div class="save">
      <div class={`split ${look}`}>
        <button
          type="button"
          class="main"
          title={title}
          aria-busy={isSaving}
          onClick={trusted(isSaved ? onChoose : onSave)}
        >
          <Icon shape={icon} />
          <span class="cut">{label}</span>
        </button>
        <button
          type="button"
          class="more"
          aria-label="Choose a board"
          aria-haspopup="dialog"
          onClick={trusted(onChoose)}
        >
          <Icon shape="more" />
        </button>
      </div>
      {look === 'problem' && (
        <p class="problem" role="alert">
          {title}
        </p>
      )}
    </div>
  );
}

interface Shown {
  readonly look: 'idle' | 'saving' | 'saved' | 'queued' | 'problem';
  readonly icon: 'mark' | 'saved' | 'clock' | 'warning';
  readonly label: string;
  readonly title: string;
}

function describeState(state: AdSaveState | undefined, isSaving: boolean, problem: string | null): Shown {
  if (isSaving) return { look: 'saving', icon: 'clock', label: 'Saving…', title: 'Saving…' };
  const wrong = problem ?? state?.problem ?? null;
  if (wrong !== null) return { look: 'problem', icon: 'warning', label: 'Not saved', title: wrong };
  if (state !== undefined && state.waitsFor !== null)
    return {
      look: 'queued',
      icon: 'clock',
      label: 'Queued',
      title: `Queued. It will be saved to ${state.waitsFor} when the server is reachable.`,
    };
  const names = state?.boards?.map(({ name }) => name) ?? [];
  if (names.length > 0) return savedTo(names);
  return { look: 'idle', icon: 'mark', label: 'Save', title: 'Save to Magpie' };
}

function savedTo(names: readonly string[]): Shown {
  const [only = ''] = names;
  return {
    look: 'saved',
    icon: 'saved',
    label: names.length === 1 ? `Saved · ${only}` : `Saved · ${names.length} boards`,
    title: `Saved to ${names.join(', ')}`,
  };
}
