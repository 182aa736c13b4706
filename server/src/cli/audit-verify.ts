import { type AuditVerdict, verifyAudits } from '../domain/audit/verify-audits.ts'
import type { Command } from './command.ts'
import { readOptions } from './usage.ts'
import { withPlatform } from './with-platform.ts'

export const auditVerify: Command = {
  name: 'audit verify',
  usage: 'audit verify',
  summary:
    'Check that no row of the audit log was changed, removed, added or cut off. Exit status 1 if one was.',
  run: async (words) => {
    readOptions(words, {})
    const verdicts = await withPlatform(verifyAudits)
    for (const verdict of verdicts) process.stdout.write(describe(verdict))
    return verdicts.every(({ faults }) => faults.length === 0) ? 0 : 1
  },
}

function describe({ organization, rows, seals, journalled, unsealed, faults }: AuditVerdict): string {
  const waiting = unsealed === 0 ? '' : `, ${unsealed} not sealed yet`
  const head = `${organization}: ${rows} rows, ${seals} seals (${journalled} of them also outside the database)${waiting}: ${faults.length === 0 ? 'whole' : 'NOT WHOLE'}\n`
  return head + faults.map((fault) => `  ${fault}\n`).join('')
}
