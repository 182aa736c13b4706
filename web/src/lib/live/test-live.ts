import type { ChangeEvent } from '@cresyl/contract/events'
import type { LiveEnvironment } from './live-environment.ts'

interface Timer {
  at: number
  act: () => void
}

/** Time that passes only when told to. */
export class TestTime {
  private time = 1_000_000
  private timers = new Set<Timer>()

  now = (): number => this.time

  after = (milliseconds: number, act: () => void): (() => void) => {
    const timer = { at: this.time + milliseconds, act }
    this.timers.add(timer)
    return () => this.timers.delete(timer)
  }

  /** Lets it pass, with everything that is due on the way. */
  async pass(milliseconds: number): Promise<void> {
    await settle()
    const end = this.time + milliseconds
    for (let next = this.dueBefore(end); next; next = this.dueBefore(end)) {
      this.timers.delete(next)
      this.time = Math.max(this.time, next.at)
      next.act()
      await settle()
    }
    this.time = end
    await settle()
  }

  /** As when the machine was asleep: nothing that was due on the way happened. */
  jump(milliseconds: number): void {
    this.time += milliseconds
  }

  private dueBefore(end: number): Timer | undefined {
    return [...this.timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
  }
}

/** Promises, streams, locks and channels of this process get their turn. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** A server that people open streams at, as far as a tab sees of it. */
export class TestServer {
  reply: 'stream' | 'refused' | 'broken' | 'unreachable' = 'stream'
  asked = 0
  private open = new Set<ReadableStreamDefaultController<Uint8Array>>()

  get streams(): number {
    return this.open.size
  }

  connect = async (signal: AbortSignal): Promise<Response> => {
    this.asked += 1
    if (this.reply === 'unreachable') throw new TypeError('Failed to fetch')
    if (this.reply === 'refused') return new Response('{}', { status: 401 })
    if (this.reply === 'broken') return new Response('<h1>Bad gateway</h1>', { status: 502 })
    return new Response(this.newStream(signal))
  }

  say(text: string): void {
    for (const stream of this.open) stream.enqueue(new TextEncoder().encode(text))
  }

  change(change: ChangeEvent): void {
    this.say(`event: change\ndata: ${JSON.stringify(change)}\n\n`)
  }

  beat(): void {
    this.say(': beat\n\n')
  }

  end(): void {
    for (const stream of this.open) stream.close()
    this.open.clear()
  }

  private newStream(signal: AbortSignal): ReadableStream<Uint8Array> {
    return new ReadableStream({
      start: (stream) => {
        this.open.add(stream)
        signal.addEventListener('abort', () => {
          if (this.open.delete(stream)) stream.error(signal.reason)
        })
      },
    })
  }
}

export interface TestEnvironment extends LiveEnvironment {
  wake(): void
}

export function testEnvironment(time: TestTime, server: TestServer): TestEnvironment {
  const waking = new Set<() => void>()
  return {
    open: server.connect,
    locks: { request: (name, options, hold) => navigator.locks.request(name, options, hold) },
    openChannel: (name) => new BroadcastChannel(name),
    now: time.now,
    after: time.after,
    onWake: (listener) => {
      waking.add(listener)
      return () => waking.delete(listener)
    },
    wake: () => {
      for (const listener of waking) listener()
    },
  }
}
