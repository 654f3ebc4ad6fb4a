import { type Platform, platformNames } from '../../lib/labels.ts';
import { Checkbox } from '../../ui/fields.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { BrandsSlot } from './BrandsSlot.tsx';
import { ChannelsSlot } from './ChannelsSlot.tsx';
import { alertsCopy } from './copy.ts';
import { type RuleDraft, withEvent } from './draft.ts';
import { KeywordsSlot } from './KeywordsSlot.tsx';
import { describePlatforms } from './sentence.ts';
import { ChoiceSlot, Slot, slotClasses, type SlotsProps } from './Slot.tsx';

const { events, frequencies, withSlots } = alertsCopy.sentence;
const copy = alertsCopy.slots;

const verbs = Object.fromEntries(Object.entries(events).map(([event, { verb }]) => [event, verb])) as Record<
  RuleDraft['event'],
  string
>;

/** "When … launches new ads that mention … on …, notify me immediately via inbox." */
export function Sentence(props: SlotsProps) {
  const { draft, onChange } = props;
  return (
    <p className="max-w-4xl text-base leading-9 sm:text-2xl sm:leading-12">
      {withSlots({
        brands: <BrandsSlot key="brands" {...props} />,
        event: (
          <ChoiceSlot
            key="event"
            label={copy.event}
            value={draft.event}
            options={verbs}
            onChange={(event) => onChange(withEvent(draft, event))}
          />
        ),
        reach: draft.event === 'reach_above' && <ReachSlot key="reach" {...props} />,
        mention: events[draft.event].mention,
        keywords: <KeywordsSlot key="keywords" {...props} />,
        platforms: <PlatformsSlot key="platforms" {...props} />,
        frequency: (
          <ChoiceSlot
            key="frequency"
            label={copy.frequency}
            value={draft.frequency}
            options={frequencies}
            onChange={(frequency) => onChange({ frequency })}
          />
        ),
        channels: <ChannelsSlot key="channels" {...props} />,
      })}
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
        aria-label={copy.reach}
        aria-invalid={issues.some(({ path }) => path === 'threshold') || undefined}
        value={draft.threshold ?? ''}
        onChange={({ target }) =>
          onChange({ threshold: target.value === '' ? null : Math.max(0, Math.trunc(target.valueAsNumber)) })
        }
        className={`${slotClasses} w-32 sm:w-44`}
      />
      {copy.people}
    </>
  );
}

function PlatformsSlot({ draft: { platforms }, onChange }: SlotsProps) {
  const names = Object.keys(platformNames) as Platform[];
  return (
    <Popover
      label={copy.platforms}
      className="w-56"
      trigger={<Slot label={copy.platforms} text={describePlatforms(platforms)} />}
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-2 text-xs text-quiet">{copy.platformsHint}</legend>
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
