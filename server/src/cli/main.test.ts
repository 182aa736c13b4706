import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  issueToken,
  listProjectNames,
  makeProductPlace,
  type Product,
  type ProductPlace,
  runCli,
  startProduct,
  stopProduct,
} from '../test-product.ts'

vi.setConfig({ testTimeout: 60_000 })

const password = 'a long enough password\n'
let place: ProductPlace

beforeAll(async () => {
  place = await makeProductPlace()
})

afterAll(async () => {
  await place.remove()
})

const addUser = (organization: string, email: string, role: string, ...more: string[]) => [
  ...['user', 'add', '--org', organization, '--email', email, '--role', role],
  ...more,
]

describe('the command line without a server', () => {
  test('works, and leaves nothing running', async () => {
    expect(await runCli(place, ['org', 'add', '--name', 'first'])).toMatchObject({ code: 0 })
    expect(await runCli(place, ['audit', 'verify'])).toMatchObject({ code: 0 })
    await expect(readFile(join(place.dataDir, 'run', 'postgres.json'))).rejects.toThrow()
  })
})

describe('the command line beside the running server', () => {
  let product: Product

  beforeAll(async () => {
    product = await startProduct(place)
  })

  afterAll(async () => {
    expect(await stopProduct(product)).toBe(0)
  })

  test('works on the same folder', async () => {
    const added = await runCli(place, ['org', 'add', '--name', 'lab', '--display-name', 'The Lab'])
    expect(added).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f-]{36}\n$/) })
    const again = await runCli(place, ['org', 'add', '--name', 'lab'])
    expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/already/) })
    const words = addUser('lab', 'ada@lab.example', 'admin', '--name', 'Ada')
    expect(await runCli(place, words, password)).toMatchObject({ code: 0 })

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
  })

  test('learns from it where it answers', async () => {
    const { CRESYL_PORT: _port, ...elsewhere } = place.environment
    const token = await issueToken({ ...place, environment: elsewhere })
    expect(await listProjectNames(product.origin, token)).not.toEqual([])
  })

  test('refuses a password that can be guessed', async () => {
    expect(await runCli(place, addUser('demo', 'eve@lab.example', 'admin'), 'short\n')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('12 to 1024'),
    })
  })

  test('makes a superadmin of a person who is there, and takes it back', async () => {
    await runCli(place, ['org', 'add', '--name', 'clinic', '--external-id', 'org_1'])
    const taken = await runCli(place, ['org', 'add', '--name', 'other', '--external-id', 'org_1'])
    expect(taken).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('“org_1” is another organisation'),
    })
    const { stdout: id } = await runCli(place, addUser('clinic', 'bob@lab.example', 'user'), password)
    const superadmin = ['user', 'superadmin', '--email', 'bob@lab.example']
    expect(await runCli(place, superadmin)).toMatchObject({ code: 0, stdout: id })
    expect(await runCli(place, [...superadmin, '--remove'])).toMatchObject({ code: 0, stdout: id })
    expect(await runCli(place, [...superadmin, '--issuer', 'https://login.example.org'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nobody with the e-mail address bob@lab.example at https://login'),
    })
  })

  test('says who is unknown', async () => {
    expect(await runCli(place, ['token', '--email', 'nobody@lab.example'])).toMatchObject({
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
  ])('%s: exits with 2 and says what is wrong', async (words, sentence) => {
    expect(await runCli(place, words, 'x\n')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(sentence),
    })
  })

  test('is not the one that asks for help', async () => {
    expect(await runCli(place, ['--help'])).toMatchObject({ code: 0 })
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
      expect(await runCli({ ...place, environment }, words, password)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('Cresyl uses the identity provider https://login.example.org.'),
      })
    },
  )
})
