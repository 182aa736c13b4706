import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const runProgram = promisify(execFile)
const onLinux = process.platform === 'linux'

/** Elsewhere each look is a program of its own. */
const everyMilliseconds = onLinux ? 100 : 1000

export interface MemoryWatch {
  stop(): void
}

/**
 * Looks at how much memory a process has, all of it: what Node can limit by itself leaves out Buffers and whatever
 * native code takes.
 */
export function watchMemory(pid: number, limitBytes: number, onExceeded: () => void): MemoryWatch {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const look = async () => {
    const bytes = await residentBytes(pid).catch(() => 0)
    if (stopped) return
    if (bytes > limitBytes) onExceeded()
    else timer = setTimeout(look, everyMilliseconds)
  }
  timer = setTimeout(look, everyMilliseconds)
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** 0 once the process has ended. */
async function residentBytes(pid: number): Promise<number> {
  const kilobytes = onLinux
    ? /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
    : (await runProgram('ps', ['-o', 'rss=', '-p', String(pid)])).stdout
  return Number(kilobytes ?? 0) * 1024
}
