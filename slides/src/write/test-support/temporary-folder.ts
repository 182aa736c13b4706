import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** A folder of the test file's own, removed after its tests; gives the path of a name in it. */
export function useTemporaryFolder(): (name: string) => string {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slides-write-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return (name) => join(folder, name)
}
