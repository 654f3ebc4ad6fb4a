import { z } from 'zod';
import { exactlyOne, mutation, noInput, parameters, query } from '../procedure.ts';
import { missingResource } from '../records/errorDetails.ts';
import { Success } from '../records/common.ts';
import { Member, Team } from '../records/people.ts';
import { email, fields, id, name, role, slug, text } from '../values/fields.ts';

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
    output: Team.extend({ members: z.array(Member) }),
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
          token: text({ max: 255 }).optional().describe('The last part of the invitation link.'),
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
