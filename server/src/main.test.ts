import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase } from './platform/postgres/test-database.ts'
import { isProcessAlive } from './platform/process-alive.ts'
import { crashWhileWriting } from './test-crash.ts'
import {
  isReady,
  issueToken,
  listProjectNames,
  makeProductPlace,
  type ProductPlace,
  postmasterPid,
  runCli,
  startProduct,
  stopProduct,
} from './test-product.ts'

// Each starts the whole product, some of them several times.
vi.setConfig({ testTimeout: 180_000 })

let place: ProductPlace

beforeEach(async () => {
  place = await makeProductPlace()
})

afterEach(async () => {
  await place.remove()
})

describe('the product', () => {
  test('starts on an empty folder, answers, stops on Ctrl-C with nothing left running, and starts again', async () => {
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
    const names = await listProjectNames(first.origin, await issueToken(place))
    expect(names.length).toBeGreaterThan(0)
    const postgres = await postmasterPid(place)
    expect(await stopProduct(first)).toBe(0)
    expect(isProcessAlive(postgres)).toBe(false)

    const second = await startProduct(place)
    expect(isReady(second)).toBe(true)
    expect((await listProjectNames(second.origin, await issueToken(place))).sort()).toEqual(names.sort())
    expect(await stopProduct(second)).toBe(0)
  })

  test.each(['SIGTERM', 'SIGHUP'] as const)('stops cleanly on %s', async (signal) => {
    const product = await startProduct(place)
    product.process.kill(signal)
    expect(await product.ended).toEqual([0, null])
  })

  test('stops cleanly when the process that started it is gone', async () => {
    const product = await startProduct(place)
    const exited = once(product.process, 'exit')
    product.process.disconnect()
    expect(await exited).toEqual([0, null])
  })

  test('stops without waiting for idle connections', async () => {
    const product = await startProduct(place)
    await fetch(`${product.origin}/healthz`, { headers: { connection: 'keep-alive' } })
    const started = performance.now()
    expect(await stopProduct(product)).toBe(0)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  test('answers what is under way before it stops', async () => {
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
    expect(performance.now() - answered, 'not for as long as connections are kept alive').toBeLessThan(30_000)
  })

  test('runs on an external PostgreSQL, without a demo', async () => {
    const database = await createTestDatabase()
    Object.assign(place.environment, { DATABASE_URL: database.url })
    const product = await startProduct(place)
    expect(product.messages.at(-1)).toMatchObject({
      lines: expect.arrayContaining([expect.stringContaining('user add')]),
    })
    expect(await runCli(place, ['org', 'add', '--name', 'lab'])).toMatchObject({ code: 0 })
    const words = ['user', 'add', '--org', 'lab', '--email', 'ada@lab.example', '--role', 'manager']
    expect(await runCli(place, words, 'a long enough password\n')).toMatchObject({ code: 0 })
    const token = await issueToken(place, 'ada@lab.example')
    expect(await listProjectNames(product.origin, token)).toEqual([])
    expect(await stopProduct(product)).toBe(0)
    await database.drop()
  })

  test('loses no acknowledged write when it or PostgreSQL is killed', async () => {
    expect(await crashWhileWriting(place, 'server', 'Server killed')).toBeGreaterThan(20)
    expect(await crashWhileWriting(place, 'postgres', 'PostgreSQL killed')).toBeGreaterThan(20)
  })
})

describe('a start that fails says why in a sentence', () => {
  const failure = async () => {
    const product = await startProduct(place)
    expect((await product.ended)[0]).toBe(1)
    return product.messages.at(-1)
  }

  test('port in use', async () => {
    const other = createServer().listen(place.port, '127.0.0.1')
    await once(other, 'listening')
    expect(await failure()).toEqual({
      type: 'failed',
      message: `Port ${place.port} is in use by another program. Stop that program, or choose another port: CRESYL_PORT=${place.port + 1} npm start.`,
    })
    await expect(readFile(join(place.dataDir, 'secrets', 'postgres.json'))).rejects.toThrow()
    other.close()
  })

  test('a second start on the same data folder leaves the first alone', async () => {
    const first = await startProduct(place)
    expect(await failure()).toMatchObject({
      message: expect.stringMatching(/already runs on .*Stop it first/),
    })
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(200)
    expect(await stopProduct(first)).toBe(0)
  })

  test('bad settings, all of them at once', async () => {
    Object.assign(place.environment, { CRESYL_PORT: 'eighty', CRESYL_DEMO: 'maybe', CRESYL_TYPO: '1' })
    expect(await failure()).toMatchObject({
      message: expect.stringMatching(/CRESYL_PORT .*CRESYL_DEMO .*CRESYL_TYPO /),
    })
  })

  test('a database that does not answer, without its password', async () => {
    Object.assign(place.environment, { DATABASE_URL: 'postgres://lab:secret@127.0.0.1:1/slides' })
    const told = await failure()
    expect(told).toMatchObject({ message: expect.stringMatching(/slides at 127.0.0.1:1 .*DATABASE_URL/) })
    expect(JSON.stringify(told)).not.toContain('secret')
  })

  test('an unreadable key', async () => {
    expect(await stopProduct(await startProduct(place))).toBe(0)
    const key = join(place.dataDir, 'secrets', 'seal-key.pem')
    await writeFile(key, 'not a key')
    expect(await failure()).toMatchObject({ message: expect.stringMatching(/The keys in .* can't be read/) })
  })
})

describe('the command line', () => {
  test('works beside the running server on the same folder', async () => {
    const product = await startProduct(place)
    const added = await runCli(place, ['org', 'add', '--name', 'lab', '--display-name', 'The Lab'])
    expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f-]{36}\n$/) })
    const again = await runCli(place, ['org', 'add', '--name', 'lab'])
    expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/already/) })
    const words = [
      'user',
      'add',
      '--org',
      'lab',
      '--email',
      'ada@lab.example',
      '--role',
      'admin',
      '--name',
      'Ada',
    ]
    expect(await runCli(place, words, 'a long enough password\n')).toMatchObject({ code: 0 })

    const token = await issueToken(place, 'ada@lab.example')
    const reply = await fetch(`${product.origin}/api/organizations/current/`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await reply.json()).toMatchObject({ name: 'lab', display_name: 'The Lab' })
    expect(await runCli(place, ['migrate'])).toMatchObject({
      code: 0,
      stdout: 'The database is up to date.\n',
    })
    expect(await runCli(place, ['audit', 'verify'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^lab: \d+ rows.*whole/m),
    })
    expect(await stopProduct(product)).toBe(0)
  })

  test('works without a server, and leaves nothing running', async () => {
    expect(await runCli(place, ['org', 'add', '--name', 'first'])).toMatchObject({ code: 0 })
    expect(await runCli(place, ['audit', 'verify'])).toMatchObject({ code: 0 })
    await expect(readFile(join(place.dataDir, 'run', 'postgres.json'))).rejects.toThrow()
  })

  test('tells what is wrong with a command, and exits with 2', async () => {
    expect(await runCli(place, ['dance'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no command “dance”'),
    })
    expect(await runCli(place, ['token'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--email is missing'),
    })
    expect(
      await runCli(place, ['user', 'add', '--org', 'x', '--email', 'a@b.c', '--role', 'king'], 'x\n'),
    ).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('“king” is not a role'),
    })
    expect(await runCli(place, ['--help'])).toMatchObject({ code: 0 })
  })

  test('learns from the running server where it answers', async () => {
    const product = await startProduct(place)
    const { CRESYL_PORT: _port, ...elsewhere } = place.environment
    const token = await issueToken({ ...place, environment: elsewhere })
    expect(await listProjectNames(product.origin, token)).not.toEqual([])
    expect(await stopProduct(product)).toBe(0)
  })

  test('refuses a password that can be guessed', async () => {
    await runCli(place, ['org', 'add', '--name', 'lab'])
    const words = ['user', 'add', '--org', 'lab', '--email', 'ada@lab.example', '--role', 'admin']
    expect(await runCli(place, words, 'short\n')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('12 to 1024'),
    })
  })

  test('makes a superadmin of a person who is there, and takes it back', async () => {
    const database = await createTestDatabase()
    Object.assign(place.environment, { DATABASE_URL: database.url })
    await runCli(place, ['org', 'add', '--name', 'lab', '--external-id', 'org_1'])
    const taken = await runCli(place, ['org', 'add', '--name', 'other', '--external-id', 'org_1'])
    expect(taken).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('“org_1” is another organisation'),
    })
    const words = ['user', 'add', '--org', 'lab', '--email', 'ada@lab.example', '--role', 'user']
    const { stdout: id } = await runCli(place, words, 'a long enough password\n')
    const superadmin = ['user', 'superadmin', '--email', 'ada@lab.example']
    expect(await runCli(place, superadmin)).toMatchObject({ code: 0, stdout: id })
    expect(await runCli(place, [...superadmin, '--remove'])).toMatchObject({ code: 0, stdout: id })
    expect(await runCli(place, [...superadmin, '--issuer', 'https://login.example.org'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nobody with the e-mail address ada@lab.example at https://login'),
    })
    expect(await runCli(place, ['user', 'superadmin'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--email is missing.'),
    })
    await database.drop()
  })

  test('refuses what is done at another identity provider', async () => {
    const environment = {
      ...place.environment,
      OIDC_ISSUER: 'https://login.example.org',
      OIDC_CLIENT_ID: 'cresyl',
      OIDC_AUDIENCE: 'cresyl-api',
    }
    const words = ['user', 'add', '--org', 'lab', '--email', 'ada@lab.example', '--role', 'user']
    for (const each of [words, ['token', '--email', 'ada@lab.example']]) {
      expect(await runCli({ ...place, environment }, each, 'a long enough password\n')).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('Cresyl uses the identity provider https://login.example.org.'),
      })
    }
  })

  test('says who is unknown', async () => {
    expect(await runCli(place, ['token', '--email', 'nobody@lab.example'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('nobody@lab.example'),
    })
  })
})
