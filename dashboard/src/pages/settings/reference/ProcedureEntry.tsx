import { ChevronRight } from 'lucide-react';
import { Chip } from '../../../parts/Chip.tsx';
import { CopyButton } from '../../../parts/CopyButton.tsx';
import { Code } from '../Code.tsx';
import type { Entry } from './entries.ts';
import { curlLine } from './example.ts';

const limits = {
  read: 'counted with your queries',
  write: 'counted with your changes',
  trending: 'counted apart, with trending',
} as const;

export function ProcedureEntry({ entry }: { readonly entry: Entry }) {
  const { name, procedure } = entry;
  return (
    <li>
      <details className="group">
        <summary className="flex cursor-pointer list-none items-start gap-2 rounded-md px-3 py-2 hover:bg-sunk">
          <ChevronRight
            size={16}
            aria-hidden
            className="mt-0.5 shrink-0 transition-transform group-open:rotate-90"
          />
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-center gap-x-2">
              <code className="font-mono font-semibold">{name}</code>
              <Chip look={procedure.kind === 'query' ? 'plain' : 'accent'}>
                {procedure.kind === 'query' ? 'GET' : 'POST'}
              </Chip>
            </span>
            <span className="block text-quiet">{procedure.summary}</span>
          </span>
        </summary>
        <ProcedureDetails entry={entry} />
      </details>
    </li>
  );
}

function ProcedureDetails({ entry }: { readonly entry: Entry }) {
  const { name, procedure, input } = entry;
  const { kind, access, limit, takesForm } = procedure;
  const line = curlLine({ name, kind, example: input.example }, location.origin);
  return (
    <div className="flex flex-col gap-3 px-3 pt-1 pb-4 sm:pl-9">
      <p className="text-xs text-quiet">
        Needs a key with the scope {access} · {limits[limit]}
        {takesForm === true && ' · also takes a form with a file'}
      </p>
      {input.fields.length > 0 && <Fields entry={entry} />}
      {input.about !== null && <p className="text-xs text-quiet">{input.about}</p>}
      <Code>{line}</Code>
      <div>
        <CopyButton text={line} label="Copy the line" />
      </div>
    </div>
  );
}

function Fields({ entry: { name, input } }: { readonly entry: Entry }) {
  return (
    <dl aria-label={`Fields of ${name}`} className="flex flex-col divide-y rounded-md border text-xs">
      {input.fields.map((field) => (
        <div key={field.name} className="grid gap-x-3 gap-y-1 px-3 py-2 sm:grid-cols-[10rem_1fr]">
          <dt>
            <code className="font-mono font-semibold">{field.name}</code>
            {field.isRequired && <span className="text-quiet"> · required</span>}
          </dt>
          <dd>
            {field.takes}
            {field.fallback !== null && <span className="text-quiet">; else {field.fallback}</span>}
            {field.about !== null && <span className="block text-quiet">{field.about}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
