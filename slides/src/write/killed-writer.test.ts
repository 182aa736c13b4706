import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makePicture } from './test-support/picture.ts'
import { openSlide } from './test-support/read-back.ts'
import { useTemporaryFolder } from './test-support/temporary-folder.ts'
import { writePicture } from './test-support/write-picture.ts'

const path = useTemporaryFolder()
const script = fileURLToPath(new URL('./test-support/endless-writer.ts', import.meta.url))

test('a writer that is killed leaves no file at its path, and the next one succeeds', async () => {
  const child = spawn(process.execPath, [script, path('killed')], { stdio: ['ignore', 'pipe', 'inherit'] })
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('the writer ended by itself'))),
  ])
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  expect((await exit)[1]).toBe('SIGKILL')

  expect(existsSync(path('killed'))).toBe(false)
  expect((await stat(path('killed.partial'))).size).toBeGreaterThan(10 * 65_536)
  await expect(openSlide(path('killed.partial'))).rejects.toMatchObject({
    name: 'SlideError',
    code: 'malformed',
    message: 'TIFF header: names no directory; the file was not finished',
  })
  await writePicture(path('killed'), makePicture(40, 40))
  await (await openSlide(path('killed'))).close()
  expect(await readdir(dirname(path('killed')))).toEqual(['killed'])
})
