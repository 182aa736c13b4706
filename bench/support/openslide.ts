import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { LaunchFailure } from '../../launch/failure.js'
import type { Stage } from './stage.ts'

const program = fileURLToPath(new URL('./openslide.py', import.meta.url))

export interface OpenSlide {
  version: string
  /** CPU ms of opening and closing a file so many times, each time with a tile of full resolution where one is named. */
  open(order: { path: string; times: number; tile: { x: number; y: number } | null }): Promise<number>
  /** CPU ms of `count` tiles of full resolution from number `first` on. */
  read(order: { path: string; columns: number; first: number; count: number }): Promise<number>
}

/** The library of Debian in a process of Python, which its CPU time is asked of. */
export async function startOpenSlide(stage: Stage): Promise<OpenSlide> {
  const child = spawn('python3', [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const started = await once(child, 'spawn').then(
    () => true,
    () => false,
  )
  if (!started) throw missing()
  const ended = once(child, 'exit')
  stage.onEnd(async () => {
    child.stdin.end()
    await ended
  })
  // An order that can't be sent is one that isn't answered either.
  child.stdin.on('error', () => {})
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answer = async () => {
    const { value, done } = await lines.next()
    if (done) throw new LaunchFailure('OpenSlide, which the figures are compared with, ended early.')
    return JSON.parse(value)
  }
  const { version } = await answer()
  if (version === undefined) throw missing()
  const ask = async (order: object): Promise<number> => {
    child.stdin.write(`${JSON.stringify(order)}\n`)
    return (await answer()).milliseconds
  }
  return {
    version,
    open: (order) => ask({ task: 'open', ...order }),
    read: (order) => ask({ task: 'read', ...order }),
  }
}

const missing = () =>
  new LaunchFailure(
    'OpenSlide, which the figures are compared with, is not installed here. Install it (`sudo apt-get install libopenslide0 python3`) and run the command again.',
  )
