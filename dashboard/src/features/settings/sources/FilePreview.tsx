import type { ImportPreview, ImportResult } from '@magpie/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatBytes } from '../../../lib/format.ts';
import { humanize, type Platform, platformNames } from '../../../lib/labels.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { Select } from '../../../ui/fields.tsx';
import { Loading, Skeleton } from '../../../ui/states.tsx';
import { importsCopy } from './copy.ts';
import { noChoices, previewFile, type TableChoices } from './upload.ts';

const copy = importsCopy.file;

const previewQuery = (file: File, choices: TableChoices) =>
  queryOptions({
    queryKey: ['importPreview', file.name, file.size, file.lastModified, choices],
    queryFn: () => previewFile(file, choices),
    retry: false,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });

interface FilePreviewProps {
  readonly file: File;
  readonly onImport: (choices: TableChoices) => void;
  readonly again: ReactNode;
}

export function FilePreview({ file, onImport, again }: FilePreviewProps) {
  const [choices, setChoices] = useState(noChoices);
  const preview = useQuery(previewQuery(file, choices));
  return (
    <>
      <p>
        <span className="font-semibold break-all">{file.name}</span>{' '}
        <span className="text-quiet">{formatBytes(file.size)}</span>
      </p>
      <QueryView
        query={preview}
        loading={
          <Loading label={copy.reading}>
            <Skeleton className="h-40" />
          </Loading>
        }
      >
        {(shown) => (
          <>
            <Recognition preview={shown} />
            {shown.suggestion !== null && (
              <Suggestion
                suggestion={shown.suggestion}
                onUse={(map) => setChoices({ ...choices, map: { ...choices.map, ...map } })}
              />
            )}
            {shown.fields.length > 0 && <Columns preview={shown} choices={choices} onChange={setChoices} />}
            <SampleAds ads={shown.ads} />
            <Rejected groups={shown.rejected} />
            <div className="flex flex-wrap gap-2">
              {shown.source !== null && (
                <Button
                  variant="primary"
                  disabled={preview.isPlaceholderData}
                  onClick={() => onImport(choices)}
                >
                  {copy.import}
                </Button>
              )}
              {again}
            </div>
          </>
        )}
      </QueryView>
      {preview.data === undefined && <div>{again}</div>}
    </>
  );
}

function Recognition({ preview: { source, summary, reason } }: { readonly preview: ImportPreview }) {
  if (summary !== null) {
    return <p aria-live="polite">{copy.recognised(source === 'table' ? copy.table : summary)}</p>;
  }
  return (
    <div role="alert" className="flex flex-col gap-1 rounded-md border border-bad bg-bad-soft p-3">
      <p className="font-semibold">{copy.notRecognised}</p>
      <p className="break-words">{reason}</p>
    </div>
  );
}

interface SuggestionProps {
  readonly suggestion: NonNullable<ImportPreview['suggestion']>;
  readonly onUse: (map: TableChoices['map']) => void;
}

