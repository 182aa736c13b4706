import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../config/config.ts'
import { chooseJail, decodingRights } from './child-rights.ts'
import { runInSandbox } from './sandbox.ts'
import type { Attempts } from './test-rights-work.ts'

const isRoot = process.getuid?.() === 0
const denied = 'ERR_ACCESS_DENIED'
let folder: string
let server: Server
let given: Attempts

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cresyl-rights-'))
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  given = {
    slide: join(folder, 'storage', 'slide'),
    secret: join(folder, 'secrets', 'key'),
    outside: join(folder, 'logs', 'log'),
    own: join(folder, 'cache', 'work'),
    port: (server.address() as AddressInfo).port,
  }
  for (const name of ['storage', 'secrets', 'logs', 'cache/work', 'cache/compiled'])
    await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
  for (const path of [given.slide, given.secret, given.outside]) await writeFile(path, 'x', { mode: 0o600 })
})

afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const rights = () => decodingRights(parseConfig({ CRESYL_DATA_DIR: folder }, folder), { folder: given.own })

test('a process that decodes reads slides and writes what it makes, and can do nothing else', async () => {
  let status = ''
  const found = await runInSandbox<Attempts, Record<string, string>>({
    module: new URL('./test-rights-work.ts', import.meta.url),
    input: given,
    rights: rights(),
    memoryBytes: 512 * 1024 * 1024,
    timeoutMilliseconds: 30_000,
    compileCacheFolder: join(folder, 'cache', 'compiled'),
    onKept: (pid) => {
      if (process.platform === 'linux') status = readFileSync(`/proc/${pid}/status`, 'utf8')
    },
  })
  const { connect, ...files } = found
  expect(files).toEqual({
    'read the slide': 'done',
    'read outside': denied,
    'read a secret': denied,
    'read the system': denied,
    'write its own': 'done',
    'write the slide': denied,
    'write outside': denied,
    'link outside': denied,
    'start a program': denied,
  })
  if (chooseJail(false).command([]).length > 0) expect(status).toMatch(/NoNewPrivs:\s+1/)
  if (chooseJail(false).command([])[0] === 'unshare') expect(connect).toBe('ENETUNREACH')
})

test('as root it is another user without a network, who writes nothing and sees no secret, whatever it runs', async (context) => {
  if (!isRoot) return context.skip('needs root')
  const { command, owner } = chooseJail(false)
  const [program = '', ...args] = command([join(folder, 'secrets')])
  if (program !== 'unshare') return context.skip('this system takes the rights for namespaces away from root')
  const runs = (...words: string[]) =>
    promisify(execFile)(program, [...args, ...words]).then(
      ({ stdout }) => stdout.trim(),
      () => 'refused',
    )
  expect(await runs('id', '-u')).toBe(String(owner))
  expect(await runs('cat', given.slide)).toBe('x')
  expect(await runs('cat', given.secret)).toBe('refused')
  expect(await runs('sh', '-c', `echo y > ${given.slide}`)).toBe('refused')
  expect(await runs('kill', '-0', String(process.pid))).toBe('refused')
  expect(await runs('umount', join(folder, 'secrets'))).toBe('refused')
  expect((await runs('cat', '/proc/net/route')).split('\n')).toHaveLength(1)
  expect(await runs('sh', '-c', 'grep ^Cap /proc/self/status | cut -f2 | sort -u')).toBe(
    ['0000000000000004'].join('\n'),
  )
})

test('with a bucket it may use the network, and has no more rights for that', () => {
  const environment = { CRESYL_DATA_DIR: folder, CRESYL_STORAGE: 's3', S3_BUCKET: 'slides' }
  const { network, reads } = decodingRights(parseConfig(environment, folder))
  expect({ network, reads }).toEqual({ network: true, reads: [] })
})
