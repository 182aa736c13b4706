import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { processorTime, residentBytes, sampleMemory } from './process-tree.ts'

/** A process that says when its script is done, and stays. */
async function start(script: string): Promise<ChildProcess & { pid: number }> {
  const child = spawn(
    process.execPath,
    ['-e', `${script}; console.log('done'); setInterval(() => {}, 1000)`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child as ChildProcess & { pid: number }
}

// Mostly in a loop of its own: asking for the time is work of the system, not of the process.
const burn = 'while (process.cpuUsage().user < 300e3) for (let i = 0; i < 1e6; i++);'
const runInChild = (script: string) =>
  `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(script)}])`

describe.runIf(process.platform === 'linux')('of a process and all it started', () => {
  test('the time of the processor is known, also of those that have ended', async () => {
    const idle = await start('')
    const busy = await start(runInChild(burn))
    const [less, more] = [await processorTime(idle.pid), await processorTime(busy.pid)]
    expect(more - less).toBeGreaterThan(200)
  })

  test('the memory is known', async () => {
    const [small, large] = [await start(''), await start('global.kept = Buffer.alloc(200e6, 1)')]
    expect((await residentBytes(large.pid)) - (await residentBytes(small.pid))).toBeGreaterThan(150e6)
  })

  test('the memory is looked at as long as something lasts', async () => {
    const { pid } = await start('')
    const samples = await sampleMemory(pid, (taken) => expect.poll(() => taken.length).toBeGreaterThan(2), 5)
    expect(samples.every(({ bytes }) => bytes > 1e6)).toBe(true)
  })
})
