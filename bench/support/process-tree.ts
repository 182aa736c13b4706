import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Linux counts in hundredths of a second for whoever asks, whatever it does inside. */
const tickMilliseconds = 10

interface ProcessFigures {
  parent: number
  /** Its own and that of children it has seen end. */
  processorMilliseconds: number
}

/** What a process and everything it started have used of the processor until now. */
export async function processorTime(root: number): Promise<number> {
  const all = await readProcesses()
  return treeOf(root, all).reduce((sum, pid) => sum + (all.get(pid)?.processorMilliseconds ?? 0), 0)
}

/** What a process and everything it started have in memory. Pages they share count once. */
export async function residentBytes(root: number): Promise<number> {
  const sizes = treeOf(root, await readProcesses()).map(async (pid) => {
    const shares = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    return Number(/^Pss:\s+(\d+) kB$/m.exec(shares)?.[1] ?? 0) * 1024
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

export interface MemorySample {
  bytes: number
  /** When it was taken, by performance.now(). */
  at: number
}

/** Looks at the memory of the tree while the work is done, which sees the samples taken so far. */
export async function sampleMemory(
  root: number,
  work: (samples: readonly MemorySample[]) => Promise<unknown>,
  everyMilliseconds = 200,
): Promise<MemorySample[]> {
  const samples: MemorySample[] = []
  let running = true
  const sampling = (async () => {
    while (running) {
      samples.push({ bytes: await residentBytes(root), at: performance.now() })
      await sleep(everyMilliseconds)
    }
  })()
  try {
    await work(samples)
  } finally {
    running = false
    await sampling
  }
  return samples
}

function treeOf(root: number, all: ReadonlyMap<number, ProcessFigures>): number[] {
  const children = [...all].filter(([, { parent }]) => parent === root).map(([pid]) => pid)
  return [root, ...children.flatMap((child) => treeOf(child, all))]
}

async function readProcesses(): Promise<Map<number, ProcessFigures>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = new Map<number, ProcessFigures>()
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
    if (stat !== null) found.set(pid, parseStat(stat))
  }
  return found
}

/** The name of the program, in parentheses, may contain anything. */
function parseStat(stat: string): ProcessFigures {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [, parent] = fields
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0)
  return { parent: Number(parent), processorMilliseconds: ticks * tickMilliseconds }
}
