import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MagpieError } from '@magpie/contract/errors';
import type { GetImage } from '../../integrations/images/imageProxy.ts';
import type { createPublicReports } from '../../reports/publicReports.ts';
import { addressBucket } from '../middleware/authenticate.ts';
import { abortOnDisconnect } from '../middleware/connections.ts';
import { prepareError, sendError } from '../middleware/errors.ts';
import { limitAddress, type RateLimits } from '../middleware/rateLimit.ts';

export type PublicReports = ReturnType<typeof createPublicReports>;

export const publicReportRoutes = ['/r/:file', '/r/:file/pictures/:place'] as const;

type PageRequest = FastifyRequest<{ Params: { file: string } }>;

/** Reports that were shared by link: `/r/<token>`, `.md`, `.json`, and their pictures. */
export function mountPublicReports(
  app: FastifyInstance,
  limits: RateLimits,
  { reports, showPicture }: { readonly reports: PublicReports; readonly showPicture: GetImage },
): void {
  const preHandler = limitAddress(limits, 'pages were requested');
  app.get<{ Params: { file: string } }>(
    publicReportRoutes[0],
    {
      preHandler,
      errorHandler: (error, request, reply) => void sendErrorPage(reports, error, request, reply),
    },
    async (request, reply) => {
      const { token, form } = parseFile(request);
      const report = await reports.find(token);
      if (report === null || !report.hasPage) throw notFound();
      setPrivate(reply);
      if (form === '.md') return reply.type('text/markdown; charset=utf-8').send(report.markdown());
      if (form === '.json') return reply.type('application/json; charset=utf-8').send(report.json());
      setPageHeaders(reports, reply);
      return reply.type('text/html; charset=utf-8').send(await report.html());
    },
  );
  app.get<{ Params: { file: string; place: string } }>(
    publicReportRoutes[1],
    { preHandler },
    async (request, reply) => {
      const { file, place } = request.params;
      const report = /^\d{1,3}$/.test(place) ? await reports.find(file) : null;
      const address = report?.picture(Number(place)) ?? null;
      if (address === null) throw notFound();
      const picture = await showPicture({
        address,
        width: 640,
        userId: `visitor ${addressBucket(request.ip)}`,
        signal: abortOnDisconnect(reply),
      });
      setPrivate(reply)
        .header('Cache-Control', `private, max-age=${pictureSeconds}`)
        .header('Content-Security-Policy', "default-src 'none'; sandbox")
        // Mail programs show them on pages of their own.
        .header('Cross-Origin-Resource-Policy', 'cross-origin');
      return reply.type('image/webp').send(picture);
    },
  );
}

const pictureSeconds = 3600;

function parseFile({ params: { file } }: PageRequest) {
  const form = /\.(?:md|json)$/.exec(file)?.[0] ?? '';
  return { token: file.slice(0, file.length - form.length), form };
}

function notFound(): MagpieError {
  return new MagpieError(
    'NOT_FOUND',
    'There is no report at this address: the link has expired or was revoked.',
  );
}

/** A link may be revoked at any time, so nothing is cached. */
function setPrivate(reply: FastifyReply): FastifyReply {
  return reply.header('Cache-Control', 'private, no-store').header('X-Robots-Tag', 'noindex, nofollow');
}

function setPageHeaders(reports: PublicReports, reply: FastifyReply): void {
  reply
    .header('Content-Security-Policy', reports.contentSecurityPolicy)
    .header('Referrer-Policy', 'no-referrer')
    .header('Cross-Origin-Opener-Policy', 'same-origin');
}

function sendErrorPage(
  reports: PublicReports,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  setPrivate(reply);
  if (parseFile(request as PageRequest).form !== '') return sendError(thrown, request, reply);
  const error = prepareError(thrown, request, reply);
  setPageHeaders(reports, reply);
  const heading = error.httpStatus === 404 ? 'Report not found' : 'Something went wrong';
  return reply.type('text/html; charset=utf-8').send(reports.noticeHtml(heading, error.message));
}
