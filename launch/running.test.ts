import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findRunning, recordRunning } from './running.js'

let checkout: string
let server: ChildProcess
const pidOf = ({ pid = 0 }: ChildProcess) => pid
const records = () => join(checkout, '.cache', 'running')

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'cresyl-running-'))
  server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
})
afterEach(() => {
  server.kill('SIGKILL')
  rmSync(checkout, { recursive: true })
})

test('a recorded server is found until it is released', () => {
  expect(findRunning(checkout)).toEqual([])
  const before = Date.now()
  const release = recordRunning(pidOf(server), checkout)
  expect(findRunning(checkout)).toEqual([{ pid: server.pid, since: expect.any(Number) }])
  expect(findRunning(checkout)[0]?.since).toBeGreaterThanOrEqual(before)
  release()
  expect(findRunning(checkout)).toEqual([])
})

test('a server that was killed is not found, and the next record clears its away', async () => {
  recordRunning(pidOf(server), checkout)
  server.kill('SIGKILL')
  await once(server, 'exit')
  expect(findRunning(checkout)).toEqual([])
  recordRunning(process.pid, checkout)
  expect(readdirSync(records())).toEqual([String(process.pid)])
})

test('another process that got the number of a dead server is not taken for it', () => {
  recordRunning(pidOf(server), checkout)
  const file = join(records(), String(server.pid))
  const record = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...record, began: 'long ago' }))
  expect(findRunning(checkout)).toEqual([])
})

test('a damaged record, and a folder that cannot be written, are no obstacles', () => {
  recordRunning(pidOf(server), checkout)
  writeFileSync(join(records(), '1'), '')
  expect(findRunning(checkout).map(({ pid }) => pid)).toEqual([server.pid])
  const file = join(checkout, 'file')
  writeFileSync(file, '')
  recordRunning(pidOf(server), file)()
  expect(existsSync(file)).toBe(true)
})
