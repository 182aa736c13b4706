import { readFile } from 'node:fs/promises'
import type { Seal } from '../domain/audit/seal.ts'
import { readCopies } from '../domain/audit/seal-copies.ts'
import { type AuditVerdict, verifyAudits } from '../domain/audit/verify-audits.ts'
import type { Command } from './command.ts'
import { readOptions, UsageError } from './usage.ts'
import { withPlatform } from './with-platform.ts'

export const auditVerify: Command = {
  name: 'audit verify',
  usage: 'audit verify [--against FILE]',
  summary:
    'Check that no row of the audit log was changed, removed, added or cut off, with --against also by seals that `audit seals` printed. Exit status 1 if one was, or if storage could not be asked.',
  run: async (words, { environment, output }) => {
    const { against } = readOptions(words, { against: 'text' })
    const kept = against === undefined ? [] : await readKept(against)
    const verdicts = await withPlatform(environment, (context) => verifyAudits(context, kept))
    for (const verdict of verdicts) output.write(describe(verdict))
    return verdicts.every(({ faults, uncompared }) => faults.length === 0 && uncompared === null) ? 0 : 1
  },
}

/** Any number of lines, of any number of times. */
async function readKept(path: string): Promise<Seal[]> {
  const content = await readFile(path).catch((error) => {
    throw new UsageError(`${path} cannot be read: ${error.message}`)
  })
  try {
    return readCopies(content)
  } catch {
    throw new UsageError(`${path} has lines that “audit seals” did not print.`)
  }
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
  return uncompared === null ? 'whole' : 'intact as far as the database shows'
}
