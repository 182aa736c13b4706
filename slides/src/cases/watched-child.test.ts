import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seedFiles } from './test-support/seed-files.ts'
import { WatchedChild } from './test-support/watched-child.ts'

test('tells how a slide ended, given its bytes or its path', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cresyl-cases-'))
  const child = new WatchedChild({ milliseconds: 20_000, bytes: 1024 ** 3 })
  try {
    const file = await seedFiles.palette()
    await writeFile(join(folder, 'slide'), file)
    for (const given of [file, join(folder, 'slide')]) {
      const reply = await child.exercise({ name: 'palette', file: given })
      expect(reply).toMatchObject({ outcome: { vendor: 'generic-tiff', errors: [] } })
    }
  } finally {
    child.close()
    await rm(folder, { recursive: true })
  }
})

test('fails a slide that takes too long or too much memory, and goes on with a new process', async () => {
  const file = await seedFiles.palette()
  const late = { failure: expect.stringMatching(/^did not end in 1 ms, of which the process computed \d+$/) }
  const hasty = new WatchedChild({ milliseconds: 20_000, waiting: 1, bytes: 1024 ** 3 })
  expect(await hasty.exercise({ name: 'slow', file })).toEqual(late)
  expect(await hasty.exercise({ name: 'slow', file })).toEqual(late)
  hasty.close()
  // Less than a process takes to start.
  const busy = new WatchedChild({ milliseconds: 20, waiting: 60_000, bytes: 1024 ** 3 })
  expect(await busy.exercise({ name: 'busy', file })).toEqual({
    failure: expect.stringMatching(/^computed for \d+ ms$/),
  })
  busy.close()
  const small = new WatchedChild({ milliseconds: 20_000, bytes: 1024 ** 2 })
  expect(await small.exercise({ name: 'large', file })).toEqual({
    failure: expect.stringMatching(/^took \d+ MB of memory$/),
  })
  small.close()
})
