import { actToManage, may } from '@magpie/contract/roles';
import type { Team } from '../../../api/types.ts';

type Role = Team['role'];

const roles: readonly Role[] = ['owner', 'admin', 'member', 'viewer'];

/** The roles that somebody of this role may give, and whose holders they may change. */
export function manageableBy(role: Role): readonly Role[] {
  return roles.filter((other) => may(role, actToManage(other)));
}
