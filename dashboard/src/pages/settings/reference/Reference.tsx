import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { TextField } from '../../../parts/fields.tsx';
import { Section } from '../../../parts/Page.tsx';
import { Empty } from '../../../parts/states.tsx';
import { counted } from '../../../words/format.ts';
import { matching, routers } from './entries.ts';
import { ProcedureEntry } from './ProcedureEntry.tsx';

/** Everything that programs can ask for, as the contract has it. */
export function Reference() {
  const { search = '' } = useSearch({ from: '/frame/settings/$section' });
  const navigate = useNavigate();
  const found = matching(routers, useDeferredValue(search));
  const total = found.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <>
      <Section
        title="API reference"
        about="Everything on these pages is done by these calls. A query is a GET, a change a POST with JSON; both need a key."
      >
        <TextField
          label="Search the reference"
          bare
          type="search"
          placeholder="Search by name, sentence or field"
          value={search}
          onChange={({ target }) =>
            void navigate({
              to: '/settings/$section',
              params: { section: 'reference' },
              search: target.value === '' ? {} : { search: target.value },
              replace: true,
            })
          }
        />
        <p aria-live="polite" className="text-xs text-quiet">
          {counted(total, 'call')}
        </p>
      </Section>
      {found.length === 0 && <Empty>No call has all of these words.</Empty>}
      {found.map(({ name, entries }) => (
        <Section key={name} title={name}>
          <ul className="flex flex-col divide-y rounded-md border">
            {entries.map((entry) => (
              <ProcedureEntry key={entry.name} entry={entry} />
            ))}
          </ul>
        </Section>
      ))}
    </>
  );
}
