import type { Report } from '@magpie/contract';
import { writeJson } from '../integrations/json.ts';
import type { Postgres } from '../db/postgres/postgres.ts';
import { verifySignedText } from '../rpc/signedText.ts';
import { listPictures } from './buildReport.ts';
import { reportHtml, reportNoticeHtml, reportSecurityPolicy } from './reportHtml.ts';
import { reportMarkdown } from './reportMarkdown.ts';
import { sharePurpose } from './reports.ts';
import * as sql from './reports.sql.ts';

interface PublicReportsParts {
  readonly db: Postgres;
  readonly secret: string;
  readonly now: () => Date;
}

/** Reports that are shared by link. */
export function createPublicReports({ db, secret, now }: PublicReportsParts) {
  return {
    contentSecurityPolicy: reportSecurityPolicy,
    noticeHtml: reportNoticeHtml,
    /** Null if the signature is wrong, or the link expired or was revoked. */
    find: async (token: string) => {
      const id = verifySignedText(secret, sharePurpose, token, now());
      const share = id === null ? undefined : await sql.findShare(db, Number(id), now());
      return share === undefined ? null : view(db, share, token);
    },
  };
}

type Share = NonNullable<Awaited<ReturnType<typeof sql.findShare>>>;

function view(db: Postgres, share: Share, token: string) {
  const { report, hasPage, expiresAt } = share;
  const pictures = listPictures(report);
  // Relative to `/r/`, so that it works under any base URL.
  const pictureOf = (url: string): string | null => {
    const place = pictures.indexOf(url);
    return place === -1 ? null : `${token}/pictures/${place}`;
  };
  return {
    hasPage,
    html: async () => reportHtml(report, { expiresAt, pictureOf, logo: await findLogo(db, share) }),
    markdown: () => reportMarkdown(report, () => null),
    json: () => writeJson(removeIds(report)),
    /** The address of a picture at its source. */
    picture: (place: number): string | null => pictures[place] ?? null,
  };
}

/** The logo that the sharer has now, unless the report is by somebody else: the board may have changed its team. */
async function findLogo(db: Postgres, { report, userId }: Share): Promise<string | null> {
  const { name, logo } = await sql.findSharer(db, userId, report.boardId);
  return name === report.by ? logo : null;
}

/** Ids of boards say nothing to a visitor. */
function removeIds({ boardId: _boardId, ...report }: Report) {
  return report;
}
