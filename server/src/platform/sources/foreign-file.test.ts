import { mkdir, mkdtemp, realpath, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lookAtForeign, openForeignFile } from './foreign-file.ts'
import { isSameSource } from './source-descriptor.ts'

let root: string
let path: string

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'cresyl-foreign-')))
  await mkdir(join(root, 'scans'))
  path = join(root, 'scans', 'a.svs')
  await writeFile(path, 'the scan')
})
afterEach(() => rm(root, { recursive: true }))

async function found() {
  const { size, modifiedAt } = (await lookAtForeign(path)) ?? { size: -1, modifiedAt: new Date(0) }
  return { size, modifiedAt: modifiedAt.getTime() }
}

test('what lies there as it was found is opened', async () => {
  const source = await openForeignFile(path, await found())
  expect(Buffer.from(await source.read(0, 8)).toString()).toBe('the scan')
  await source.close()
  await (await openForeignFile(path, {})).close()
})

test.each([
  ['of another size', () => writeFile(path, 'a longer scan')],
  ['of another time', () => utimes(path, 1_700_000_000, 1_700_000_000)],
])('another file in its place, %s, is refused', async (_, replace) => {
  const before = await found()
  await replace()
  await expect(openForeignFile(path, before)).rejects.toMatchObject({
    code: 'unreadable',
    message: 'a.svs: has changed since it was looked at',
  })
  const descriptors = [before, await found()].map((foreign) => ({ kind: 'file', path, foreign }) as const)
  const [first, second] = descriptors
  expect(first && second && isSameSource(first, second)).toBe(false)
})

test.each([
  ['of another time', () => utimes(path, 1_700_000_000, 1_700_000_000)],
  ['written over it in place', () => writeFile(path, 'new scan')],
  ['cut off', () => writeFile(path, 'scan')],
  ['put in its place', () => writeFile(`${path}.new`, 'the scan').then(() => rename(`${path}.new`, path))],
  ['gone', () => rm(path)],
])('while it is open, what is read of one that is %s is not given', async (_, change) => {
  // So that whatever is written now has another time.
  await utimes(path, 1_600_000_000, 1_600_000_000)
  const source = await openForeignFile(path, await found())
  expect(Buffer.from(await source.read(4, 4)).toString()).toBe('scan')
  await change()
  await expect(source.read(4, 4)).rejects.toMatchObject({
    code: 'unreadable',
    message: 'a.svs: has changed since it was looked at',
  })
  await source.close()
})

test('a link is never followed, whether it is the file or a folder on the way', async () => {
  const secret = join(root, 'elsewhere')
  await rename(join(root, 'scans'), secret)
  await symlink(secret, join(root, 'scans'))
  expect(await lookAtForeign(path)).toBeUndefined()
  await expect(openForeignFile(path, {})).rejects.toMatchObject({ code: 'unreadable' })
  await rm(join(root, 'scans'))
  await mkdir(join(root, 'scans'))
  await symlink(join(secret, 'a.svs'), path)
  expect(await lookAtForeign(path)).toBeUndefined()
  await expect(openForeignFile(path, {})).rejects.toMatchObject({ code: 'unreadable' })
})
