import { z } from 'zod';
import { exactlyOne, noInput, parameters } from './input.ts';
import { mutation, query } from './procedure.ts';
import { Member, Success, Team } from './records.ts';
import { email, fields, id, name, role, slug, text } from './values.ts';

const aliases = { teamId: 'id' };

export const teams = {
  list: query({
    summary: "List the caller's teams, and those that the caller is invited to.",
    access: 'read',
    limit: 'read',
    input: noInput,
    output: z.array(Team),
  }),

  get: query({
    summary: 'Get a team and its members.',
    access: 'read',
    limit: 'read',
    refuses: [404],
    input: parameters(fields({ id }), aliases),
    output: Team.extend({ members: z.array(Member) }),
  }),

  create: mutation({
    summary: 'Create a team, owned by the caller.',
    access: 'write',
    limit: 'write',
    input: parameters(fields({ name, slug: slug.optional() })),
    output: Team,
  }),

  update: mutation({
    summary: "Change a team's name or slug.",
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: parameters(fields({ id, name: name.optional(), slug: slug.optional() }), aliases),
    output: Team,
  }),

  delete: mutation({
    summary: 'Delete a team; its boards go to their authors.',
    access: 'write',
    limit: 'write',
    destroys: true,
    refuses: [404],
    input: parameters(fields({ id }), aliases),
    output: Success,
  }),

  listMembers: query({
    summary: 'List the members of a team and those invited.',
    access: 'read',
    limit: 'read',
    refuses: [404],
    input: parameters(fields({ id }), aliases),
    output: z.array(Member),
  }),

  inviteByEmail: mutation({
    summary: 'Invite somebody to a team by e-mail.',
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: parameters(fields({ id, email, role: role.default('member') }), aliases),
    output: Member.extend({
      invitationUrl: z
        .url()
        .nullable()
        .describe(
          'A link to hand to the invited person where mail does not reach them. Shown in this answer only; null for somebody who is a member already.',
        ),
    }),
  }),

  removeMember: mutation({
    summary: "Remove a member or an invitation from a team, leave it, or decline one's own invitation.",
    access: 'write',
    limit: 'write',
    destroys: true,
    refuses: [404],
    input: parameters(
      exactlyOne(
        'userId',
        'email',
        fields({ id, userId: text({ max: 255 }).optional(), email: email.optional() }),
      ),
      aliases,
    ),
    output: Success,
  }),

  setRole: mutation({
    summary: 'Change what a member may do in a team.',
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: parameters(fields({ id, userId: text({ max: 255 }), role }), aliases),
    output: Member,
    extension: true,
  }),

  acceptInvitation: mutation({
    summary: 'Join the team that an invitation is for, as the person who is invited.',
    access: 'write',
    limit: 'write',
    refuses: [404],
    input: parameters(
      exactlyOne(
        'token',
        'id',
        fields({
          token: text({ max: 255 }).optional().describe('The end of the link of the invitation.'),
          id: id
            .optional()
            .describe(
              'A team that teams.list shows with status invited; for callers whose e-mail address is verified.',
            ),
        }),
      ),
      aliases,
    ),
    output: Team,
    extension: true,
  }),
};
