import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const times = 150
const program = fileURLToPath(new URL('test-support/open-often.ts', import.meta.url))

test('opening, reading and closing hundreds of slides, good and bad, keeps neither files nor memory', () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--expose-gc', program, String(times)], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  const { openFiles, grownBytes, read, refused } = JSON.parse(stdout)
  expect({ openFiles, read, refused }).toEqual({ openFiles: 0, read: times, refused: times })
  // So many small slides that stay would be 3 MB.
  expect(grownBytes).toBeLessThan(1024 * 1024)
}, 60_000)
