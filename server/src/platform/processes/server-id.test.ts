import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTestFolder } from '../postgres/test-surroundings.ts'
import { StartError } from '../start-error.ts'
import { readServerId } from './server-id.ts'

test('a machine keeps the id it once had', async () => {
  const folder = await makeTestFolder()
  const id = await readServerId(folder)
  expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(await readServerId(folder)).toBe(id)
})

test('machines have different ids', async () => {
  expect(await readServerId(await makeTestFolder())).not.toBe(await readServerId(await makeTestFolder()))
})

test('a damaged id is not replaced behind anybody’s back', async () => {
  const path = join(await makeTestFolder(), 'server-id')
  await writeFile(path, 'half')
  const start = readServerId(join(path, '..'))
  await expect(start).rejects.toBeInstanceOf(StartError)
  await expect(start).rejects.toThrow(`The file ${path} contains no server id. Delete it`)
  expect(await readFile(path, 'utf8')).toBe('half')
})
