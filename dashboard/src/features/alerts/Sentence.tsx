import { textLimits } from '@magpie/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { type Platform, platformNames } from '../../lib/labels.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Checkbox, TextField } from '../../ui/fields.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { BrandCombobox } from '../ads/BrandCombobox.tsx';
import { adsCopy } from '../ads/copy.ts';
import { ChannelsSlot } from './ChannelsSlot.tsx';
import { alertsCopy } from './copy.ts';
import { hasThreshold, type RuleDraft, withEvent } from './draft.ts';
import { describeBrands, describeKeyword, describeKeywords, describePlatforms } from './sentence.ts';
import { ChoiceSlot, PopoverSlot, slotClasses, type SlotsProps } from './Slot.tsx';

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
        threshold: hasThreshold(draft.event) && <ThresholdSlot key="threshold" {...props} />,
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

function ThresholdSlot({ draft, issues, onChange }: SlotsProps) {
  const isReach = draft.event === 'reach_above';
  return (
    <>
      <input
        type="number"
        min={0}
        step={1}
        aria-label={isReach ? copy.reach : copy.launches}
        aria-invalid={issues.some(({ field }) => field === 'threshold') || undefined}
        value={draft.threshold ?? ''}
        onChange={({ target }) =>
          onChange({ threshold: target.value === '' ? null : Math.max(0, Math.trunc(target.valueAsNumber)) })
        }
        className={`${slotClasses} ${isReach ? 'w-32 sm:w-44' : 'w-20 sm:w-24'}`}
      />
      {isReach ? (
        copy.people
      ) : (
        <>
          {copy.withinAWeek}
          <TimesUsual draft={draft} issues={issues} onChange={onChange} />
          {copy.timesAsUsual}
        </>
      )}
    </>
  );
}

/** Keeps what is typed until it is a number that a rule can have. */
function TimesUsual({ draft: { timesUsual }, issues, onChange }: SlotsProps) {
  const [typed, setTyped] = useState(String(timesUsual));
  return (
    <input
      type="number"
      min={1}
      max={100}
      step={0.5}
      aria-label={copy.timesUsual}
      aria-invalid={issues.some(({ field }) => field === 'timesUsual') || undefined}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.valueAsNumber >= 1 && target.valueAsNumber <= 100)
          onChange({ timesUsual: target.valueAsNumber });
      }}
      onBlur={() => setTyped(String(timesUsual))}
      className={`${slotClasses} w-16 sm:w-20`}
    />
  );
}

function PlatformsSlot({ draft: { platforms }, issues, onChange }: SlotsProps) {
  const names = Object.keys(platformNames) as Platform[];
  return (
    <PopoverSlot
      narrow
      field="platforms"
      label={copy.platforms}
      text={describePlatforms(platforms)}
      issues={issues}
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
    </PopoverSlot>
  );
}

const scopes = ['followed', 'any', 'named'] as const;
type Scope = (typeof scopes)[number];

function BrandsSlot({ draft: { companyNames }, issues, onChange }: SlotsProps) {
  const isFollowed = companyNames === 'FOLLOWED';
  const names = isFollowed ? [] : companyNames;
  const [isNaming, setIsNaming] = useState(false);
  const [whenOpened, setWhenOpened] = useState(companyNames);
  const scope: Scope = isNaming || names.length > 0 ? 'named' : isFollowed ? 'followed' : 'any';
  const onOpenChange = (isOpen: boolean): void => {
    if (isOpen) setWhenOpened(companyNames);
    // Without a name, the rule would match every brand.
    else if (isNaming && names.length === 0) onChange({ companyNames: whenOpened });
    setIsNaming(false);
  };
  return (
    <PopoverSlot
      field="companyNames"
      label={copy.brands}
      text={describeBrands(companyNames)}
      issues={issues}
      onOpenChange={onOpenChange}
    >
      <Segmented<Scope>
        label={copy.whichBrands}
        value={scope}
        options={scopes.map((value) => ({ value, label: copy.brandOptions[value] }))}
        onChange={(selected) => {
          setIsNaming(selected === 'named');
          if (selected !== 'named') onChange({ companyNames: selected === 'followed' ? 'FOLLOWED' : [] });
        }}
      />
      {scope === 'named' ? (
        <NamedBrands
          names={names}
          onChange={(next) => {
            setIsNaming(true);
            onChange({ companyNames: next });
          }}
        />
      ) : (
        <p className="text-quiet">{scope === 'followed' ? copy.followedHint : copy.anyHint}</p>
      )}
    </PopoverSlot>
  );
}

interface NamedBrandsProps {
  readonly names: readonly string[];
  readonly onChange: (names: string[]) => void;
}

function NamedBrands({ names, onChange }: NamedBrandsProps) {
  const followed = useQuery(api.companies.listFollowed.queryOptions());
  return (
    <>
      <RemovableChips label={copy.selectedBrands} values={names} onChange={onChange} />
      <BrandCombobox
        label={copy.findBrand}
        selected={names}
        suggestions={followed.data?.map(({ companyName, brandLogo, adCount }) => ({
          name: companyName,
          brandLogo,
          adCount,
        }))}
        onPick={(name) => onChange([...names, name])}
      />
    </>
  );
}

const keywordHint = copy.keywordHint((text) => <code key={text}>{text}</code>);

function KeywordsSlot({ draft: { keywords, event }, issues, onChange }: SlotsProps) {
  const [typed, setTyped] = useState('');
  const isMissing = event === 'copy_matches' && keywords.length === 0;
  const change = (next: string[]): void => onChange({ keywords: next });
  const add = (): void => {
    const keyword = typed.trim();
    if (keyword !== '' && !keywords.includes(keyword)) change([...keywords, keyword]);
    setTyped('');
  };
  return (
    <PopoverSlot
      field="keywords"
      label={copy.keywords}
      text={isMissing ? copy.whichKeywords : describeKeywords(keywords)}
      issues={issues}
      // Closing adds what was typed, also without the button.
      onOpenChange={add}
    >
      <RemovableChips label={copy.keywords} values={keywords} format={describeKeyword} onChange={change} />
      <div className="flex items-start gap-2">
        <TextField
          className="flex-1"
          label={copy.addKeyword}
          maxLength={textLimits.keyword}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(pressed) => {
            if (pressed.key !== 'Enter' || pressed.nativeEvent.isComposing) return;
            pressed.preventDefault();
            add();
          }}
          hint={keywordHint}
        />
        <Button className="mt-6" onClick={add}>
          {copy.add}
        </Button>
      </div>
    </PopoverSlot>
  );
}

interface RemovableChipsProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly format?: (value: string) => string;
  readonly onChange: (values: string[]) => void;
}

function RemovableChips({ label, values, format, onChange }: RemovableChipsProps) {
  if (values.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {values.map((value) => (
        <li key={value} className="min-w-0">
          <Chip
            variant="accent"
            removeLabel={adsCopy.remove(value)}
            onRemove={() => onChange(values.filter((one) => one !== value))}
          >
            {format?.(value) ?? value}
          </Chip>
        </li>
      ))}
    </ul>
  );
}
