import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMigratedDatabase } from './platform/postgres/test-database.ts'
import { isProcessAlive } from './platform/process-alive.ts'
import { readProcesses } from './platform/processes/process-file.ts'
import { killWhileWriting, victims } from './test-crash.ts'
import {
  childPid,
  issueToken,
  listProjectNames,
  makeProductPlace,
  type Product,
  type ProductPlace,
  postmasterPid,
  processesIn,
  readLog,
  readyState,
  startProduct,
  startReady,
  stopProduct,
} from './test-product.ts'

// Each starts the whole product, or what was killed of it.
vi.setConfig({ testTimeout: 180_000 })
const patience = { timeout: 60_000 }

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
  /** The first, and what was started when that was killed. */
  let product: Product
  let names: string[] = []
  let token = ''

  test('starts on an empty folder, answers, and is left alone by another start', async () => {
    product = await startReady(place)
    expect(product.messages.at(-1)).toEqual({
      type: 'ready',
      lines: [
        `Cresyl is ready: ${product.origin}`,
        expect.stringContaining('one click'),
        'Stop it with Ctrl-C.',
      ],
    })
    expect(product.messages.map(({ type }) => type)).toContain('progress')
    // The command line finds out by itself where the server answers.
    const { CRESYL_PORT: _port, ...environment } = place.environment
    const issued = await issueToken({ ...place, environment })
    expect(await listProjectNames(product.origin, issued)).not.toEqual([])
    expect(await failure()).toMatchObject({
      message: expect.stringMatching(/already runs on .*Stop it first/),
    })
    expect(await readyState(product.origin)).toBe(200)
  })

  test('loses no acknowledged write when each of its parts is killed, and then all of it', async () => {
    const killed = await killWhileWriting(place, product, victims, 'Killed')
    product = killed.product
    expect(killed.acknowledged).toBeGreaterThan(80)
  })

  test('has another process take the place of one that was asked to go and has finished', async () => {
    const before = (await readLog(place)).length
    expect(await processesIn(product.origin)).toEqual(['api-1', 'worker'])
    const asked = await childPid(place, 'api')
    process.kill(asked, 'SIGTERM')
    await expect.poll(() => childPid(place, 'api').catch(() => asked), patience).not.toBe(asked)
    await expect.poll(() => readyState(product.origin), patience).toBe(200)
    await expect.poll(() => processesIn(product.origin), patience).toEqual(['api-1', 'worker'])
    const log = (await readLog(place)).slice(before)
    expect(log.filter(({ msg }) => msg.startsWith('ended unexpectedly'))).toEqual([])
  })

  test('stops on Ctrl-C with nothing left running', async () => {
    token = await issueToken(place)
    names = await listProjectNames(product.origin, token)
    const children = await readProcesses(place.dataDir)
    expect(children.map(({ name }) => name).sort()).toEqual(['api-1', 'worker'])
    const pids = [await postmasterPid(place), ...children.map(({ pid }) => pid)]
    expect(await stopProduct(product)).toBe(0)
    expect(pids.filter(isProcessAlive)).toEqual([])
  })

  test('starts again on what it left, and answers what is under way before it stops on SIGTERM, without waiting for idle connections', async () => {
    const before = (await readLog(place)).length
    product = await startReady(place)
    expect((await listProjectNames(product.origin, token)).sort()).toEqual(names.sort())
    const idle = connect(place.port, 'localhost')
    idle.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(idle, 'data')
    const idleClosed = once(idle.resume(), 'close')

    const half = httpRequest(`${product.origin}/api/projects/`, {
      method: 'POST',
      agent: new Agent({ keepAlive: true }),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        // Answered as soon as the server has the request.
        expect: '100-continue',
      },
    })
    const replied = once(half, 'response') as Promise<[IncomingMessage]>
    half.flushHeaders()
    await once(half, 'continue')
    half.write('{"name": ')
    product.process.kill('SIGTERM')
    await idleClosed
    half.end('"Sent in two halves"}')
    const [reply] = await replied
    expect(reply.statusCode).toBe(201)
    reply.resume()
    expect(await product.ended).toEqual([0, null])
    expect((await readLog(place)).slice(before).filter(({ msg }) => msg.includes('by force'))).toEqual([])
  })

  test('stops cleanly on Ctrl-C while it starts, which a terminal sends to its processes too', async () => {
    const starting = startProduct(place)
    const worker = await vi.waitFor(() => childPid(place, 'worker'), { timeout: 100_000, interval: 20 })
    const supervisor = Number(await readFile(join(place.dataDir, 'run', 'pid'), 'utf8'))
    for (const pid of [supervisor, worker]) process.kill(pid, 'SIGINT')
    product = await starting
    expect(await product.ended).toEqual([0, null])
    expect(product.messages.map(({ type }) => type)).not.toContain('failed')
  })
})

describe('a start that fails says why in a sentence', () => {
  test('port in use', async () => {
    const fresh = await makeProductPlace()
    onTestFinished(fresh.remove)
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    expect(await failure({ CRESYL_PORT: String(port) }, fresh)).toEqual({
      type: 'failed',
      message: `Port ${port} is in use by another program. Stop that program, or choose another port: CRESYL_PORT=${port + 1} npm start.`,
    })
    await expect(readFile(join(fresh.dataDir, 'secrets', 'postgres.json'))).rejects.toThrow()
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
    const database = await createMigratedDatabase()
    onTestFinished(database.drop)
    const fresh = await makeProductPlace({ DATABASE_URL: database.url, CRESYL_ROLES: 'api' })
    onTestFinished(fresh.remove)
    const secrets = join(fresh.dataDir, 'secrets')
    await mkdir(secrets)
    await writeFile(join(secrets, 'seal-key.pem'), 'not a key')
    expect(await failure({}, fresh)).toMatchObject({
      message: expect.stringMatching(/The keys in .* can't be read/),
    })
    expect(await readProcesses(fresh.dataDir)).toEqual([])
  })
})
