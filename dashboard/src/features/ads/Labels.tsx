import { textLimits } from '@magpie/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, Minus, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../../lib/api/client.ts';
import type { Label } from '../../lib/api/types.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { type ComboboxChoice, Combobox } from '../../ui/Combobox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Select, TextField } from '../../ui/fields.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { ErrorLine, Skeleton } from '../../ui/states.tsx';
import { toastError } from '../../ui/toast.tsx';
import { adsCopy } from './copy.ts';
import {
  deleteLabel,
  labelInvalidations,
  type OrganizedAd,
  setLabel,
  setStage,
  type Stage,
} from './organizing.ts';

const copy = adsCopy.labels;

type Color = Label['color'];

const colors: Readonly<Record<Color, string>> = {
  gray: 'bg-label-gray',
  red: 'bg-label-red',
  orange: 'bg-label-orange',
  yellow: 'bg-label-yellow',
  green: 'bg-label-green',
  teal: 'bg-label-teal',
  blue: 'bg-label-blue',
  purple: 'bg-label-purple',
  pink: 'bg-label-pink',
};

export function LabelDot({ color }: { readonly color: Color }) {
  return <span aria-hidden className={classes('size-2 shrink-0 rounded-full', colors[color])} />;
}

interface OrganizedProps {
  readonly ad: Pick<OrganizedAd, 'labels' | 'stage'>;
}

/** The stage and the labels of a saved ad; nothing if it has none. */
export function Organized({ ad: { labels, stage } }: OrganizedProps) {
  if (labels.length === 0 && stage === null) return null;
  return (
    <ul aria-label={copy.title} className="flex flex-wrap gap-1">
      {stage !== null && <li className={classes(chipClasses, 'font-semibold')}>{copy.stages[stage]}</li>}
      {labels.map(({ id, name, color }) => (
        <li key={id} className={chipClasses}>
          <LabelDot color={color} />
          <span className="truncate">{name}</span>
        </li>
      ))}
    </ul>
  );
}

const chipClasses = 'flex max-w-full items-center gap-1 rounded-full bg-sunk px-2 py-0.5 text-xs';

interface OrganizeDialogProps {
  readonly ads: readonly OrganizedAd[];
  /** The team whose copies these are; null: the user's own. */
  readonly teamId: number | null;
  readonly onClose: () => void;
}

/** Sets the stage and the labels of ads; each change is saved at once. */
export function OrganizeDialog({ ads, teamId, onClose }: OrganizeDialogProps) {
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <EditLabels teamId={teamId} onClose={() => setEditing(false)} />;
  return (
    <Dialog open onOpenChange={onClose} title={copy.organize(ads.length)}>
      <StageSelect ads={ads} teamId={teamId} />
      <LabelPicker ads={ads} teamId={teamId} />
      <Button variant="quiet" className="self-start" onClick={() => setEditing(true)}>
        {copy.edit}
      </Button>
    </Dialog>
  );
}

type PartProps = Omit<OrganizeDialogProps, 'onClose'>;

function StageSelect({ ads, teamId }: PartProps) {
  const stages = new Set(ads.map(({ stage }) => stage ?? 'none'));
  const [first = 'none'] = stages;
  const [value, setValue] = useState<Stage | 'none' | 'mixed'>(stages.size > 1 ? 'mixed' : first);
  return (
    <Select
      label={copy.stage}
      value={value}
      options={Object.entries({ none: copy.noStage, ...copy.stages })}
      onChange={({ target }) => {
        const chosen = target.value as Stage | 'none';
        setValue(chosen);
        setStage(ads, teamId, chosen === 'none' ? null : chosen).catch((error: unknown) => {
          setValue(value);
          toastError(error);
        });
      }}
    >
      {value === 'mixed' && (
        <option value="mixed" disabled>
          {copy.differentStages}
        </option>
      )}
    </Select>
  );
}

/** Which of the ads have each label. Changes are shown before the server has them. */
function useGivenLabels(ads: readonly OrganizedAd[]) {
  const [given, setGiven] = useState<ReadonlyMap<number, ReadonlySet<string>>>(() => labelled(ads));
  const hashes = ads.map(({ hash }) => hash);
  const set = (label: Pick<Label, 'id' | 'teamId'>, isGiven: boolean): void => {
    const before = given.get(label.id);
    const show = (shown: ReadonlySet<string> = new Set()): void =>
      setGiven((current) => new Map([...current, [label.id, shown]]));
    show(new Set(isGiven ? hashes : []));
    setLabel(hashes, label, isGiven).catch((error: unknown) => {
      show(before);
      toastError(error);
    });
  };
  return { given, set };
}

