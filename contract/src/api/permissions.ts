import { z } from './zod.ts'

export const actions = ['create', 'read', 'update', 'delete', 'download', 'upload', 'view'] as const

export const resources = [
  'annotations',
  'files',
  'inference_jobs',
  'organization_settings',
  'projects',
  'audits',
  'images',
  'predictors',
  'qc_jobs',
  'slides',
  'stainers',
  'tissues',
  'viewers',
] as const

export type Action = (typeof actions)[number]
export type Resource = (typeof resources)[number]
export type Permission = `${Action}:${Resource}`

export const roleKeys = ['guest', 'user', 'manager', 'admin'] as const
export type RoleKey = (typeof roleKeys)[number]
export const roleSchema = z.enum(roleKeys)

interface Role {
  label: string
  weight: number
  /** What this role may do beyond the one before it. */
  adds: readonly Permission[]
}

export const roles = {
  guest: {
    label: 'Guest',
    weight: 0,
    adds: [
      'read:slides',
      'read:images',
      'read:viewers',
      'view:viewers',
      'read:projects',
      'read:annotations',
      'read:tissues',
      'read:stainers',
      'read:predictors',
      'read:qc_jobs',
      'read:inference_jobs',
      'read:organization_settings',
    ],
  },
  user: {
    label: 'User',
    weight: 1,
    adds: [
      'create:files',
      'read:files',
      'update:files',
      'upload:files',
      'download:files',
      'download:images',
      'update:slides',
      'create:annotations',
      'update:annotations',
      'delete:annotations',
      'create:inference_jobs',
      'update:inference_jobs',
      'create:qc_jobs',
    ],
  },
  manager: {
    label: 'Manager',
    weight: 2,
    adds: [
      'create:projects',
      'update:projects',
      'create:tissues',
      'update:tissues',
      'create:stainers',
      'update:stainers',
      'create:predictors',
      'update:predictors',
      'update:qc_jobs',
      'read:audits',
    ],
  },
  admin: {
    label: 'Organization Admin',
    weight: 3,
    adds: [
      ...resources
        .filter((resource) => resource !== 'annotations')
        .map((resource): Permission => `delete:${resource}`),
      'update:organization_settings',
    ],
  },
} as const satisfies Record<RoleKey, Role>

const byWeight = roleKeys.toSorted((a, b) => roles[a].weight - roles[b].weight)

/** Everything the role may do, what it takes over from lower roles included. An unknown role has no rights. */
export function permissionsOf(role: string): readonly Permission[] {
  if (!isRole(role)) return []
  return byWeight
    .filter((each) => roles[each].weight <= roles[role].weight)
    .flatMap((each) => roles[each].adds)
}

export function isRole(value: string): value is RoleKey {
  return (roleKeys as readonly string[]).includes(value)
}

export function isPermission(value: unknown): value is Permission {
  if (typeof value !== 'string') return false
  const [action, resource, ...rest] = value.split(':')
  return (
    rest.length === 0 &&
    (actions as readonly string[]).includes(action ?? '') &&
    (resources as readonly string[]).includes(resource ?? '')
  )
}

/** Nothing asks for these: a program has no use for them. */
export const idlePermissions: readonly Permission[] = [
  'create:predictors',
  'delete:predictors',
  'delete:inference_jobs',
  'delete:qc_jobs',
  'delete:organization_settings',
  'delete:audits',
  'delete:viewers',
]

export const permission = z.custom<Permission>(isPermission, 'Not a permission')

/** The least role that holds the permission: who to ask for it. */
export function leastRoleWith(permission: Permission): RoleKey | undefined {
  return byWeight.find((role) => permissionsOf(role).includes(permission))
}
