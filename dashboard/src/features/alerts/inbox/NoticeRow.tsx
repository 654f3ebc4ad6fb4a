import { Link } from '@tanstack/react-router';
import {
  BadgePercent,
  Bell,
  CircleStop,
  FileInput,
  type LucideIcon,
  Rocket,
  Sparkles,
  TextSearch,
  TrendingUp,
} from 'lucide-react';
import type { RuleMatch } from '@magpie/contract';
import type { Notification } from '../../../lib/api/types.ts';
import { formatAgo } from '../../../lib/format.ts';
import { classes } from '../../../ui/classes.ts';
import { alertsCopy } from '../copy.ts';

const icons: Readonly<Record<string, LucideIcon>> = {
  new_ads: Sparkles,
  ad_stopped: CircleStop,
  reach_above: TrendingUp,
  landing_page_new: FileInput,
  copy_matches: TextSearch,
  momentum: Rocket,
  claim: BadgePercent,
};

interface NoticeRowProps {
  readonly notice: Notification;
  readonly isShown?: boolean;
  /** The filter of the current list, which the link keeps. */
  readonly unread?: true | undefined;
  readonly onOpen?: () => void;
}

export function NoticeRow({ notice, isShown = false, unread, onOpen }: NoticeRowProps) {
  const { id, type, title, readAt, createdAt } = notice;
  const Icon = icons[type] ?? Bell;
  const isUnread = readAt === null;
  return (
    <Link
      to="/alerts"
      search={{ notification: id, unread }}
      resetScroll={false}
      onClick={onOpen}
      aria-current={isShown ? 'true' : undefined}
      className={classes(
        'flex items-start gap-3 rounded-md px-3 py-2.5 -outline-offset-2',
        isShown ? 'bg-accent-soft' : 'hover:bg-sunk',
      )}
    >
      <Icon
        size={18}
        aria-hidden
        className={classes('mt-0.5 shrink-0', isUnread ? 'text-accent' : 'text-quiet')}
      />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span dir="auto" className={classes('line-clamp-2', isUnread && 'font-semibold')}>
          {title}
        </span>
        <span className="flex gap-1 text-xs text-quiet">
          <span className="min-w-0 truncate">{noticeFacts(notice).ruleName}</span>
          <span aria-hidden>·</span>
          <span className="shrink-0">{formatAgo(createdAt)}</span>
        </span>
      </span>
      {isUnread && (
        <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent">
          <span className="sr-only">{alertsCopy.inbox.unread}</span>
        </span>
      )}
    </Link>
  );
}

/** The data of a notification; one without a rule has none of them. */
export function noticeFacts({ data, adHashes }: Pick<Notification, 'data' | 'adHashes'>) {
  const match = isRuleMatch(data) ? data : undefined;
  const { webhook, unknownRule } = alertsCopy.inbox;
  return {
    ruleName: match?.ruleName ?? ('webhookId' in data ? webhook : unknownRule),
    adCount: match?.adCount ?? adHashes.length,
    companyCount: match?.companyCount ?? match?.companies.length ?? 0,
    companies: match?.companies ?? [],
    landingPages: match?.event === 'landing_page_new' ? match.landingPages : [],
  };
}

function isRuleMatch(data: Notification['data']): data is RuleMatch {
  return 'ruleName' in data && 'companies' in data;
}
