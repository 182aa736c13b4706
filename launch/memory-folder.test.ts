import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { withMemoryFolder } from './memory-folder.js'

afterEach(() => vi.unstubAllEnvs())

test('what tests write to the folder is gone with it, also where they fail', async () => {
  vi.stubEnv('TMPDIR', undefined)
  const folders: string[] = []
  const write = async ({ TMPDIR: folder }: NodeJS.ProcessEnv) => {
    // Not every machine has so much memory.
    if (folder === undefined) return
    folders.push(folder)
    writeFileSync(join(folder, 'file'), 'text')
  }
  await withMemoryFolder(write)
  const failing = withMemoryFolder(async (env) => {
    await write(env)
    throw new Error('on purpose')
  })
  await expect(failing).rejects.toThrow('on purpose')
  expect(folders.filter(existsSync)).toEqual([])
})

test('whoever has chosen a folder keeps it', async () => {
  vi.stubEnv('TMPDIR', '/chosen')
  expect(await withMemoryFolder(async (env) => env)).toEqual({})
})
