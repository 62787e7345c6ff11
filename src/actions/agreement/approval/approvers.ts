import { resolveRights } from '../../../domain/people/role.ts';
import type { Sql } from '../../../store/database.ts';
import { listMembers, type MemberRow, toRights } from '../../../store/tables/person/users.ts';

/** Lists the members who may approve: owners, and those whom an owner has given the right. */
export async function listApprovers(sql: Sql, accountId: string): Promise<MemberRow[]> {
  const members = await listMembers(sql, accountId);
  return members.filter((member) => resolveRights(member.role, toRights(member)).mayApprove);
}
