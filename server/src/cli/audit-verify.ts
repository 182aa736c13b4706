import type { AuditVerdict } from '../domain/audit/audit-verdict.ts'
import { verifyAudits } from '../domain/audit/verify-audits.ts'
import type { Command } from './command.ts'
import { readOptions } from './usage.ts'
import { withPlatform } from './with-platform.ts'

export const auditVerify: Command = {
  name: 'audit verify',
  usage: 'audit verify',
  summary:
    'Check that no row of the audit log was changed, removed, added or cut off. Exit status 1 if one was, or if storage could not be asked.',
  run: async (words, { environment, output }) => {
    readOptions(words, {})
    const verdicts = await withPlatform(environment, verifyAudits)
    for (const verdict of verdicts) output.write(describe(verdict))
    return verdicts.every(({ faults, uncompared }) => faults.length === 0 && uncompared === null) ? 0 : 1
  },
}

function describe(verdict: AuditVerdict): string {
  const { organization, rows, seals, copied, unsealed, faults, uncompared } = verdict
  const waiting = unsealed === 0 ? '' : `, ${unsealed} not sealed yet`
  const head = `${organization}: ${rows} rows, ${seals} seals (${copied} of them also in storage)${waiting}: ${judge(verdict)}\n`
  return (
    head + [...faults, ...(uncompared === null ? [] : [uncompared])].map((line) => `  ${line}\n`).join('')
  )
}

function judge({ faults, uncompared }: AuditVerdict): string {
  if (faults.length > 0) return 'NOT WHOLE'
  return uncompared === null ? 'whole' : 'whole as far as the database can tell'
}
