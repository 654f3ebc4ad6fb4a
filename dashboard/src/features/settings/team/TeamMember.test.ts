import { expect, test } from 'vitest';
import { manageableBy } from './TeamMember.tsx';

test('owners manage everyone, admins manage members and viewers, others nobody', () => {
  expect(manageableBy('owner')).toEqual(['owner', 'admin', 'member', 'viewer']);
  expect(manageableBy('admin')).toEqual(['member', 'viewer']);
  expect(manageableBy('member')).toEqual([]);
  expect(manageableBy('viewer')).toEqual([]);
});
