import { type ChangeEvent, changeEvent, eventStream } from '@cresyl/contract/events'
import { backOff } from './back-off.ts'
import { createEventParser } from './event-parser.ts'
import type { LiveEnvironment } from './live-environment.ts'

export interface ConnectionEars {
  change(change: ChangeEvent): void
  /** What was there before may be out of date: also whenever the stream is open anew. */
  reset(): void
  sign(): void
  state(live: boolean): void
}

const beat = eventStream.heartbeatSeconds * 1000
/** A stream that is silent for so long has died without a word, or the machine was asleep. */
const longestSilence = 2.5 * beat
/** Who has just come back to the page doesn't wait that long: one beat that is missing is enough. */
const silenceAtWake = 1.25 * beat
const lookEvery = 5000
/** One that ends sooner counts as failed: whatever ends it would end the next as well. */
const shortestGood = 5000

/** Keeps the stream open, again and again, until told to stop. */
export function keepConnected(environment: LiveEnvironment, ears: ConnectionEars): () => void {
  const { open, now, after, onWake } = environment
  const stopped = new AbortController()
  let current: AbortController | undefined
  let lastSign = 0
  let endPause = () => {}

  function sign(): void {
    lastSign = now()
    ears.sign()
  }

  function giveUpIfSilent(patience: number): void {
    if (current && now() - lastSign > patience) current.abort()
  }

  /** Whether it was open for a while. */
  async function connectOnce(): Promise<boolean> {
    const attempt = new AbortController()
    current = attempt
    lastSign = now()
    let openSince = Number.POSITIVE_INFINITY
    try {
      const response = await open(AbortSignal.any([attempt.signal, stopped.signal]))
      // Signed out, or no member any more: the session knows by now, and ends this.
      if (response.status === 401) stopped.abort()
      if (!response.ok || !response.body) {
        await response.body?.cancel()
        return false
      }
      openSince = now()
      sign()
      ears.state(true)
      ears.reset()
      await readEvents(response.body, { change: ears.change, reset: ears.reset, sign })
    } catch {
      // Whatever went wrong, the next try will tell.
    } finally {
      current = undefined
      if (!stopped.signal.aborted) ears.state(false)
    }
    return now() - openSince > shortestGood
  }

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const cancel = after(milliseconds, resolve)
      endPause = () => {
        cancel()
        resolve()
      }
    })

  async function keep(): Promise<void> {
    for (let failures = 0; !stopped.signal.aborted; ) {
      failures = (await connectOnce()) ? 0 : failures + 1
      if (!stopped.signal.aborted) await pause(backOff(failures))
    }
  }

  let stopLooking = () => {}
  function look(): void {
    giveUpIfSilent(longestSilence)
    stopLooking = after(lookEvery, look)
  }

  look()
  const stopWaking = onWake(() => {
    giveUpIfSilent(silenceAtWake)
    endPause()
  })
  void keep()
  return () => {
    stopped.abort()
    stopLooking()
    stopWaking()
    endPause()
  }
}

interface EventEars {
  change(change: ChangeEvent): void
  reset(): void
  /** Something came, be it only the beat. */
  sign(): void
}

/** Reads an open stream to its end. */
async function readEvents(body: ReadableStream<Uint8Array>, ears: EventEars): Promise<void> {
  const parse = createEventParser(({ event, data }) => {
    if (event === eventStream.reset) ears.reset()
    if (event !== eventStream.change) return
    const change = changeOf(data)
    // A newer server may speak of what this page doesn't know.
    if (change) ears.change(change)
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    ears.sign()
    parse(decoder.decode(part.value, { stream: true }))
  }
}

function changeOf(data: string): ChangeEvent | undefined {
  try {
    return changeEvent.safeParse(JSON.parse(data)).data
  } catch {
    return undefined
  }
}
