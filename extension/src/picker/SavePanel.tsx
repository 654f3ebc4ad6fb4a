import { useEffect, useState } from 'preact/hooks';
import type { CapturedAdInput } from '../capture/index.ts';
import { ask, type BoardChoices } from '../saving/messages.ts';
import type { SaveRequest } from '../saving/queue.ts';
import { BoardList, useChosen } from './BoardList.tsx';
import { type Choice, choicesFor } from './choices.ts';
import { changedNote } from './note.ts';
import { sentenceOf } from './page.tsx';
import { trusted } from './trusted.ts';

interface SavePanelProps {
  readonly ad: CapturedAdInput;
  /** What the page could not tell and the person is asked for. */
  readonly asksFor: { readonly companyName: boolean; readonly platform: boolean };
  /** Boards that hold it already. */
  readonly held: ReadonlySet<number>;
  /** As it is saved, if it is. */
  readonly note: string | null;
  readonly onSave: (request: SaveRequest) => void;
}

type Platform = CapturedAdInput['platform'];
export const platforms: readonly (readonly [Platform, string])[] = [
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['youtube', 'YouTube'],
  ['linkedin', 'LinkedIn'],
  ['tiktok', 'TikTok'],
];

/** Chooses a board, with a note and what the page could not tell; picking one saves. */
export function SavePanel({ ad, asksFor, held, note: keptNote, onSave }: SavePanelProps) {
  const [boards, setBoards] = useState<BoardChoices | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState(keptNote ?? '');
  const [companyName, setCompanyName] = useState(ad.companyName);
  const [platform, setPlatform] = useState<Platform>(ad.platform);
  useEffect(() => {
    ask('boards', null).then(setBoards, (error) => setProblem(sentenceOf(error)));
  }, []);
  const choices = boards === null ? [] : choicesFor(typed, boards, held);
  const [chosen, choose] = useChosen(choices);
  const pick = ({ board }: Choice): void => {
    const name = companyName.trim();
    if (name === '') {
      setProblem('Enter the name of the company first.');
      return;
    }
    onSave({ ad: { ...ad, companyName: name, platform }, board, note: changedNote(keptNote, note) });
  };
  return (
    <div class="panel">
      {asksFor.companyName && (
        <TextField label="Company" value={companyName} longest={200} onType={setCompanyName} />
      )}
      {asksFor.platform && <PlatformField value={platform} onChoose={setPlatform} />}
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
        <p class="quiet">You have no board yet: type a name for the first.</p>
      )}
      <NoteField kept={keptNote} value={note} onType={setNote} />
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

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly longest: number;
  readonly onType: (value: string) => void;
}

function TextField({ label, value, longest, onType }: TextFieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="text"
        maxLength={longest}
        value={value}
        onInput={(event) => onType(event.currentTarget.value)}
      />
    </label>
  );
}

interface NoteFieldProps {
  readonly kept: string | null;
  readonly value: string;
  readonly onType: (value: string) => void;
}

function NoteField({ kept, value, onType }: NoteFieldProps) {
  return (
    <>
      <label class="field">
        <span>Note</span>
        <textarea
          rows={2}
          maxLength={5000}
          value={value}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      </label>
      {kept !== null && value.trim() === '' && (
        <p class="quiet">Its note stays as it is: it is taken away in your Magpie.</p>
      )}
    </>
  );
}

interface PlatformFieldProps {
  readonly value: Platform;
  readonly onChoose: (platform: Platform) => void;
}

function PlatformField({ value, onChoose }: PlatformFieldProps) {
  return (
    <label class="field">
      <span>Platform</span>
      <select
        value={value}
        onChange={({ currentTarget }) => {
          const found = platforms.find(([platform]) => platform === currentTarget.value);
          if (found !== undefined) onChoose(found[0]);
        }}
      >
        {platforms.map(([platform, name]) => (
          <option key={platform} value={platform}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
