import { z } from 'zod';
import { exactlyOne, mutation, noInput, parameters, query } from '../procedure.ts';
import { missingResource } from '../records/errorDetails.ts';
import { Success } from '../records/common.ts';
import { InviteLink, Member, Team } from '../records/people.ts';
import { choice, email, fields, flag, id, name, role, slug, text, wholeNumber } from '../values/fields.ts';
import { logo, logoFile, logoUpload } from '../values/logo.ts';

const aliases = { teamId: 'id' };

export const teams = {
  list: query({
    summary: "List the caller's teams and pending invitations.",
    input: noInput,
    output: z.array(Team),
  }),

  get: query({
    summary: 'Get a team and its members.',
    errors: missingResource,
    input: parameters(fields({ id }), aliases),
    output: Team.extend({ logo, members: z.array(Member) }),
  }),

  create: mutation({
    summary: 'Create a team, owned by the caller.',
    input: parameters(fields({ name, slug: slug.optional() })),
    output: Team,
  }),

  update: mutation({
    summary: "Change a team's name or slug.",
    errors: missingResource,
    input: parameters(fields({ id, name: name.optional(), slug: slug.optional() }), aliases),
    output: Team,
  }),

  setLogo: mutation({
    summary: "Set or remove a team's logo for its public boards and shared reports.",
    errors: missingResource,
    input: parameters(fields({ id, file: logoFile }), aliases),
    output: z.strictObject({ logo }),
    ...logoUpload,
    extension: true,
  }),

  delete: mutation({
    summary: 'Delete a team; its boards pass to their authors.',
    isDestructive: true,
    errors: missingResource,
    input: parameters(fields({ id }), aliases),
    output: Success,
  }),

  listMembers: query({
    summary: 'List the members and invitations of a team.',
    errors: missingResource,
    input: parameters(fields({ id }), aliases),
    output: z.array(Member),
  }),

  inviteByEmail: mutation({
    summary: 'Invite somebody to a team by e-mail.',
    errors: missingResource,
    input: parameters(fields({ id, email, role: role.default('member') }), aliases),
    output: Member.extend({
      invitationUrl: z
        .url()
        .nullable()
        .describe(
          'A link to pass on if mail does not arrive. Only in this response; null for an existing member.',
        ),
    }),
  }),

  listInviteLinks: query({
    summary: 'List the invite links of a team that have not expired.',
    errors: missingResource,
    input: parameters(fields({ id }), aliases),
    output: z.array(InviteLink),
    extension: true,
  }),

  createInviteLink: mutation({
    summary: 'Create a link by which anyone who has it can join a team.',
    errors: missingResource,
    returnsSecret: true,
    input: parameters(
      fields({
        id,
        role: choice(['admin', 'member', 'viewer']).default('member'),
        singleUse: flag.default(false).describe('true: the first person who joins by it ends it.'),
        expiresInDays: wholeNumber(1, 30).default(7),
      }),
      aliases,
    ),
    output: InviteLink.extend({ url: z.url().describe('Only in this response.') }),
    extension: true,
  }),

  revokeInviteLink: mutation({
    summary: 'Revoke an invite link; members who joined by it stay.',
    isDestructive: true,
    errors: missingResource,
    input: parameters(fields({ id, linkId: id }), aliases),
    output: Success,
    extension: true,
  }),

  removeMember: mutation({
    summary: 'Remove a member or an invitation from a team, leave a team, or decline an invitation.',
    isDestructive: true,
    errors: missingResource,
    input: parameters(
      exactlyOne(
        ['userId', 'email'],
        fields({ id, userId: text({ max: 255 }).optional(), email: email.optional() }),
      ),
      aliases,
    ),
    output: Success,
  }),

  setRole: mutation({
    summary: "Change a member's role in a team.",
    errors: missingResource,
    input: parameters(fields({ id, userId: text({ max: 255 }), role }), aliases),
    output: Member,
    extension: true,
  }),

  acceptInvitation: mutation({
    summary: 'Accept an invitation to a team.',
    errors: missingResource,
    input: parameters(
      exactlyOne(
        ['token', 'id'],
        fields({
          token: text({ max: 255 })
            .optional()
            .describe('The last part of the link of an invitation or of an invite link.'),
          id: id
            .optional()
            .describe('A team with status invited in teams.list; requires a verified e-mail address.'),
        }),
      ),
      aliases,
    ),
    output: Team,
    extension: true,
  }),
};
