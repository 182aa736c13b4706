import type { ServerResponse } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { requestLimits } from '@cresyl/contract/api/limits'
import type { FastifyReply } from 'fastify'

/** Sending may take hours, but not while nobody reads it. */
export function endStalledReply({ raw }: FastifyReply): void {
  raw.setTimeout(requestLimits.idleSeconds * 1000, () => raw.destroy())
}

/** What has to be taken in that time by who holds one of a few places: 4 KB a second, less than any telephone line. */
const leastPace = { bytes: 120 * 1024, milliseconds: 30_000 }

/** Hands content on to a reply, and ends it where its reader is slower than that. Who writes it may take their time. */
export function atLeastPace(content: Readable, raw: ServerResponse, least = leastPace): Readable {
  let taken = 0
  const through = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      taken += chunk.length
      done(null, chunk)
    },
  })
  const watch = setInterval(() => {
    const isReaderAwaited = through.readableLength > 0 || raw.writableLength > 0
    if (isReaderAwaited && taken < least.bytes) raw.destroy()
    taken = 0
  }, least.milliseconds).unref()
  const end = () => {
    clearInterval(watch)
    content.destroy()
  }
  if (raw.closed) end()
  else raw.once('close', end)
  content.once('error', (error) => through.destroy(error))
  return content.pipe(through)
}
