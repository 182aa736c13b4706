import { execFile } from 'node:child_process'
import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parseConfig } from '../platform/config/config.ts'
import { newId } from '../platform/id.ts'
import { createMigratedDatabase } from '../platform/postgres/test-database.ts'
import { announceServer } from '../platform/server-address.ts'
import { makeProductPlace, type ProductPlace } from '../test-product.ts'
import { runHere } from './test-terminal.ts'

const password = 'a long enough password\n'
let place: ProductPlace
let owner: pg.Client
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await createMigratedDatabase()
  drop = database.drop
  place = await makeProductPlace({ DATABASE_URL: database.url, CRESYL_DEMO: 'false' })
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await place.remove()
  await drop()
})

const run = (words: readonly string[], input = '') => runHere(place.environment, words, { input })
const id = expect.stringMatching(/^[0-9a-f-]{36}\n$/)

const addUser = (organization: string, email: string, role: string, ...more: string[]) => [
  ...['user', 'add', '--org', organization, '--email', email, '--role', role],
  ...more,
]

const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

test('the command line works without a server, and leaves nothing running', async () => {
  const alone = await makeProductPlace()
  onTestFinished(alone.remove)
  const program = fileURLToPath(new URL('./main.ts', import.meta.url))
  const words = ['--no-warnings', program, 'org', 'add', '--name', 'first']
  const env = { PATH: process.env.PATH, ...alone.environment }
  expect(await promisify(execFile)(process.execPath, words, { env })).toMatchObject({ stdout: id })
  expect(await runHere(alone.environment, ['audit', 'verify'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^first: \d+ rows.*whole/m),
  })
  await expect(access(join(alone.dataDir, 'run', 'postgres.json'))).rejects.toThrow()
})

describe('commands', () => {
  test('add an organisation and a person, once', async () => {
    const lab = ['org', 'add', '--name', 'lab']
    expect(await run([...lab, '--display-name', 'The Lab'])).toMatchObject({ code: 0, stdout: id })
    expect(await run(lab)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/already/) })
    const words = addUser('lab', 'ada@lab.example', 'admin', '--name', 'Ada')
    expect(await run(words, password)).toMatchObject({ code: 0, stdout: id })
    const { rows } = await owner.query(
      `select display_name, email, users.name, role from memberships join users on users.id = user_id
       join organizations on organizations.id = organization_id`,
    )
    expect(rows).toEqual([{ display_name: 'The Lab', email: 'ada@lab.example', name: 'Ada', role: 'admin' }])
    expect(await run(['migrate'])).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' })
    expect(await run(['audit', 'verify'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^lab: \d+ rows.*whole/m),
    })
  })

  test('print the newest seals, and compare the log with them later', async () => {
    const { code, stdout } = await run(['audit', 'seals'])
    expect(code).toBe(0)
    const kept = join(place.dataDir, 'kept.jsonl')
    const seal = {
      organization_id: newId(),
      n: 1,
      upto_xid: '1',
      rows: 1,
      hash: 'aa',
      key_id: 'a',
      sealed_at: '2026-01-01T00:00:00.000Z',
      signature: 'aaaa',
    }
    await writeFile(kept, stdout)
    expect(await run(['audit', 'verify', '--against', kept])).toMatchObject({ code: 0 })
    await writeFile(kept, `${stdout}${JSON.stringify(seal)}\n`)
    expect(await run(['audit', 'verify', '--against', kept])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('a seal of it was kept elsewhere'),
    })
    await writeFile(kept, 'no seals\n')
    expect(await run(['audit', 'verify', '--against', kept])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has lines that “audit seals” did not print'),
    })
  })

  test('learn from the running server where it answers', async () => {
    const { CRESYL_PORT: _port, ...environment } = place.environment
    const origin = 'https://slides.example.org'
    const withdraw = await announceServer(
      parseConfig({ ...place.environment, CRESYL_ORIGIN: origin }, place.dataDir),
    )
    onTestFinished(withdraw)
    const { stdout } = await runHere(environment, ['token', '--email', 'ada@lab.example'])
    expect(payloadOf(stdout).iss).toContain(origin)
  })

  test('refuse a password that can be guessed', async () => {
    expect(await run(addUser('lab', 'eve@lab.example', 'admin'), 'short\n')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('12 to 1024'),
    })
  })

  test('make a superadmin of a person who is there, and take it back', async () => {
    await run(['org', 'add', '--name', 'clinic', '--external-id', 'org_1'])
    const taken = await run(['org', 'add', '--name', 'other', '--external-id', 'org_1'])
    expect(taken).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('“org_1” is another organisation'),
    })
    const { stdout: bob } = await run(addUser('clinic', 'bob@lab.example', 'user'), password)
    const superadmin = ['user', 'superadmin', '--email', 'bob@lab.example']
    expect(await run(superadmin)).toMatchObject({ code: 0, stdout: bob })
    expect(await run([...superadmin, '--remove'])).toMatchObject({ code: 0, stdout: bob })
    expect(await run([...superadmin, '--issuer', 'https://login.example.org'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No one has the e-mail address bob@lab.example at https://login'),
    })
  })

  test('set a quota and lift it', async () => {
    await run(['org', 'add', '--name', 'small'])
    const quota = async () =>
      (await owner.query("select quota_bytes from organizations where name = 'small'")).rows[0].quota_bytes
    const words = ['org', 'quota', '--name', 'small']
    expect(await run([...words, '--gigabytes', '1.5'])).toMatchObject({ code: 0, stdout: id })
    expect(await quota()).toBe(String(1.5 * 1024 ** 3))
    expect(await run(words)).toMatchObject({ code: 0 })
    expect(await quota()).toBeNull()
    expect(await run([...words, '--gigabytes', 'many'])).toMatchObject({
      stderr: expect.stringContaining('“many” is not a number of gigabytes.'),
    })
  })

  test('name the invitation where a person is there already', async () => {
    expect(await run(addUser('clinic', 'ada@lab.example', 'user'), password)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Manage organisation → Members → Invite'),
    })
  })

  test('say who is unknown', async () => {
    expect(await run(['token', '--email', 'nobody@lab.example'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('nobody@lab.example'),
    })
  })
})

describe('a command that is wrong', () => {
  test.each([
    [['dance'], 'no command “dance”'],
    [['token'], '--email is missing'],
    [['user', 'superadmin'], '--email is missing.'],
    [addUser('x', 'a@b.c', 'king'), '“king” is not a role'],
    [addUser('x', 'a@b.c', 'user'), 'A password is needed'],
  ])('%s: exits with 2 and says what is wrong', async (words, sentence) => {
    expect(await run(words)).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) })
  })

  test('is not the one that asks for help', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0 })
  })

  test.each([[addUser('lab', 'ada@lab.example', 'user')], [['token', '--email', 'ada@lab.example']]])(
    '%s: is refused where it is done at another identity provider',
    async (words) => {
      const environment = {
        ...place.environment,
        OIDC_ISSUER: 'https://login.example.org',
        OIDC_CLIENT_ID: 'cresyl',
        OIDC_AUDIENCE: 'cresyl-api',
      }
      expect(await runHere(environment, words, { input: password })).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('Cresyl uses the identity provider https://login.example.org.'),
      })
    },
  )
})
