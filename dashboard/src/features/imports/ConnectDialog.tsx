import type { Connector } from '@magpie/contract';
import { useMutation } from '@tanstack/react-query';
import { api, client } from '../../lib/api/client.ts';
import { getIssues } from '../../lib/errors.ts';
import { humanize } from '../../lib/labels.ts';
import { FormDialog } from '../../ui/Form.tsx';
import { OutsideLink } from '../../ui/OutsideLink.tsx';
import { PasswordField, Select, TextField } from '../../ui/fields.tsx';
import { toast } from '../../ui/toast.tsx';
import { importsCopy } from './copy.ts';

const copy = importsCopy.libraries;

type Field = Connector['fields'][number];

/** Those that nobody needs at first. */
const isOptional = ({ required, name }: Field): boolean => !required && !name.startsWith('search');

export function ConnectDialog({
  connector,
  onClose,
}: {
  readonly connector: Connector;
  readonly onClose: () => void;
}) {
  const add = useMutation({
    mutationFn: (field: (name: string) => string) =>
      client.sources.create.mutate({
        name: field('name').trim(),
        connector: connector.connector,
        everyMinutes: Number(field('everyMinutes')),
        query: readQuery(connector, field),
      }),
    onSuccess: ({ name }) => {
      toast(copy.added(name));
      onClose();
    },
    meta: { invalidates: [api.sources.pathFilter()] },
  });
  const issueAt = (path: string): string | undefined =>
    getIssues(add.error).find((issue) => issue.path === path)?.message;
  const shown = (field: Field) => (
    <QueryField key={field.name} field={field} error={issueAt(`query.${field.name}`)} />
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
      <TextField label={copy.name} name="name" hint={copy.nameHint} error={issueAt('name')} required />
      {connector.fields.filter((field) => !isOptional(field)).map(shown)}
      <Select label={copy.every} name="everyMinutes" defaultValue={1440}>
        {Object.entries(copy.intervals).map(([minutes, label]) => (
          <option key={minutes} value={minutes}>
            {label}
          </option>
        ))}
      </Select>
      <details>
        <summary className="cursor-pointer font-semibold">{copy.more}</summary>
        <div className="flex flex-col gap-4 pt-3">{connector.fields.filter(isOptional).map(shown)}</div>
      </details>
    </FormDialog>
  );
}

const label = (name: string): string => humanize(name.replaceAll(/(?=[A-Z])/g, '_'));

function QueryField({ field, error }: { readonly field: Field; readonly error: string | undefined }) {
  const { name, about, type, choices, required, secret, default: initial } = field;
  const hint = type === 'list' ? `${about} ${copy.listHint}` : about;
  const shared = { name, label: label(name), hint, error, required };
  if (secret) return <PasswordField {...shared} autoComplete="off" />;
  const options = type === 'boolean' ? ['true', 'false'] : type === 'list' ? null : choices;
  if (options !== null) {
    return (
      <Select {...shared} defaultValue={initial ?? ''}>
        {options.map((option) => (
          <option key={option} value={option}>
            {humanize(option)}
          </option>
        ))}
      </Select>
    );
  }
  return (
    <TextField {...shared} inputMode={type === 'number' ? 'numeric' : 'text'} placeholder={initial ?? ''} />
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
