import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isProcessAlive } from './platform/process-alive.ts'
import { readProcesses } from './platform/processes/process-file.ts'
import {
  childPid,
  isReady,
  issueToken,
  listProjectNames,
  makeProductPlace,
  type ProductPlace,
  postmasterPid,
  startProduct,
  stopProduct,
} from './test-product.ts'

// Each starts the whole product, some of them twice.
vi.setConfig({ testTimeout: 120_000 })

/** Empty at the first start; the later ones find what the earlier left. */
let place: ProductPlace

beforeAll(async () => {
  place = await makeProductPlace()
})

afterAll(async () => {
  await place.remove()
})

/** What a start that fails says at last. */
const failure = async (environment: Record<string, string> = {}, where = place) => {
  const product = await startProduct({ ...where, environment: { ...where.environment, ...environment } })
  expect((await product.ended)[0]).toBe(1)
  return product.messages.at(-1)
}

describe('the product', () => {
  let names: string[] = []

  test('starts on an empty folder, answers, and stops on Ctrl-C with nothing left running', async () => {
    const first = await startProduct(place)
    expect(first.messages.at(-1)).toEqual({
      type: 'ready',
      lines: [
        `Cresyl is ready: ${first.origin}`,
        expect.stringContaining('one click'),
        'Stop it with Ctrl-C.',
      ],
    })
    expect(first.messages.map(({ type }) => type)).toContain('progress')
    names = await listProjectNames(first.origin, await issueToken(place))
    expect(names.length).toBeGreaterThan(0)
    const children = await readProcesses(place.dataDir)
    expect(children.map(({ name }) => name).sort()).toEqual(['api-1', 'worker'])
    const pids = [await postmasterPid(place), ...children.map(({ pid }) => pid)]
    expect(await stopProduct(first)).toBe(0)
    expect(pids.filter(isProcessAlive)).toEqual([])
  })

  test('starts again on what it left, is left alone by another start, and stops on SIGHUP without waiting for idle connections', async () => {
    const product = await startProduct(place)
    expect(isReady(product)).toBe(true)
    expect((await listProjectNames(product.origin, await issueToken(place))).sort()).toEqual(names.sort())
    expect(await failure()).toMatchObject({
      message: expect.stringMatching(/already runs on .*Stop it first/),
    })
    expect((await fetch(`${product.origin}/readyz`)).status).toBe(200)
    await fetch(`${product.origin}/healthz`, { headers: { connection: 'keep-alive' } })
    const started = performance.now()
    product.process.kill('SIGHUP')
    expect(await product.ended).toEqual([0, null])
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  test('stops cleanly on Ctrl-C while it starts, which a terminal sends to its processes too', async () => {
    const starting = startProduct(place)
    const worker = await vi.waitFor(() => childPid(place, 'worker'), { timeout: 30_000, interval: 20 })
    const supervisor = Number(await readFile(join(place.dataDir, 'run', 'pid'), 'utf8'))
    for (const pid of [supervisor, worker]) process.kill(pid, 'SIGINT')
    const product = await starting
    expect(await product.ended).toEqual([0, null])
    expect(product.messages.map(({ type }) => type)).not.toContain('failed')
  })

  test('stops cleanly when the process that started it is gone', async () => {
    const product = await startProduct(place)
    const exited = once(product.process, 'exit')
    product.process.disconnect()
    expect(await exited).toEqual([0, null])
  })

  test('answers what is under way before it stops on SIGTERM', async () => {
    const product = await startProduct(place)
    const headers = { authorization: `Bearer ${await issueToken(place)}`, 'content-type': 'application/json' }
    const reply = new Promise<number | undefined>((resolve, reject) => {
      const url = `${product.origin}/api/projects/`
      const half = httpRequest(url, { method: 'POST', headers }, (answer) => resolve(answer.statusCode))
      half.on('error', reject)
      half.write('{"name": ')
      setTimeout(() => product.process.kill('SIGTERM'), 500)
      setTimeout(() => half.end('"Sent in two halves"}'), 1500)
    })
    expect(await reply).toBe(201)
    const answered = performance.now()
    expect(await product.ended).toEqual([0, null])
    expect(performance.now() - answered, 'not for as long as connections are kept alive').toBeLessThan(10_000)
  })
})

describe('a start that fails says why in a sentence', () => {
  test('port in use', async () => {
    const fresh = await makeProductPlace()
    const other = createServer().listen(fresh.port, '127.0.0.1')
    await once(other, 'listening')
    expect(await failure({}, fresh)).toEqual({
      type: 'failed',
      message: `Port ${fresh.port} is in use by another program. Stop that program, or choose another port: CRESYL_PORT=${fresh.port + 1} npm start.`,
    })
    await expect(readFile(join(fresh.dataDir, 'secrets', 'postgres.json'))).rejects.toThrow()
    other.close()
    await fresh.remove()
  })

  test('bad settings, all of them at once', async () => {
    expect(await failure({ CRESYL_PORT: 'eighty', CRESYL_DEMO: 'maybe', CRESYL_TYPO: '1' })).toMatchObject({
      message: expect.stringMatching(/CRESYL_PORT .*CRESYL_DEMO .*CRESYL_TYPO /),
    })
  })

  test('a database that does not answer, without its password', async () => {
    const told = await failure({ DATABASE_URL: 'postgres://lab:secret@127.0.0.1:1/slides' })
    expect(told).toMatchObject({ message: expect.stringMatching(/slides at 127.0.0.1:1 .*DATABASE_URL/) })
    expect(JSON.stringify(told)).not.toContain('secret')
  })

  test('an unreadable key, which its processes need', async () => {
    const secrets = join(place.dataDir, 'other-secrets')
    await mkdir(secrets)
    await writeFile(join(secrets, 'seal-key.pem'), 'not a key')
    expect(await failure({ CRESYL_SECRETS_DIR: secrets })).toMatchObject({
      message: expect.stringMatching(/The keys in .* can't be read/),
    })
    expect(await readProcesses(place.dataDir)).toEqual([])
  })
})
