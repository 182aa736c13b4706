import { recordAudit } from '../../server/src/domain/audit/record.ts'
import { sealAudits } from '../../server/src/domain/audit/seal-audits.ts'
import { verifyOrganizationAudits } from '../../server/src/domain/audit/verify-audits.ts'
import { parseConfig } from '../../server/src/platform/config/config.ts'
import { listenedTx, type Owner } from '../../server/src/platform/db/test-owner.ts'
import { openLog } from '../../server/src/platform/log.ts'
import { openContext } from '../../server/src/platform/open-context.ts'
import { idOf } from '../lists/seed.ts'
import type { BenchPostgres } from '../support/postgres.ts'
import { processorTime } from '../support/process-tree.ts'
import { processorOf } from '../support/processor.ts'
import { seeded } from './seed.ts'

const rounds = 5

/** CPU µs of the database for a row of the audit log, as the code writes it: the median of some rounds. */
export async function costOfInsert(owner: Owner, rows: number): Promise<number> {
  const { rows: found } = await owner.query('select pg_backend_pid() as pid')
  const tx = listenedTx(owner, () => {})
  const costs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = await processorTime(found[0].pid)
    await owner.query('begin')
    for (let n = 0; n < rows; n += 1)
      await recordAudit(tx, {
        organizationId: seeded.home,
        event: 'slide.viewed',
        occurredAt: new Date(),
        userId: idOf('user', 1 + (n % 40)),
        subjectId: idOf('slide', 1 + n),
        details: { bytes: n },
      })
    await owner.query('commit')
    costs.push(((await processorTime(found[0].pid)) - before) * (1000 / rows))
  }
  return costs.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
}

/** CPU µs that verifying takes for a row: of this process and of the database. Throws where the log is found not to be whole. */
export async function costOfVerifying(
  { url, pid }: BenchPostgres,
  folder: string,
): Promise<{ microseconds: number; rows: number }> {
  const config = parseConfig({ CRESYL_DATA_DIR: folder, CRESYL_DEMO: 'false', DATABASE_URL: url }, folder)
  const { context, close } = await openContext({
    config,
    databaseUrl: url,
    log: openLog({ level: 'silent' }),
  })
  try {
    for (let sealed = 1; sealed > 0; )
      sealed = (await sealAudits(context)).filter(
        ({ organizationId }) => organizationId === seeded.sealed,
      ).length
    const before = await processorTime(pid)
    let rows = 0
    const ours = await processorOf(async () => {
      const verdict = await verifyOrganizationAudits(context, { id: seeded.sealed, name: 'sealed' })
      if (verdict.faults.length > 0 || verdict.seals < 2 || verdict.unsealed > 0)
        throw new Error(`The log should be whole: ${JSON.stringify(verdict)}`)
      rows = verdict.rows
    })
    return { microseconds: ((ours + (await processorTime(pid)) - before) * 1000) / rows, rows }
  } finally {
    await close()
  }
}
