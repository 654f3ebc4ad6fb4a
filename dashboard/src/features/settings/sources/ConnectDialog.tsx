import type { Connector, SourceSuggestion } from '@magpie/contract';
import { useMutation } from '@tanstack/react-query';
import { api, client } from '../../../lib/api/client.ts';
import { getIssues } from '../../../lib/errors.ts';
import { humanize } from '../../../lib/labels.ts';
import { FormDialog } from '../../../ui/Form.tsx';
import { OutsideLink } from '../../../ui/OutsideLink.tsx';
import { PasswordField, Select, TextField } from '../../../ui/fields.tsx';
import { toast } from '../../../ui/toast.tsx';
import { importsCopy } from './copy.ts';

const copy = importsCopy.libraries;

type Field = Connector['fields'][number];
type Suggested = SourceSuggestion['sources'][number];

/** Those that nobody needs at first. */
const isOptional = ({ required, name }: Field): boolean => !required && !name.startsWith('search');

interface ConnectDialogProps {
  readonly connector: Connector;
  /** Fills in what is known. */
  readonly suggested?: Suggested;
  readonly onClose: () => void;
}

export function ConnectDialog({ connector, suggested, onClose }: ConnectDialogProps) {
  const credentialsFrom = suggested?.credentialsFrom ?? null;
  const add = useConnect(connector, credentialsFrom, onClose);
  const issueAt = (path: string): string | undefined =>
    getIssues(add.error).find((issue) => issue.path === path)?.message;
  const valueOf = ({ name }: Field): string | undefined =>
    suggested?.query.find(({ field }) => field === name)?.value.toString();
  const isKnown = (field: Field): boolean =>
    field.secret ? credentialsFrom !== null : valueOf(field) !== undefined;
  const isFirst = (field: Field): boolean => !isOptional(field) || isKnown(field);
  const shown = (field: Field) =>
    field.secret && isKnown(field) ? null : (
      <QueryField
        key={field.name}
        field={field}
        value={valueOf(field)}
        error={issueAt(`query.${field.name}`)}
      />
    );
  return (
    <FormDialog
      title={copy.dialogTitle(connector.label)}
      description={
        <>
          <strong className="block text-ink">{copy.credentials}</strong>
          {connector.access} <OutsideLink href={connector.accessUrl}>{connector.accessUrl}</OutsideLink>
        </>
      }
      action={copy.add}
      save={add}
      onSubmit={(field) => add.mutate(field)}
      onClose={onClose}
    >
      <TextField
        label={copy.name}
        name="name"
        hint={copy.nameHint}
        error={issueAt('name')}
        defaultValue={suggested?.name}
        required
      />
      {connector.fields.filter(isFirst).map(shown)}
      <IntervalField />
      <details>
        <summary className="cursor-pointer font-semibold">{copy.more}</summary>
        <div className="flex flex-col gap-4 pt-3">
          {connector.fields.filter((field) => !isFirst(field)).map(shown)}
        </div>
      </details>
    </FormDialog>
  );
}

function useConnect(connector: Connector, credentialsFrom: string | null, onConnect: () => void) {
  return useMutation({
    mutationFn: (field: (name: string) => string) =>
      client.sources.create.mutate({
        name: field('name').trim(),
        connector: connector.connector,
        everyMinutes: Number(field('everyMinutes')),
        query: readQuery(connector, field),
        ...(credentialsFrom !== null && { credentialsFrom }),
      }),
    onSuccess: ({ name }) => {
      toast(copy.added(name));
      onConnect();
    },
    meta: { invalidates: [api.sources.pathFilter()] },
  });
}

function IntervalField() {
  return (
    <Select label={copy.every} name="everyMinutes" defaultValue={1440}>
      {Object.entries(copy.intervals).map(([minutes, label]) => (
        <option key={minutes} value={minutes}>
          {label}
        </option>
      ))}
    </Select>
  );
}

const label = (name: string): string => humanize(name.replaceAll(/(?=[A-Z])/g, '_'));

interface QueryFieldProps {
  readonly field: Field;
  /** What it contains at first. */
  readonly value: string | undefined;
  readonly error: string | undefined;
}

function QueryField({ field, value, error }: QueryFieldProps) {
  const { name, about, type, choices, required, secret, default: initial } = field;
  const hint = type === 'list' ? `${about} ${copy.listHint}` : about;
  const shared = { name, label: label(name), hint, error, required };
  if (secret) return <PasswordField {...shared} autoComplete="off" />;
  const options = type === 'boolean' ? ['true', 'false'] : type === 'list' ? null : choices;
  if (options !== null) {
    return (
      <Select {...shared} defaultValue={value ?? initial ?? ''}>
        {options.map((option) => (
          <option key={option} value={option}>
            {humanize(option)}
          </option>
        ))}
      </Select>
    );
  }
  return (
    <TextField
      {...shared}
      inputMode={type === 'number' ? 'numeric' : 'text'}
      placeholder={initial ?? ''}
      defaultValue={value}
    />
  );
}

/** Without empty fields, for which the server has defaults. */
function readQuery(
  { fields }: Connector,
  read: (name: string) => string,
): Record<string, string | number | boolean | string[]> {
  const given = fields
    .map((field) => ({ field, text: read(field.name).trim() }))
    .filter(({ field, text }) => text !== '' && text !== field.default);
  return Object.fromEntries(given.map(({ field, text }) => [field.name, parseField(field, text)]));
}

function parseField({ type }: Field, text: string): string | number | boolean | string[] {
  if (type === 'number') return Number(text);
  if (type === 'boolean') return text === 'true';
  if (type !== 'list') return text;
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
