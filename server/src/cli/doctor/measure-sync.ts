import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const rounds = 9
const page = randomBytes(8192)

/** How long the folder's disk takes to make a page safe, in milliseconds: the middle one of a few tries. */
export function measureSync(folder: string): number {
  const path = join(folder, `.doctor-${randomBytes(4).toString('hex')}`)
  const file = openSync(path, 'wx', 0o600)
  try {
    // The first one also makes the file itself safe.
    const times = Array.from({ length: rounds + 1 }, () => timeOf(file)).slice(1)
    return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
  } finally {
    closeSync(file)
    rmSync(path)
  }
}

function timeOf(file: number): number {
  writeSync(file, page)
  const started = performance.now()
  fsyncSync(file)
  return performance.now() - started
}