/** Rows of a table that was not recognised, with the columns that look most like ads. */
function Suggestion({ suggestion: { map, columns, examples }, onUse }: SuggestionProps) {
  const isComplete = 'advertiser' in map && 'bodies' in map;
  return (
    <div className="flex flex-col gap-2">
      <p>{isComplete ? copy.suggested : copy.suggestedPart}</p>
      <div className="overflow-x-auto rounded-md border">
        <table className="w-full text-left text-xs">
          <thead>
            <tr className="border-b">
              {columns.map((column) => (
                <th key={column} scope="col" className="px-3 py-1.5 font-semibold">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y">
            {examples.map((cells) => (
              <tr key={cells.join('\n')}>
                {columns.map((column, index) => (
                  <td key={column} dir="auto" className="px-3 py-1.5 break-words">
                    {cells[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isComplete && (
        <div>
          <Button onClick={() => onUse(map)}>{copy.acceptSuggestion}</Button>
        </div>
      )}
    </div>
  );
}

interface ColumnsProps {
  readonly preview: ImportPreview;
  readonly choices: TableChoices;
  readonly onChange: (choices: TableChoices) => void;
}

/** The field of each column. A choice replaces the guess for that field. */
function Columns({ preview: { columns, leftOut, fields }, choices, onChange }: ColumnsProps) {
  const rows = [
    ...columns.map(({ column, field, how }) => ({ column, field, isGuess: how === 'contents' })),
    ...leftOut.map((column) => ({ column, field: '', isGuess: false })),
  ];
  const choose = (column: string, field: string): void => {
    const others = Object.entries(choices.map).filter(([, chosen]) => chosen !== column);
    onChange({
      ...choices,
      map: { ...Object.fromEntries(others), ...(field !== '' && { [field]: column }) },
    });
  };
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h3 className="font-semibold">{copy.columns}</h3>
        <p className="text-xs text-quiet">{copy.columnsHint}</p>
      </div>
      <ul className="flex max-h-96 flex-col divide-y overflow-y-auto rounded-md border">
        {rows.map(({ column, field, isGuess }) => (
          <li key={`${column} ${field}`} className="flex items-center gap-3 px-3 py-1.5">
            <span className="min-w-0 flex-1 truncate" title={column}>
              {column}
            </span>
            {isGuess && <Chip variant="warn">{copy.guessed}</Chip>}
            <Select
              label={copy.column(column)}
              hideLabel
              className="w-48 shrink-0"
              value={field}
              onChange={({ target }) => choose(column, target.value)}
            >
              <option value="" disabled={field !== '' && choices.map[field] !== column}>
                {copy.notRead}
              </option>
              {fields.map((name) => (
                <option key={name} value={name}>
                  {fieldLabel(name)}
                </option>
              ))}
            </Select>
          </li>
        ))}
      </ul>
      <PlatformChoice value={choices.platform} onChange={(platform) => onChange({ ...choices, platform })} />
    </div>
  );
}

/** `startDate` → `Start date`; an advertiser is a brand on the screen. */
function fieldLabel(name: string): string {
  const names: Readonly<Record<string, string>> = importsCopy.file.fieldNames;
  return names[name] ?? humanize(name.replace('advertiser', 'brand').replaceAll(/(?=[A-Z])/g, '_'));
}

interface PlatformChoiceProps {
  readonly value: Platform | null;
  readonly onChange: (platform: Platform | null) => void;
}

function PlatformChoice({ value, onChange }: PlatformChoiceProps) {
  return (
    <Select
      label={copy.platform}
      className="max-w-60"
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : (target.value as Platform))}
    >
      <option value="">{copy.platformFromFile}</option>
      {Object.entries(platformNames).map(([platform, name]) => (
        <option key={platform} value={platform}>
          {name}
        </option>
      ))}
    </Select>
  );
}

function SampleAds({ ads }: { readonly ads: ImportPreview['ads'] }) {
  if (ads.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">{copy.preview(ads.length)}</h3>
      <ul className="flex flex-col divide-y rounded-md border">
        {ads.map((ad, index) => (
          <li key={ad.key ?? index} className="flex flex-col gap-0.5 px-3 py-2">
            <p className="flex flex-wrap gap-x-2">
              <span className="font-semibold">{ad.advertiser.name}</span>
              <span className="text-quiet">{describeFacts(ad)}</span>
            </p>
            <p dir="auto" className="line-clamp-2 break-words">
              {[ad.headlines[0], ad.bodies[0]].filter(Boolean).join(' · ') || copy.noText}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function describeFacts({ platforms, startDate, endDate, ctaText }: ImportPreview['ads'][number]): string {
  const names = platforms.map((platform) => platformNames[platform]).join(', ');
  const days = [startDate, endDate].filter((day) => day !== null).join(' – ');
  return [names, days, ctaText].filter((part) => part !== null && part !== '').join(' · ');
}

export function Rejected({ groups }: { readonly groups: ImportResult['rejected'] }) {
  if (groups.length === 0) return null;
  return (
    <div>
      <h3 className="font-semibold">{importsCopy.result.rejectedWhy}</h3>
      <ul className="list-inside list-disc text-quiet">
        {groups.map(({ count, reason, first }) => (
          <li key={reason} title={first} className="break-words">
            {copy.rejected(count, reason)}
          </li>
        ))}
      </ul>
    </div>
  );
}
