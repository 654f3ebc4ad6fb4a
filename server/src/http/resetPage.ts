import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MagpieError } from '../kernel/errors.ts';
import { html } from '../kernel/html.ts';
import { type SigningIn, visitorOf } from './auth.ts';
import type { Authentication } from './authentication.ts';
import { fieldOf, mountFormPages } from './formPages.ts';
import { sendNotice } from './notice.ts';
import { refuseOtherOrigins } from './sameOrigin.ts';

const address = '/reset-password';

interface Link {
  readonly Querystring: { readonly token?: unknown };
}

/** `/reset-password?token=…`: what the link of a mail opens, by which a password is set. */
export function mountResetPage(
  app: FastifyInstance,
  { publicUrl }: Pick<Authentication, 'publicUrl'>,
  { desk }: Pick<SigningIn, 'desk'>,
): void {
  mountFormPages(app, (pages) => {
    pages.get<Link>(address, (_request, reply) =>
      sendForm(reply, 200, 'It is for the address that this link was sent to, and ends all its sessions.'),
    );
    pages.post<Link>(address, async (request, reply) => {
      refuseOtherOrigins(request, publicUrl);
      try {
        await desk.submit('reset-password', orderIn(request), visitorOf(request, null));
      } catch (error) {
        // A password that is too short can be given again; a link that is used up cannot.
        if (!(error instanceof MagpieError) || error.issues === undefined) throw error;
        return sendForm(reply, error.httpStatus, error.message);
      }
      const sentence = 'You can sign in with it now.';
      return sendNotice(reply, { status: 200, heading: 'Your password is set', sentence });
    });
  });
}

function orderIn(request: FastifyRequest<Link>): object {
  return { token: request.query.token, newPassword: fieldOf(request, 'newPassword') };
}

function sendForm(reply: FastifyReply, status: number, sentence: string): FastifyReply {
  return sendNotice(reply, {
    status,
    heading: 'Set a new password',
    sentence,
    form: html`<form method="post">
      <label
        >New password, 10 to 200 characters
        <input
          type="password"
          name="newPassword"
          required
          minlength="10"
          maxlength="200"
          autocomplete="new-password"
      /></label>
      <button>Set it</button>
    </form>`,
  });
}
