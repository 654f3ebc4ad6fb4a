import { textLimits } from '@magpie/contract/limits';
import { type Platform, platformRows, platformTable } from '@magpie/contract/platforms';
import { useEffect, useState } from 'preact/hooks';
import type { CapturedAdInput } from '../sites/types.ts';
import { callBackground, type BoardChoices } from '../background/messages.ts';
import type { SaveRequest } from '../background/queue.ts';
import { BoardList, useChosen } from './BoardList.tsx';
import { type PickerChoice, listPickerChoices, changedNote } from './choices.ts';
import { getErrorText, TextField } from './page.tsx';
import { trusted } from './shadowUi.ts';

interface SavePanelProps {
  readonly ad: CapturedAdInput;
  /** Fields that the page did not provide and the user must enter. */
  readonly missing: { readonly companyName: boolean; readonly platform: boolean };
  readonly held: ReadonlySet<number>;
  readonly note: string | null;
  readonly onSave: (request: SaveRequest) => void;
}

/** Board, note and missing fields; picking a board saves. */
export function SavePanel({ ad, missing, held, note: savedNote, onSave }: SavePanelProps) {
  const [boards, setBoards] = useState<BoardChoices | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState(savedNote ?? '');
  const [companyName, setCompanyName] = useState(ad.companyName);
  const [platform, setPlatform] = useState<Platform | undefined>(ad.platform);
  useEffect(() => {
    callBackground('boards', null).then(setBoards, (error) => setProblem(getErrorText(error)));
  }, []);
  const choices = boards === null ? [] : listPickerChoices(typed, boards, held);
  const [chosen, choose] = useChosen(choices);
  const pick = ({ board }: PickerChoice): void => {
    const name = companyName.trim();
    if (name === '') {
      setProblem('Enter the brand first.');
      return;
    }
    onSave({ ad: { ...ad, companyName: name, platform }, board, note: changedNote(savedNote, note) });
  };
  return (
    <div class="panel">
      {missing.companyName && (
        <TextField
          label="Brand"
          value={companyName}
          maxLength={textLimits.companyName}
          onType={setCompanyName}
        />
      )}
      {missing.platform && <PlatformField value={platform} onChoose={setPlatform} />}
      <BoardList
        typed={typed}
        onType={(text) => {
          setTyped(text);
          choose(null);
        }}
        choices={choices}
        chosen={chosen}
        onChoose={choose}
        onPick={pick}
      />
      {boards !== null && choices.length === 0 && (
        <p class="quiet">No boards yet. Type a name to create one.</p>
      )}
      <NoteField saved={savedNote} value={note} onType={setNote} />
      {problem !== null && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {chosen !== undefined && (
        <button type="button" class="primary" onClick={trusted(() => pick(chosen))}>
          <span class="cut">Save to {chosen.name}</span>
        </button>
      )}
    </div>
  );
}

interface NoteFieldProps {
  readonly saved: string | null;
  readonly value: string;
  readonly onType: (value: string) => void;
}

function NoteField({ saved, value, onType }: NoteFieldProps) {
  return (
    <>
      <label class="field">
        <span>Note</span>
        <textarea
          rows={2}
          maxLength={textLimits.note}
          value={value}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      </label>
      {saved !== null && value.trim() === '' && (
        <p class="quiet">The saved note stays. To delete it, open the ad in Magpie.</p>
      )}
    </>
  );
}

interface PlatformFieldProps {
  readonly value: Platform | undefined;
  readonly onChoose: (platform: Platform) => void;
}

function PlatformField({ value, onChoose }: PlatformFieldProps) {
  return (
    <label class="field">
      <span>Platform</span>
      <select
        value={value}
        onChange={({ currentTarget }) => {
          const found = platformTable.platforms.find((platform) => platform === currentTarget.value);
          if (found !== undefined) onChoose(found);
        }}
      >
        {platformTable.platforms.map((platform) => (
          <option key={platform} value={platform}>
            {platformRows[platform].label}
          </option>
        ))}
      </select>
    </label>
  );
}
