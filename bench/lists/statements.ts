import type { Work } from '../../server/src/domain/work.ts'
import { listenedTx, type Owner } from '../../server/src/platform/db/test-owner.ts'
import type { Question } from './questions.ts'

interface Statement {
  sql: string
  values: unknown[]
}

export interface Measured {
  /** Of all statements together, in milliseconds: the median of the runs. */
  milliseconds: number
  /** How the database goes about each. */
  explained: string
}

const runs = 7

/** What the question asks of the database, each statement explained while it runs, as the app role in the organisation. */
export async function measure(owner: Owner, question: Question): Promise<Measured> {
  await owner.query(`begin; set local role cresyl_app; set local app.organization_id = '${question.member.organizationId}';
    set local app.user_id = '${question.member.userId}'; set local app.deleted = '${question.deleted ? 'shown' : ''}'`)
  try {
    const statements = await statementsOf(owner, question)
    // The first one warms up what is read.
    await timeOf(owner, statements)
    const times: number[] = []
    for (let run = 0; run < runs; run += 1) times.push(await timeOf(owner, statements))
    const milliseconds = times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN
    return { milliseconds, explained: await explain(owner, statements) }
  } finally {
    await owner.query('rollback')
  }
}

async function statementsOf(owner: Owner, { member, ask }: Question): Promise<Statement[]> {
  const statements: Statement[] = []
  // What is set holds for all that follows in the transaction, and can't be explained.
  const tx = listenedTx(owner, (sql, values) => {
    if (!/^\s*set local/i.test(sql)) statements.push({ sql, values })
  })
  const work: Work = { tx, member, now: new Date() }
  await ask(work)
  return statements
}

interface Plan {
  'Planning Time': number
  'Execution Time': number
}

async function timeOf(owner: Owner, statements: readonly Statement[]): Promise<number> {
  let milliseconds = 0
  for (const { sql, values } of statements) {
    const { rows } = await owner.query(
      `explain (analyze, buffers, timing off, format json) ${sql}`,
      values as string[],
    )
    const [plan] = rows[0]['QUERY PLAN'] as [Plan]
    milliseconds += plan['Planning Time'] + plan['Execution Time']
  }
  return milliseconds
}

async function explain(owner: Owner, statements: readonly Statement[]): Promise<string> {
  const plans: string[] = []
  for (const { sql, values } of statements) {
    const { rows } = await owner.query(`explain (analyze, buffers) ${sql}`, values as string[])
    plans.push(`${sql.trim()}\n${rows.map((row) => `    ${row['QUERY PLAN']}`).join('\n')}`)
  }
  return plans.join('\n\n')
}
