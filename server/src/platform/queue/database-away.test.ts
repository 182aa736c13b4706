import { expect, test } from 'vitest'
import { parseConfig } from '../config/config.ts'
import { openContext } from '../open-context.ts'
import { openCutConnection } from './test-support/cut-connection.ts'
import { hastyTimings, openTestQueue } from './test-support/test-queue.ts'

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('a worker outlives the database: what runs goes on and is settled once, and new jobs are taken up', async () => {
  const queue = await openTestQueue(hastyTimings)
  const connection = await openCutConnection(queue.databaseUrl)
  const environment = { CRESYL_DATA_DIR: queue.folder, CRESYL_DEMO: 'false', DATABASE_URL: connection.url }
  const { context, close } = await openContext({
    config: parseConfig(environment, queue.folder),
    databaseUrl: connection.url,
    log: queue.context.log,
  })
  const ran: string[] = []
  const end = Promise.withResolvers<void>()
  let goOn = () => end.promise
  const worker = await queue.start({
    context,
    server: { slots: 2 },
    handlers: {
      work: async (job) => {
        ran.push(job.id)
        await goOn()
        return { message: 'done' }
      },
    },
  })
  const first = await queue.send()
  await queue.untilState(first, 'running')
  await connection.cut()
  const second = await queue.send()
  end.resolve()
  await queue.untilLogged('the outcome could not be written')
  expect((await queue.read(first)).state).toBe('running')
  await connection.mend()
  expect(await queue.untilState(first, 'succeeded')).toMatchObject({ attempt: 1 })
  expect(await queue.untilState(second, 'succeeded')).toMatchObject({ attempt: 1 })
  expect(ran).toEqual([first, second])

  goOn = () => new Promise(() => {})
  const third = await queue.send()
  await queue.untilState(third, 'running')
  await connection.cut()
  const leaving = performance.now()
  await worker.drain(100)
  expect(performance.now() - leaving).toBeLessThan(25_000)
  await close()
  await queue.close()
}, 60_000)

test('a handler that fails because the database is away costs its job no attempt, unless that never ends', async () => {
  const queue = await openTestQueue(hastyTimings)
  await queue.start({
    handlers: {
      once: async ({ attempt }) => {
        if (attempt === 1) throw refused()
        return { message: 'done' }
      },
      always: async () => {
        throw refused()
      },
    },
  })
  const once = await queue.send({ kind: 'once', maxAttempts: 1 })
  const always = await queue.send({ kind: 'always', maxAttempts: 1 })
  expect(await queue.untilState(once, 'succeeded')).toMatchObject({ attempt: 2, maxAttempts: 2 })
  expect(await queue.untilState(always, 'failed')).toMatchObject({ attempt: 6, maxAttempts: 6 })
  await queue.close()
}, 60_000)
