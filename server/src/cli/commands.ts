import { auditSeals } from './audit-seals.ts'
import { auditVerify } from './audit-verify.ts'
import type { Command } from './command.ts'
import { doctor } from './doctor.ts'
import { importSlides } from './import.ts'
import { keysList, keysRotate } from './keys.ts'
import { migrateDatabase } from './migrate.ts'
import { orgAdd } from './org-add.ts'
import { orgExternalId } from './org-external-id.ts'
import { orgQuota } from './org-quota.ts'
import { token } from './token.ts'
import { userAdd } from './user-add.ts'
import { userSuperadmin } from './user-superadmin.ts'

export const commands: Command[] = [
  token,
  orgAdd,
  orgExternalId,
  orgQuota,
  userAdd,
  userSuperadmin,
  importSlides,
  migrateDatabase,
  auditVerify,
  auditSeals,
  doctor,
  keysRotate,
  keysList,
]

export function usage(): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  return [
    'Usage: npm run --silent cli -- <command> [options]',
    '',
    ...lines,
    '',
    'Add --help to a command to see its options.',
  ].join('\n')
}
