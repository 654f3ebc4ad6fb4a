import { useMutation, useQuery } from '@tanstack/react-query';
import { api, client } from '../../../lib/api/client.ts';
import type { RouterOutputs } from '../../../lib/api/types.ts';
import { formatAgo, formatDay, joinFacts } from '../../../lib/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { ConfirmButton } from '../../../ui/Confirm.tsx';
import { Section } from '../../../ui/Page.tsx';
import { toast, toastError } from '../../../ui/toast.tsx';
import { ListRow, QueryRows } from '../Rows.tsx';
import { settingsCopy } from '../copy.ts';

const copy = settingsCopy.sessions;

type Session = RouterOutputs['account']['listSessions'][number];

const meta = { invalidates: [api.account.listSessions.pathFilter()] };

export function SessionsSettings() {
  const sessions = useQuery(api.account.listSessions.queryOptions());
  const others = (sessions.data ?? []).filter(({ current }) => !current).length;
  const endOthers = useMutation({
    mutationFn: () => client.account.endOtherSessions.mutate(),
    onSuccess: ({ ended }) => toast(copy.ended(ended)),
    meta,
  });
  return (
    <Section
      title={copy.title}
      about={copy.text}
      actions={
        others > 0 && (
          <ConfirmButton
            label={copy.endAllOthers}
            title={copy.endTitle(others)}
            action={copy.endSessions}
            onConfirm={() => endOthers.mutateAsync()}
          >
            {copy.endText}
          </ConfirmButton>
        )
      }
    >
      <QueryRows label={copy.title} query={sessions} loading={copy.loading}>
        {(session) => <SessionRow key={session.id} session={session} />}
      </QueryRows>
    </Section>
  );
}

function SessionRow({ session }: { readonly session: Session }) {
  const { id, current, userAgent, address, lastUsedAt, createdAt, expiresAt } = session;
  const device = describeDevice(userAgent);
  const end = useMutation({
    mutationFn: () => client.account.endSession.mutate({ id }),
    onError: toastError,
    meta,
  });
  return (
    <ListRow
      title={device}
      marks={current && <Chip variant="accent">{copy.currentSession}</Chip>}
      about={joinFacts([
        address,
        copy.used(formatAgo(lastUsedAt)),
        copy.signedIn(formatDay(createdAt)),
        copy.ends(formatDay(expiresAt)),
      ])}
      actions={
        current ? undefined : (
          <Button
            aria-label={copy.endSession(device, formatAgo(lastUsedAt))}
            busy={end.isPending}
            onClick={() => end.mutate()}
          >
            {copy.end}
          </Button>
        )
      }
    />
  );
}

/** The first match wins, since most user agents also name other browsers. */
const browsers = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
] as const;
const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const;

/** `Firefox on Windows` */
export function describeDevice(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return copy.unknownDevice;
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser === undefined) return system ?? copy.unknownDevice;
  return system === undefined ? browser : copy.device(browser, system);
}
