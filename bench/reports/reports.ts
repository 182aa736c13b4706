import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { root } from '../../launch/places.js'
import { keepSums } from '../../server/src/domain/analytics/keep-sums.ts'
import { openDatabase } from '../../server/src/platform/db/database.ts'
import { connectOwner } from '../../server/src/platform/db/test-owner.ts'
import { measure } from '../lists/statements.ts'
import type { Benchmark } from '../support/benchmark.ts'
import type { Figure } from '../support/figures.ts'
import { startPostgres } from '../support/postgres.ts'
import { costOfInsert, costOfVerifying } from './audits.ts'
import { questions } from './questions.ts'
import { seedAudits, seeded, seedReports } from './seed.ts'

const explainedFile = join(root, 'bench', 'results', 'reports-explained.txt')
/** Rows of the audit log that are written to tell what one costs. */
const inserted = 5000

export const reports: Benchmark = {
  about: `what reports cost the database with ${seeded.slides + seeded.checks + seeded.runs} jobs and ${seeded.audits} rows of the audit log`,
  run: async (stage) => {
    await stage.requireSpace(12e9)
    const postgres = await startPostgres(stage)
    const owner = await connectOwner(postgres.url)
    stage.onEnd(() => owner.end())
    await seedReports(owner, stage.say)
    const whenEmpty = await costOfInsert(owner, inserted)
    await seedAudits(owner, stage.say)

    stage.say('adding up months')
    const database = openDatabase({ url: postgres.url })
    await keepSums({ database, clock: { now: () => new Date() } })
    await database.close()
    await owner.query('vacuum analyze report_sums')

    const figures: Figure[] = []
    const explained: string[] = []
    for (const question of questions) {
      const { milliseconds, explained: plan } = await measure(owner, question)
      figures.push({ name: question.name, value: milliseconds, unit: 'ms', atMost: question.atMost })
      explained.push(`${'='.repeat(20)} ${question.name}: ${milliseconds.toFixed(1)} ms\n\n${plan}`)
    }
    await writeFile(explainedFile, `${explained.join('\n\n')}\n`)
    stage.say(`how the database goes about each is in ${relative(root, explainedFile)}`)

    const whenFull = await costOfInsert(owner, inserted)
    figures.push(
      { name: 'Audit row, into an empty log', value: whenEmpty, unit: 'CPU µs' },
      { name: 'Audit row, into a full log', value: whenFull, unit: 'CPU µs' },
      { name: 'Audit row, full to empty', value: whenFull / whenEmpty, unit: '×', atMost: 1.5 },
    )
    stage.say('sealing and verifying')
    const { microseconds, rows } = await costOfVerifying(postgres, stage.folder)
    figures.push({
      name: `Verifying ${rows} sealed rows`,
      value: microseconds,
      unit: 'CPU µs a row',
      atMost: 20,
    })
    return { figures }
  },
}
