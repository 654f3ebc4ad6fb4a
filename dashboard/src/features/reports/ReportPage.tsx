import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Check, ChevronLeft, ChevronRight, Mail, Printer, Share2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { plusDays, todayInUtc } from '../../lib/days.ts';
import { httpStatus } from '../../lib/errors.ts';
import { joinFacts } from '../../lib/format.ts';
import { Button, buttonClasses } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Page } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Select, TextField } from '../../ui/fields.tsx';
import { Empty, ErrorLine, ErrorPanel, Loading, Skeleton } from '../../ui/states.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { BrandParts, SavedPart } from './ReportParts.tsx';
import { reportsCopy } from './copy.ts';
import { type Report, reportQuery, type ReportSearch, toReportInput } from './search.ts';

const copy = reportsCopy.report;

const route = getRouteApi('/shell/reports/view');

export function ReportPage() {
  const search = route.useSearch();
  if ((search.name ?? search.boardId) === undefined) return <NoReport>{copy.none}</NoReport>;
  return <LoadedPage key={search.name ?? search.boardId} search={search} />;
}

function NoReport({ children }: { readonly children: string }) {
  return (
    <Page title={reportsCopy.weekly} narrow>
      <Empty
        action={
          <Link to="/reports" className={buttonClasses('primary')}>
            {copy.viewReports}
          </Link>
        }
      >
        {children}
      </Empty>
    </Page>
  );
}

function LoadedPage({ search }: { readonly search: ReportSearch }) {
  const query = useQuery({ ...reportQuery(search), placeholderData: keepPreviousData });
  return (
    <QueryView
      query={query}
      loading={
        <Page title={reportsCopy.weekly} heading={<Skeleton className="h-8 w-64" />}>
          <Loading label={copy.loading}>
            <Skeleton className="h-160" />
          </Loading>
        </Page>
      }
      renderError={(error, retry) =>
        [403, 404].includes(httpStatus(error) ?? 0) ? (
          <NoReport>{copy.unknown}</NoReport>
        ) : (
          <Page title={reportsCopy.weekly}>
            <ErrorPanel error={error} onRetry={retry} />
          </Page>
        )
      }
    >
      {(report) => (
        <Page
          title={`${report.title}, ${reportsCopy.weekly}`}
          heading={
            <div className="flex flex-col">
              <p className="text-xs text-quiet">{reportsCopy.weekly}</p>
              <h1 dir="auto" className="text-2xl font-semibold">
                {copy.heading(report)}
              </h1>
            </div>
          }
          about={joinFacts([copy.days(report), report.by])}
          actions={<Actions report={report} search={search} />}
        >
          {report.saved !== null && <SavedPart saved={report.saved} />}
          {report.brands.map((brand) => (
            <BrandParts key={brand.companyName} brand={brand} report={report} />
          ))}
          {report.otherBrands > 0 && <p className="text-xs text-quiet">{copy.other(report.otherBrands)}</p>}
          <p className="text-xs text-quiet">
            <Link
              to="/reports/view"
              search={{ ...search, to: report.to, asOf: report.createdAt }}
              className="underline"
            >
              {copy.asKnown(report)}
            </Link>
          </p>
        </Page>
      )}
    </QueryView>
  );
}

interface ActionsProps {
  readonly report: Report;
  readonly search: ReportSearch;
}

function Actions({ report, search }: ActionsProps) {
  const [isSharing, setSharing] = useState(false);
  const next = plusDays(report.to, 7);
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <WeekLink search={{ ...search, to: plusDays(report.to, -7), asOf: undefined }} label={copy.previous}>
        <ChevronLeft size={16} aria-hidden />
      </WeekLink>
      {next < todayInUtc() && (
        <WeekLink search={{ ...search, to: next, asOf: undefined }} label={copy.next}>
          <ChevronRight size={16} aria-hidden />
        </WeekLink>
      )}
      <MailButton report={report} />
      <Button onClick={() => print()}>
        <Printer size={16} aria-hidden /> {copy.print}
      </Button>
      <Button variant="primary" onClick={() => setSharing(true)}>
        <Share2 size={16} aria-hidden /> {copy.share}
      </Button>
      {isSharing && <ShareDialog report={report} search={search} onClose={() => setSharing(false)} />}
    </div>
  );
}

interface WeekLinkProps {
  readonly search: ReportSearch;
  readonly label: string;
  readonly children: React.ReactNode;
}

function WeekLink({ search, label, children }: WeekLinkProps) {
  return (
    <Link to="/reports/view" search={search} aria-label={label} title={label} className={buttonClasses()}>
      {children}
    </Link>
  );
}

function MailButton({ report: { companyName, boardId, title } }: { readonly report: Report }) {
  const { data } = useQuery(api.reports.list.queryOptions());
  const own = data?.find((each) =>
    boardId === null
      ? each.companyName?.toLowerCase() === companyName?.toLowerCase()
      : each.boardId === boardId,
  );
  const meta = { invalidates: [api.reports.list.pathFilter()] };
  const create = useMutation(
    api.reports.create.mutationOptions({
      meta,
      onSuccess: () => toast(copy.mailAdded(title)),
      onError: toastError,
    }),
  );
  const update = useMutation(api.reports.update.mutationOptions({ meta, onError: toastError }));
  const isMailed = own?.byMail === true;
  const toggle = (): void => {
    if (own !== undefined) update.mutate({ id: own.id, byMail: !isMailed });
    else create.mutate(boardId === null ? { companyName: companyName ?? '' } : { boardId });
  };
  return (
    <Button
      aria-pressed={isMailed}
      disabled={data === undefined}
      busy={create.isPending || update.isPending}
      onClick={toggle}
    >
      {isMailed ? <Check size={16} aria-hidden className="text-good" /> : <Mail size={16} aria-hidden />}{' '}
      {isMailed ? copy.mailed : copy.mail}
    </Button>
  );
}

function ShareDialog({ report, search, onClose }: ActionsProps & { readonly onClose: () => void }) {
  const { share } = reportsCopy;
  const [days, setDays] = useState(14);
  const create = useMutation(
    api.reports.share.mutationOptions({ meta: { invalidates: [api.reports.listShares.pathFilter()] } }),
  );
  const shared = create.data;
  return (
    <Dialog open onOpenChange={onClose} title={share.title} description={share.about}>
      {shared === undefined ? (
        <>
          <Select
            label={share.days}
            value={days}
            options={share.dayOptions}
            onChange={({ target }) => setDays(Number(target.value))}
          />
          <ErrorLine error={create.error} />
          <Button
            variant="primary"
            busy={create.isPending}
            onClick={() => create.mutate({ ...toReportInput(search), dateTo: report.to, days })}
          >
            {share.create}
          </Button>
        </>
      ) : (
        <>
          <TextField label={share.link} value={shared.url} readOnly />
          <div className="flex items-center justify-between gap-4">
            <p className="text-xs text-quiet">{share.expires(shared.expiresAt)}</p>
            <CopyButton text={shared.url} label={share.copy} />
          </div>
        </>
      )}
    </Dialog>
  );
}
