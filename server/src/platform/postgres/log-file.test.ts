import { appendFile, open, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLogFile } from '../log-file.ts'
import { makeTestFolder } from './test-surroundings.ts'

test('only whole lines written since the opening are read, each once', async () => {
  const path = join(await makeTestFolder(), 'postgres.log')
  await writeFile(path, 'of an earlier start\n')
  const logFile = await openLogFile(path)
  await appendFile(path, 'one\ntwo\nthr')
  expect(await logFile.readNewLines()).toEqual(['one', 'two'])
  expect(await logFile.readNewLines()).toEqual([])
  await appendFile(path, 'ee\n')
  expect(await logFile.readNewLines()).toEqual(['three'])
})

test('a large log becomes the previous one while its writer goes on', async () => {
  const path = join(await makeTestFolder(), 'logs', 'postgres.log')
  const logFile = await openLogFile(path)
  const writer = await open(path, 'a')
  await writer.write(Buffer.alloc(11 * 1024 * 1024, 'x\n'))
  await logFile.rotateIfLarge()
  await writer.write('after\n')
  expect(await logFile.readNewLines()).toEqual(['after'])
  expect(await readFile(path, 'utf8')).toBe('after\n')
  expect((await stat(`${path}.1`)).size).toBe(11 * 1024 * 1024)
  await logFile.rotateIfLarge()
  expect(await readFile(path, 'utf8')).toBe('after\n')
  await writer.close()
})
