import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestPictures, type TestPictures } from '../../domain/exports/test-support/make-pictures.ts'
import { locate } from '../../platform/tiles/test-support/made-slides.ts'
import { run } from './export-region-child.ts'

let made: TestPictures

beforeAll(async () => {
  made = await makeTestPictures()
})
afterAll(() => made.remove())

function make(path: string, comment: string | null = null) {
  const request = { x: 0, y: 0, width: 50, height: 40, format: 'png', z: 0, t: 0, icc: false } as const
  const order = {
    location: locate(made.colors),
    request,
    width: 50,
    height: 40,
    channels: undefined,
    comment,
    path,
  }
  return run(order, { progress: () => {}, keep: () => {}, onNews: () => {} })
}

test('writes the region where it is told to', async () => {
  const path = join(dirname(made.colors), 'made', 'region')
  await mkdir(dirname(path))
  expect(await make(path)).toEqual({ extension: 'png' })
  const bytes = await readFile(path)
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([50, 40])
  await make(path, 'Virtual: yes')
  expect((await readFile(path)).toString('latin1')).toContain('Virtual: yes')
})

// A disk that is always full: Linux has one.
if (process.platform === 'linux') {
  test('says that the disk is full where it is', async () => {
    await expect(make('/dev/full')).rejects.toMatchObject({
      message: 'The disk is full: the region could not be written. Free some space and try again.',
      cause: { code: 'ENOSPC' },
    })
  })
}
