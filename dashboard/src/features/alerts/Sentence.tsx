import { Popover } from '../../ui/Popover.tsx';
import { Checkbox } from '../../ui/fields.tsx';
import { platformNames, type Platform } from '../../lib/labels.ts';
import { ChannelsSlot } from './ChannelsSlot.tsx';
import { CompaniesSlot } from './CompaniesSlot.tsx';
import { type RuleDraft, withEvent } from './draft.ts';
import { ChoiceSlot, Slot, slotClasses, type SlotsProps } from './Slot.tsx';
import { KeywordsSlot } from './KeywordsSlot.tsx';
import { eventTexts, frequencyNames, describePlatforms } from './sentence.ts';

const events = Object.fromEntries(
  Object.entries(eventTexts).map(([event, { verb }]) => [event, verb]),
) as Record<RuleDraft['event'], string>;

/** "When … launches new ads that mention … on …, notify me immediately via inbox." */
export function Sentence({ draft, issues, onChange }: SlotsProps) {
  const slots = { draft, issues, onChange };
  return (
    <p className="max-w-4xl text-base leading-9 sm:text-2xl sm:leading-12">
      When <CompaniesSlot {...slots} />{' '}
      <ChoiceSlot
        label="Event"
        value={draft.event}
        options={events}
        onChange={(event) => onChange(withEvent(draft, event))}
      />{' '}
      {draft.event === 'reach_above' && <ReachSlot {...slots} />}
      {eventTexts[draft.event].mention} <KeywordsSlot {...slots} /> on <PlatformsSlot {...slots} />, notify me{' '}
      <ChoiceSlot
        label="Frequency"
        value={draft.frequency}
        options={frequencyNames}
        onChange={(frequency) => onChange({ frequency })}
      />{' '}
      via <ChannelsSlot {...slots} />.
    </p>
  );
}

function ReachSlot({ draft, issues, onChange }: SlotsProps) {
  return (
    <>
      <input
        type="number"
        min={0}
        step={1}
        aria-label="Minimum reach"
        aria-invalid={issues.some(({ path }) => path === 'threshold') || undefined}
        value={draft.threshold ?? ''}
        onChange={({ target }) =>
          onChange({ threshold: target.value === '' ? null : Math.max(0, Math.trunc(target.valueAsNumber)) })
        }
        className={`${slotClasses} w-32 sm:w-44`}
      />{' '}
      people{' '}
    </>
  );
}

function PlatformsSlot({ draft: { platforms }, onChange }: SlotsProps) {
  const names = Object.keys(platformNames) as Platform[];
  return (
    <Popover
      label="Platforms"
      className="w-56"
      trigger={<Slot label="Platforms" text={describePlatforms(platforms)} />}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-2 text-xs text-quiet">Select none for any platform</legend>
        {names.map((name) => (
          <Checkbox
            key={name}
            checked={platforms.includes(name)}
            onChange={({ target }) =>
              onChange({
                platforms: names.filter((one) => (one === name ? target.checked : platforms.includes(one))),
              })
            }
          >
            {platformNames[name]}
          </Checkbox>
        ))}
      </fieldset>
    </Popover>
  );
}
