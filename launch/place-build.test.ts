import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { placeBuild } from './place-build.js'

const day = 24 * 60 * 60 * 1000
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cresyl-place-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Places a build whose files hold its name; it has one asset of its own and one that never changes. */
function place(name: string, { now = 0, runningSince = [] as number[] } = {}) {
  for (const path of ['index.html', '.built', 'favicon.svg', `assets/main-${name}.js`, 'assets/font.woff2']) {
    const file = join(folder, 'finished', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, path === 'assets/font.woff2' ? 'font' : name)
  }
  return placeBuild({
    finished: join(folder, 'finished'),
    served: join(folder, 'served'),
    record: join(folder, 'superseded.json'),
    runningSince,
    now,
  })
}

const read = (path: string) => readFileSync(join(folder, 'served', path), 'utf8')
const assets = () => readdirSync(join(folder, 'served', 'assets')).sort()

test('a new build takes the place of the old one, whose assets stay', async () => {
  await place('one')
  expect(assets()).toEqual(['font.woff2', 'main-one.js'])
  await place('two')
  expect(assets()).toEqual(['font.woff2', 'main-one.js', 'main-two.js'])
  expect(read('assets/main-one.js')).toBe('one')
  expect([read('index.html'), read('favicon.svg'), read('.built')]).toEqual(['two', 'two', 'two'])
  expect(existsSync(join(folder, 'finished'))).toBe(false)
})

test('an asset goes a week after it was replaced, however old it was then', async () => {
  await place('one')
  await place('two', { now: 100 * day })
  await place('three', { now: 106 * day })
  expect(assets()).toEqual(['font.woff2', 'main-one.js', 'main-three.js', 'main-two.js'])
  await place('four', { now: 108 * day })
  expect(assets()).toEqual(['font.woff2', 'main-four.js', 'main-three.js', 'main-two.js'])
})

test('an asset that a running server may know stays longer', async () => {
  await place('one')
  await place('two', { now: 10 * day })
  await place('three', { now: 50 * day, runningSince: [40 * day, 5 * day] })
  expect(assets()).toContain('main-one.js')
  await place('four', { now: 51 * day, runningSince: [40 * day] })
  expect(assets()).not.toContain('main-one.js')
  expect(assets()).toContain('main-two.js')
})

test('an asset that comes back counts as new when it is replaced again', async () => {
  await place('one')
  await place('two', { now: 1 * day })
  await place('one', { now: 2 * day })
  await place('three', { now: 20 * day })
  expect(assets()).toContain('main-one.js')
})

test('an interrupted placing leaves the old page with its assets and no stamp; the next one completes it', async () => {
  await place('one')
  const obstacle = join(folder, 'served', 'favicon.svg')
  rmSync(obstacle)
  mkdirSync(obstacle)
  await expect(place('two')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
  expect(read('index.html')).toBe('one')
  expect(read('assets/main-one.js')).toBe('one')
  expect(existsSync(join(folder, 'served', '.built'))).toBe(false)
  rmSync(obstacle, { recursive: true })
  await place('two')
  expect([read('index.html'), read('.built')]).toEqual(['two', 'two'])
})

test('a lost or damaged record keeps the earlier assets', async () => {
  await place('one')
  await place('two', { now: 1 * day })
  writeFileSync(join(folder, 'superseded.json'), '{"assets/main-one')
  await place('three', { now: 20 * day })
  expect(assets()).toContain('main-one.js')
})
