import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLock } from './lock.js'
import { createSteps } from './steps.js'

let folder: string
let shown: string
const steps = createSteps({ write: (text) => (shown += text) }, {})
const lock = () => join(folder, 'made', 'install.lock')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cresyl-lock-'))
  shown = ''
})
afterEach(() => rmSync(folder, { recursive: true }))

test('two who want the lock work one after the other, and the second is told', async () => {
  const events: string[] = []
  const work = (name: string) =>
    withLock(lock(), steps, async () => {
      events.push(`${name} begins`)
      await pause(300)
      events.push(`${name} ends`)
    })
  await Promise.all([work('a'), pause(50).then(() => work('b'))])
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  expect(shown).toContain('Waited for another command')
  expect(existsSync(lock())).toBe(false)
})

test('the lock of a process that is gone is taken over', async () => {
  await withLock(lock(), steps, async () => {})
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(lock(), `${pid} 0\n`)
  expect(await withLock(lock(), steps, async () => 'worked')).toBe('worked')
})

test('a failure inside releases the lock', async () => {
  await expect(withLock(lock(), steps, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(existsSync(lock())).toBe(false)
})
