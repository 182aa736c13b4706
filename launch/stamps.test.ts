import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildStamp, isBuilt } from './build.js'
import { installStamp, isInstalled } from './install.js'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cresyl-stamps-'))
  for (const folder of [
    'web/src',
    'web/dist',
    'web/node_modules/x',
    'contract/src/api',
    'node_modules',
    'server',
  ]) {
    mkdirSync(join(root, folder), { recursive: true })
  }
  write('package-lock.json', '{}')
  write('web/src/main.tsx', 'one')
  write('contract/src/api/limits.ts', 'two')
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (path: string, content: string) => writeFileSync(join(root, path), content)

describe('the stamp of a build', () => {
  test.each([
    ['an edit', () => write('web/src/main.tsx', 'other')],
    ['an edit in the contract', () => write('contract/src/api/limits.ts', 'other')],
    ['a new lock file', () => write('package-lock.json', '{"a":1}')],
    ['a new file, even an empty one', () => write('web/index.html', '')],
    ['a new name', () => renameSync(join(root, 'web/src/main.tsx'), join(root, 'web/src/other.tsx'))],
    [
      'bytes moved from one file to the next',
      () => {
        write('web/src/main.tsx', 'on')
        write('web/src/next.ts', 'e')
      },
    ],
    ['a removed file', () => rmSync(join(root, 'contract/src/api/limits.ts'))],
  ])('changes with %s', async (_what, change) => {
    const before = await buildStamp(root)
    change()
    expect(await buildStamp(root)).not.toBe(before)
  })

  test('does not change with what was built or installed, with times, or with other rooms', async () => {
    const before = await buildStamp(root)
    write('web/dist/index.html', 'built')
    write('web/node_modules/x/index.js', 'installed')
    write('server/main.ts', 'server')
    utimesSync(join(root, 'web/src/main.tsx'), 1, 1)
    expect(await buildStamp(root)).toBe(before)
  })

  test('tells a finished build of these sources from an old or an interrupted one', async () => {
    expect(await isBuilt(root)).toBe(false)
    write('web/dist/.built', `${await buildStamp(root)}\n`)
    expect(await isBuilt(root)).toBe(true)
    write('web/src/main.tsx', 'edited')
    expect(await isBuilt(root)).toBe(false)
  })
})

describe('the stamp of an install', () => {
  test('changes with the lock file and with the machine', async () => {
    const before = await installStamp(root, { platform: 'linux', arch: 'x64' })
    expect(await installStamp(root, { platform: 'linux', arch: 'x64' })).toBe(before)
    expect(await installStamp(root, { platform: 'linux', arch: 'arm64' })).not.toBe(before)
    write('package-lock.json', '{"a":1}')
    expect(await installStamp(root, { platform: 'linux', arch: 'x64' })).not.toBe(before)
  })

  test('an install without a stamp, or with another, is done again', async () => {
    expect(await isInstalled(root)).toBe(false)
    write('node_modules/.cresyl-installed', `${await installStamp(root)}\n`)
    expect(await isInstalled(root)).toBe(true)
    write('package-lock.json', '{"a":1}')
    expect(await isInstalled(root)).toBe(false)
  })
})
