import { Popover } from '../../parts/Popover.tsx';
import { Tick } from '../../parts/fields.tsx';
import { platformNames, type Platform } from '../../words/labels.ts';
import { ChannelsHole } from './ChannelsHole.tsx';
import { CompaniesHole } from './CompaniesHole.tsx';
import { type Draft, withEvent } from './draft.ts';
import { ChoiceHole, Hole, holeClasses } from './Hole.tsx';
import { KeywordsHole } from './KeywordsHole.tsx';
import { eventWords, frequencyWords, sayPlatforms } from './sentence.ts';

export interface HolesProps {
  readonly draft: Draft;
  /** What the server found wrong with it. */
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  readonly onChange: (changed: Partial<Draft>) => void;
}

const events = Object.fromEntries(
  Object.entries(eventWords).map(([event, { does }]) => [event, does]),
) as Record<Draft['event'], string>;

/** "When … launches new ads that mention … on …, tell me at once by inbox." */
export function Sentence({ draft, issues, onChange }: HolesProps) {
  const holes = { draft, issues, onChange };
  return (
    <p className="max-w-4xl text-base leading-9 sm:text-2xl sm:leading-12">
      When <CompaniesHole {...holes} />{' '}
      <ChoiceHole
        label="What happens"
        value={draft.event}
        options={events}
        onChange={(event) => onChange(withEvent(draft, event))}
      />{' '}
      {draft.event === 'reach_above' && <ReachHole {...holes} />}
      {eventWords[draft.event].mention} <KeywordsHole {...holes} /> on <PlatformsHole {...holes} />, tell me{' '}
      <ChoiceHole
        label="How often"
        value={draft.frequency}
        options={frequencyWords}
        onChange={(frequency) => onChange({ frequency })}
      />{' '}
      by <ChannelsHole {...holes} />.
    </p>
  );
}

function ReachHole({ draft, issues, onChange }: HolesProps) {
  return (
    <>
      <input
        type="number"
        min={0}
        step={1}
        aria-label="Reach that must be passed"
        aria-invalid={issues.some(({ path }) => path === 'threshold') || undefined}
        value={draft.threshold ?? ''}
        onChange={({ target }) =>
          onChange({ threshold: target.value === '' ? null : Math.max(0, Math.trunc(target.valueAsNumber)) })
        }
        className={`${holeClasses} w-32 sm:w-44`}
      />{' '}
      people{' '}
    </>
  );
}

function PlatformsHole({ draft: { platforms }, onChange }: HolesProps) {
  const names = Object.keys(platformNames) as Platform[];
  return (
    <Popover
      label="Platforms"
      className="w-56"
      trigger={<Hole label="Platforms" says={sayPlatforms(platforms)} />}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-2 text-xs text-quiet">None ticked: any platform</legend>
        {names.map((name) => (
          <Tick
            key={name}
            checked={platforms.includes(name)}
            onChange={({ target }) =>
              onChange({
                platforms: names.filter((one) => (one === name ? target.checked : platforms.includes(one))),
              })
            }
          >
            {platformNames[name]}
          </Tick>
        ))}
      </fieldset>
    </Popover>
  );
}
