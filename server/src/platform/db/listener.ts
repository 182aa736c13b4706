import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'

export interface Listener {
  /**
   * Whether what was said until about two seconds ago has been heard: what is remembered until the database says
   * otherwise can be relied on only then.
   */
  readonly isCurrent: boolean
  /** Hears what is said on the channel from now on. Returns how to stop. */
  on(channel: string, heard: (payload: string) => void): () => void
  /** Called whenever the connection is there, or there again: what was said until then was missed. */
  onReconnect(missed: () => void): () => void
  close(): Promise<void>
}

const channelName = /^[a-z_]+$/
const longestPause = 5000
/** Silence says nothing by itself: so often the database is asked whether it is still there. */
const pingMilliseconds = 750
/** And so often while nobody has relied on it for a while, which costs next to nothing. */
const restingMilliseconds = 6000
const reliedOnFor = 30_000

/**
 * One connection that hears notifications of the database, opened when someone listens and again whenever it is
 * lost. It must not lead through a pooler that shares connections between transactions.
 */
export function openListener({ url, log }: { url: string; log: Log }): Listener {
  const channels = new Map<string, Set<(payload: string) => void>>()
  const reconnected = new Set<() => void>()
  const closing = new AbortController()
  let connection: Connection | undefined
  let keeping: Promise<void> | undefined
  let isCurrent = false
  let reliedOnAt = Number.NEGATIVE_INFINITY
  const isReliedOn = () => performance.now() - reliedOnAt < reliedOnFor

  const tellMissed = () => {
    for (const missed of reconnected) missed()
  }

  const keep = async () => {
    let pause = 100
    while (!closing.signal.aborted) {
      try {
        const { gone } = await connect()
        tellMissed()
        isCurrent = connection !== undefined
        pause = 100
        await gone
        if (!closing.signal.aborted) log.warn('the connection that hears notifications was lost')
      } catch (error) {
        log.warn({ err: error }, 'notifications of the database cannot be heard; this is tried again')
      }
      await sleep(pause, undefined, { signal: closing.signal }).catch(() => {})
      pause = Math.min(pause * 2, longestPause)
    }
  }

  const connect = async (): Promise<{ gone: Promise<void> }> => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'cresyl listener',
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
    })
    const { promise: gone, resolve: lose } = Promise.withResolvers<void>()
    fresh.on('error', () => lose())
    fresh.on('end', () => lose())
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const heard of channels.get(channel) ?? []) heard(payload)
    })
    await fresh.connect()
    // Closed meanwhile: nobody else would end it.
    if (closing.signal.aborted) {
      await fresh.end()
      return { gone }
    }
    const ask = inTurn((question) => fresh.query(question))
    let unanswered = false
    let askedAt = performance.now()
    const ping = () => {
      if (unanswered) {
        isCurrent = false
        return
      }
      unanswered = true
      askedAt = performance.now()
      // Everything comes in order: with the answer, all that was said before it has been heard.
      const answered = () => {
        unanswered = false
        isCurrent = connection === own
      }
      ask('select 1').then(answered, lose)
    }
    const own: Connection = { ask, ping, end: () => fresh.end() }
    connection = own
    const pinging = setInterval(() => {
      if (isReliedOn() || performance.now() - askedAt >= restingMilliseconds) ping()
    }, pingMilliseconds)
    const ended = gone.finally(() => {
      clearInterval(pinging)
      connection = undefined
      isCurrent = false
      fresh.end().catch(() => {})
    })
    for (const channel of channels.keys()) await own.ask(`listen ${channel}`).catch(lose)
    return { gone: ended }
  }

  /** A channel more on the connection that is there: what was said on it until now was missed. */
  const addChannel = async ({ ask, end }: Connection, channel: string) => {
    try {
      await ask(`listen ${channel}`)
      tellMissed()
    } catch (error) {
      log.warn({ err: error }, 'listening failed; the connection is opened anew')
      // Left open, it would pass for one that hears everything.
      await end().catch(() => {})
    }
  }

  return {
    get isCurrent() {
      const isKnown = isReliedOn()
      reliedOnAt = performance.now()
      if (!isKnown) {
        // The last answer is too old to say anything.
        isCurrent = false
        connection?.ping()
      }
      return isCurrent
    },
    on: (channel, heard) => {
      if (!channelName.test(channel)) throw new Error(`${channel} is not a name for a channel`)
      const ears = channels.get(channel) ?? new Set()
      ears.add(heard)
      if (!channels.has(channel)) {
        channels.set(channel, ears)
        if (connection) addChannel(connection, channel)
        keeping ??= keep()
      }
      return () => ears.delete(heard)
    },
    onReconnect: (missed) => {
      reconnected.add(missed)
      return () => reconnected.delete(missed)
    },
    close: async () => {
      closing.abort()
      await connection?.end().catch(() => {})
      await keeping
    },
  }
}

interface Connection {
  ask(question: string): Promise<unknown>
  ping(): void
  end(): Promise<void>
}

/** One after the other, as the driver wants to be asked. */
function inTurn(ask: Connection['ask']): Connection['ask'] {
  let last: Promise<unknown> = Promise.resolve()
  return (question) => {
    const answer = last.then(() => ask(question))
    last = answer.catch(() => {})
    return answer
  }
}
