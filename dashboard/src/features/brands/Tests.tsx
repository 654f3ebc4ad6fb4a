import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { api } from '../../lib/api/client.ts';
import type { RouterInputs, RouterOutputs } from '../../lib/api/types.ts';
import { Section } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { AdThumb } from '../ads/AdThumb.tsx';
import { brandsCopy } from './copy.ts';

const copy = brandsCopy.tests;

type Found = RouterOutputs['brandSpy']['listTests'];
type Test = Found['tests'][number];
type Arm = Test['arms'][number];

const shownTests = 4;

interface TestsProps {
  readonly name: string;
  readonly filters: Omit<RouterInputs['brandSpy']['getOverview'], 'companyName'>;
}

/** Ads that differ in one part, and which of them ran longest. */
export function Tests({ name, filters: { status: _status, ...filters } }: TestsProps) {
  const found = useQuery({
    ...api.brandSpy.listTests.queryOptions({ companyName: name, ...filters, limit: shownTests }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section title={copy.title} about={copy.about}>
      <QueryView query={found} loading={<Skeleton className="h-40" />}>
        {(loaded) => <FoundTests found={loaded} brand={name} />}
      </QueryView>
    </Section>
  );
}

function FoundTests({ found: { tests, total, evidence }, brand }: { found: Found; brand: string }) {
  return (
    <>
      {tests.length > 0 && (
        <ol className="grid gap-4 lg:grid-cols-2">
          {tests.map((test) => (
            <TestItem key={`${test.differs} ${test.arms[0]?.ads[0]?.hash}`} test={test} brand={brand} />
          ))}
        </ol>
      )}
      <p className="text-xs text-quiet">{copy.evidence(tests.length, total, evidence)}</p>
    </>
  );
}

function TestItem({ test, brand }: { readonly test: Test; readonly brand: string }) {
  const { arms, differs, outcome, notCompared } = test;
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-sm border p-3 only:lg:col-span-2">
      <div>
        <h3 className="font-semibold">{copy.differs(arms.length, differs, notCompared.length === 0)}</h3>
        <p className="text-xs text-quiet">{copy.launched(test)}</p>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
        {arms.map((arm, at) => (
          <ArmItem
            key={arm.value}
            arm={arm}
            picture={differs === 'picture' ? copy.picture(at + 1) : null}
            brand={brand}
          />
        ))}
      </ul>
      <p>{copy.outcomes[outcome](arms)}</p>
      {notCompared.length > 0 && <p className="text-xs text-quiet">{copy.notCompared(notCompared)}</p>}
    </li>
  );
}

/** Neighbouring words that are both shared, or both not, in one piece. */
function joinWords(words: Arm['words']) {
  const pieces: { text: string; isShared: boolean; start: number }[] = [];
  for (const [start, { text, isShared }] of words.entries()) {
    const last = pieces.at(-1);
    if (last?.isShared === isShared) last.text += ` ${text}`;
    else pieces.push({ text, isShared, start });
  }
  return pieces;
}

interface ArmItemProps {
  readonly arm: Arm;
  /** Its name if the pictures differ, otherwise null. */
  readonly picture: string | null;
  readonly brand: string;
}

function ArmItem({ arm, picture, brand }: ArmItemProps) {
  const [ad] = arm.ads;
  return (
    <li className="flex min-w-0 flex-col gap-1">
      {ad !== undefined && (
        <Link
          to="/ads/$hash"
          params={{ hash: ad.hash }}
          aria-label={copy.openAd(picture ?? arm.value)}
          className="rounded-sm hover:opacity-85"
        >
          <AdThumb
            url={ad.thumbnailUrl}
            brand={brand}
            text={arm.value}
            sizes="12rem"
            className="aspect-4/5 w-full rounded-sm"
          />
        </Link>
      )}
      <p className="flex flex-wrap items-baseline gap-x-1.5 tabular-nums">
        <span className="font-semibold">{copy.days(arm)}</span>
        <span className="text-xs text-quiet">{copy.ends[arm.end]}</span>
      </p>
      <p className="min-w-0 text-xs break-words" title={picture ?? arm.value}>
        <span className="line-clamp-3">
          {picture}
          {joinWords(arm.words).map(({ text, isShared, start }) => (
            <Fragment key={start}>
              {isShared ? (
                text
              ) : (
                <mark className="rounded-sm bg-sunk font-semibold text-inherit">{text}</mark>
              )}{' '}
            </Fragment>
          ))}
        </span>
      </p>
    </li>
  );
}
