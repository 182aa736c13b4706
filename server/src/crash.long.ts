import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crashWhileWriting, victims } from './test-crash.ts'
import { makeProductPlace, type ProductPlace } from './test-product.ts'

const rounds = 10
let place: ProductPlace

beforeAll(async () => {
  place = await makeProductPlace()
})

afterAll(async () => {
  await place.remove()
})

describe('kill -9 during writes, on one data folder', () => {
  for (const victim of victims) {
    test.for(Array.from({ length: rounds }, (_, round) => round + 1))(
      `of the ${victim}, round %i: no acknowledged write is lost and the product goes on`,
      async (round, { task }) => {
        const acknowledged = await crashWhileWriting(place, [victim], `${victim} ${round}`)
        Object.assign(task.meta, { acknowledged })
        expect(acknowledged).toBeGreaterThan(0)
      },
    )
  }
})

test('kill -9 of the supervisor under npm start: it answers again by itself', async ({ task }) => {
  const file = (path: string) => new URL(path, import.meta.url).href
  const program = fileURLToPath(new URL('./main.ts', import.meta.url))
  const launcher = `
    import { runServer } from '${file('../../launch/server-process.js')}'
    import { createSteps } from '${file('../../launch/steps.js')}'
    const args = ['--no-warnings', '${program}']
    process.exitCode = await runServer({ node: process.execPath, args, cwd: process.cwd(), env: process.env,
      steps: createSteps(process.stdout), logFile: undefined })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', launcher], {
    env: { PATH: process.env.PATH, ...place.environment },
    cwd: place.dataDir,
    stdio: 'ignore',
  })
  const answers = () =>
    fetch(`http://localhost:${place.port}/readyz`).then(
      ({ status }) => status,
      () => null,
    )
  const patient = { timeout: 60_000 }
  await expect.poll(answers, patient).toBe(200)
  const supervisor = async () =>
    Number(await readFile(join(place.dataDir, 'run', 'pid'), 'utf8').catch(() => 0))
  const killed = await supervisor()
  const began = performance.now()
  process.kill(killed, 'SIGKILL')
  await expect.poll(supervisor, patient).not.toBe(killed)
  await expect.poll(answers, patient).toBe(200)
  Object.assign(task.meta, { backMilliseconds: Math.round(performance.now() - began) })
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(0)
})
