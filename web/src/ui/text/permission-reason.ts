import { leastRoleWith, type Permission, roles } from '@cresyl/contract/api/permissions'

/** Why a control is off and who can change that: "create projects" → a sentence. */
export function permissionReason(permission: Permission, deed: string): string {
  const role = leastRoleWith(permission)
  if (role === undefined) return `No one in this organisation may ${deed}.`
  const needed = `You need the role ${roles[role].label} to ${deed}.`
  return `${needed} An ${roles.admin.label} can give it to you.`
}