function LabelPicker({ ads, teamId }: PartProps) {
  const labels = useQuery(api.labels.list.queryOptions());
  const { given, set } = useGivenLabels(ads);
  const [typed, setTyped] = useState('');
  const create = useMutation(
    api.labels.create.mutationOptions({
      onSuccess: (label) => {
        setTyped('');
        set(label, true);
      },
      meta: labelInvalidations,
    }),
  );
  const own = (labels.data ?? []).filter((label) => label.teamId === teamId);
  const newName = typed.trim();
  const query = newName.toLocaleLowerCase();
  const choices: ComboboxChoice[] = own
    .filter(({ name }) => name.toLocaleLowerCase().includes(query))
    .map((label) => {
      const count = given.get(label.id)?.size ?? 0;
      return {
        key: String(label.id),
        content: <LabelChoice label={label} count={count} total={ads.length} />,
        pick: () => set(label, count < ads.length),
      };
    });
  if (
    query !== '' &&
    labels.data !== undefined &&
    !own.some(({ name }) => name.toLocaleLowerCase() === query)
  )
    choices.push({
      key: 'new',
      content: (
        <>
          <Plus size={16} aria-hidden className="shrink-0" />
          <span className="min-w-0 truncate">{copy.create(newName)}</span>
        </>
      ),
      pick: () => {
        if (!create.isPending) create.mutate({ name: newName, color: nextColor(own), teamId });
      },
    });
  return (
    <Combobox
      label={copy.find}
      listLabel={copy.title}
      typed={typed}
      onType={setTyped}
      maxLength={textLimits.label}
      choices={choices}
    >
      {create.isError && <ErrorLine error={create.error} />}
      {choices.length === 0 && <p className="px-2 text-xs text-quiet">{copy.none}</p>}
    </Combobox>
  );
}

function labelled(ads: readonly OrganizedAd[]): ReadonlyMap<number, ReadonlySet<string>> {
  const ids = new Set(ads.flatMap(({ labels }) => labels.map(({ id }) => id)));
  return new Map(
    Array.from(ids, (id) => [
      id,
      new Set(ads.filter(({ labels }) => labels.some((label) => label.id === id)).map(({ hash }) => hash)),
    ]),
  );
}

/** The color that the fewest labels have. */
function nextColor(labels: readonly Pick<Label, 'color'>[]): Color {
  const names = Object.keys(colors) as readonly Color[];
  const countOf = (color: Color): number => labels.filter((label) => label.color === color).length;
  // Gray is the last choice.
  return names.slice(1).reduce((best, color) => (countOf(color) < countOf(best) ? color : best), 'red');
}

interface LabelChoiceProps {
  readonly label: Label;
  readonly count: number;
  readonly total: number;
}

function LabelChoice({ label: { name, color }, count, total }: LabelChoiceProps) {
  const Icon = count === total ? Check : Minus;
  return (
    <>
      <span className="w-4 shrink-0">{count > 0 && <Icon size={16} aria-hidden />}</span>
      <LabelDot color={color} />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <span className="sr-only">{copy.given(count, total)}</span>
    </>
  );
}

function EditLabels({ teamId, onClose }: Omit<OrganizeDialogProps, 'ads'>) {
  const labels = useQuery(api.labels.list.queryOptions());
  return (
    <Dialog open onOpenChange={onClose} title={copy.edit}>
      <QueryView query={labels} loading={<Skeleton className="h-9" />}>
        {(all) => {
          const own = all.filter((label) => label.teamId === teamId);
          if (own.length === 0) return <p className="text-quiet">{copy.none}</p>;
          return (
            <ul className="flex flex-col gap-2">
              {own.map((label) => (
                <EditLabel key={`${label.id} ${label.name} ${label.color}`} label={label} />
              ))}
            </ul>
          );
        }}
      </QueryView>
    </Dialog>
  );
}

function EditLabel({ label }: { readonly label: Label }) {
  const [name, setName] = useState(label.name);
  const update = useMutation(api.labels.update.mutationOptions({ meta: labelInvalidations }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    update.mutate({ id: label.id, name });
  };
  return (
    <li>
      <form onSubmit={submit} className="flex items-start gap-2">
        <span className="flex h-9 items-center">
          <LabelDot color={label.color} />
        </span>
        <TextField
          hideLabel
          required
          label={copy.nameOf(label.name)}
          value={name}
          maxLength={textLimits.label}
          error={update.isError ? update.error.message : null}
          onChange={({ target }) => setName(target.value)}
          onBlur={() => {
            const isChanged = name.trim() !== '' && name !== label.name;
            if (isChanged && !update.isPending) update.mutate({ id: label.id, name });
          }}
          className="flex-1"
        />
        <Select
          hideLabel
          label={copy.colorOf(label.name)}
          value={label.color}
          options={Object.entries(copy.colors)}
          onChange={({ target }) => update.mutate({ id: label.id, color: target.value as Color })}
          className="w-28"
        />
        <IconButton label={copy.deleteLabel(label.name)} onClick={() => deleteLabel(label)}>
          <Trash2 size={16} aria-hidden />
        </IconButton>
      </form>
    </li>
  );
}
