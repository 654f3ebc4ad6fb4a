import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Section } from '../../ui/Page.tsx';
import { type QueryState, QueryView } from '../../ui/QueryView.tsx';
import { Empty, Loading, Skeleton } from '../../ui/states.tsx';
import { settingsCopy } from './copy.ts';
import { uiCopy } from '../../ui/copy.ts';

export function Rows({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul aria-label={label} className="flex flex-col divide-y rounded-md border">
      {children}
    </ul>
  );
}

interface ListRowProps {
  readonly title: ReactNode;
  readonly marks?: ReactNode;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function ListRow({ title, marks, about, actions, children }: ListRowProps) {
  return (
    <li className="flex flex-col gap-2 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-48 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold">{title}</span>
            {marks}
          </div>
          {about !== undefined && <div className="text-xs text-quiet">{about}</div>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </li>
  );
}

interface QueryRowsProps<Item> {
  readonly label: string;
  readonly query: QueryState<readonly Item[]>;
  readonly loading: string;
  /** While loading; default 3. */
  readonly rowCount?: number | undefined;
  readonly empty?: ReactNode;
  readonly children: (item: Item) => ReactNode;
}

export function QueryRows<Item>(props: QueryRowsProps<Item>) {
  const { label, query, loading, rowCount, empty, children } = props;
  return (
    <QueryView query={query} loading={<RowsSkeleton label={loading} rowCount={rowCount} />} empty={empty}>
      {(list) => <Rows label={label}>{list.map(children)}</Rows>}
    </QueryView>
  );
}

type RowsSkeletonProps = Pick<QueryRowsProps<unknown>, 'label' | 'rowCount'>;

export function RowsSkeleton({ label, rowCount = 3 }: RowsSkeletonProps) {
  return (
    <Loading label={label}>
      <div className="flex flex-col divide-y rounded-md border">
        {Array.from({ length: rowCount }, (_, row) => (
          <div key={row} className="flex h-14 items-center justify-between gap-3 px-3">
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-8 w-20" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

interface ListSectionProps<Item> extends Omit<QueryRowsProps<Item>, 'label' | 'empty'> {
  readonly title: string;
  readonly about: ReactNode;
  readonly icon: LucideIcon;
  readonly empty: string;
  /** The label of a button below the empty message, or beside the title. */
  readonly add?: string;
  readonly onAdd?: () => void;
}

export function ListSection<Item>(props: ListSectionProps<Item>) {
  const { title, about, icon: Icon, empty, add, onAdd, ...rows } = props;
  const button = add !== undefined && (
    <Button variant="primary" onClick={onAdd}>
      {add}
    </Button>
  );
  return (
    <Section title={title} about={about} actions={rows.query.data?.length !== 0 && button}>
      <QueryRows
        {...rows}
        label={title}
        empty={
          <Empty icon={<Icon size={24} aria-hidden />} action={button}>
            {empty}
          </Empty>
        }
      />
    </Section>
  );
}

interface SecretProps {
  readonly title: string;
  readonly secret: string;
  readonly copyLabel: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

export function Secret({ title, secret, copyLabel, children, onClose }: SecretProps) {
  return (
    <Dialog open onOpenChange={onClose} title={title} description={settingsCopy.page.secretText}>
      <Code>{secret}</Code>
      {children}
      <DialogActions>
        <CopyButton text={secret} label={copyLabel} />
        <Button variant="primary" onClick={onClose}>
          {uiCopy.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export function Code({ children }: { readonly children: string }) {
  return (
    <pre className="rounded-md bg-sunk p-3 font-mono text-xs break-all whitespace-pre-wrap select-all">
      {children}
    </pre>
  );
}
