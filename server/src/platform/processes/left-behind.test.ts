import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeTestFolder } from '../postgres/test-surroundings.ts'
import { endLeftBehind } from './left-behind.ts'
import { openProcessFile, readProcesses } from './process-file.ts'

const log = pino({ level: 'silent' })

async function startSleeping(): Promise<ChildProcess & { pid: number }> {
  const child = spawn('sleep', ['60'])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'spawn')
  return child as ChildProcess & { pid: number }
}

function openFile(folder: string) {
  return openProcessFile(folder, (error) => {
    throw error
  })
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

describe('the list of processes', () => {
  test('names those that run, in the order in which they came', async () => {
    const folder = await makeTestFolder()
    const file = openFile(folder)
    const [first, second] = [await startSleeping(), await startSleeping()]
    file.add('api-1', first.pid)
    file.add('worker', second.pid)
    await expect
      .poll(async () => (await readProcesses(folder)).map(({ name, pid }) => [name, pid]))
      .toEqual([
        ['api-1', first.pid],
        ['worker', second.pid],
      ])
    file.remove(first.pid)
    await expect.poll(async () => (await readProcesses(folder)).map(({ name }) => name)).toEqual(['worker'])
    await file.close()
    await expect(readFile(join(folder, 'run', 'processes.json'))).rejects.toThrow()
  })

  test('leaves out those that ended', async () => {
    const folder = await makeTestFolder()
    const child = await startSleeping()
    openFile(folder).add('worker', child.pid)
    await expect.poll(() => readProcesses(folder)).toHaveLength(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await readProcesses(folder)).toEqual([])
  })

  test('is empty where nothing was written, or nothing that can be read', async () => {
    const folder = await makeTestFolder()
    expect(await readProcesses(folder)).toEqual([])
    await mkdir(join(folder, 'run'))
    await writeFile(join(folder, 'run', 'processes.json'), '{"half')
    expect(await readProcesses(folder)).toEqual([])
  })
})

describe('processes that a killed supervisor left behind', () => {
  test('are waited for while they end', async () => {
    const folder = await makeTestFolder()
    const child = await startSleeping()
    openFile(folder).add('api-1', child.pid)
    await expect.poll(() => readProcesses(folder)).toHaveLength(1)
    const lines: string[] = []
    const killing = pino({}, { write: (line: string) => lines.push(line) && child.kill('SIGTERM') })
    await endLeftBehind(folder, killing, 60_000)
    expect(lines).toEqual([expect.stringContaining('waiting for processes')])
    await expect.poll(() => child.signalCode).toBe('SIGTERM')
  })

  test('are ended if they do not', async () => {
    const folder = await makeTestFolder()
    const child = await startSleeping()
    openFile(folder).add('worker', child.pid)
    await expect.poll(() => readProcesses(folder)).toHaveLength(1)
    await endLeftBehind(folder, log, 100)
    await expect.poll(() => child.signalCode).toBe('SIGKILL')
  })

  test('are not mistaken for others that have their id now', async () => {
    const folder = await makeTestFolder()
    const child = await startSleeping()
    await mkdir(join(folder, 'run'))
    const records = [{ name: 'worker', pid: child.pid, began: '1' }]
    await writeFile(join(folder, 'run', 'processes.json'), JSON.stringify(records))
    await endLeftBehind(folder, log, 100)
    expect(isRunning(child)).toBe(true)
  })
})
