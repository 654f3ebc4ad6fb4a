import { actionToManage, roleCan } from '@magpie/contract/roles';
import type { Team } from '../../../lib/api/types.ts';

type Role = Team['role'];

const roles: readonly Role[] = ['owner', 'admin', 'member', 'viewer'];

/** The roles that a member of this role may assign and manage. */
export function manageableBy(role: Role): readonly Role[] {
  return roles.filter((other) => roleCan(role, actionToManage(other)));
}
