import type { PartOrder, PartReport } from './part-messages.ts'

/** Runs in a Web Worker: sends slices of files, one at a time. */
const idleMilliseconds = 60_000
/** Browsers tell more often than anybody looks. */
const reportEvery = 250
let current: { id: number; request: XMLHttpRequest } | undefined

self.addEventListener('message', ({ data }: MessageEvent<PartOrder>) => {
  if (data.type === 'send') send(data)
  else if (current?.id === data.id) current.request.abort()
})

function send({ id, url, body }: Extract<PartOrder, { type: 'send' }>): void {
  // fetch tells nothing of how much has left; this request does.
  const request = new XMLHttpRequest()
  current = { id, request }
  const patience = watchStalls(request)
  let reported = 0
  request.open('PUT', url)
  request.upload.addEventListener('progress', ({ loaded, timeStamp }) => {
    patience.renew()
    if (timeStamp - reported < reportEvery) return
    reported = timeStamp
    report({ type: 'progress', id, bytes: loaded })
  })
  // Comes whatever happens: an answer, a lost connection, an abort.
  request.addEventListener('loadend', () => {
    patience.end()
    if (current?.id === id) current = undefined
    report(outcomeOf(id, request))
  })
  request.send(body)
}

function outcomeOf(id: number, request: XMLHttpRequest): PartReport {
  const { status } = request
  const isTaken = status >= 200 && status < 300
  const etag = request.getResponseHeader('ETag')
  if (isTaken && etag) return { type: 'sent', id, etag }
  return { type: 'failed', id, status, message: isTaken ? noEtag : sentenceOf(request) }
}

const noEtag =
  'The storage accepted the part, but its ETag could not be read. An administrator must expose that header to browsers (CORS).'

/** What the server says; a bucket answers in XML. */
function sentenceOf({ status, responseText }: XMLHttpRequest): string {
  if (status === 0) return 'The connection was lost.'
  try {
    const { detail } = JSON.parse(responseText)
    if (typeof detail === 'string') return detail
  } catch {
    // Not ours.
  }
  const message = /<Message>([^<]+)<\/Message>/.exec(responseText)?.[1]
  return message ?? `The part was refused (HTTP ${status}).`
}

/** A connection that is gone without a word would be waited for as long as the system likes. */
function watchStalls(request: XMLHttpRequest): { renew(): void; end(): void } {
  let timer = setTimeout(() => request.abort(), idleMilliseconds)
  return {
    renew: () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), idleMilliseconds)
    },
    end: () => clearTimeout(timer),
  }
}

function report(message: PartReport): void {
  self.postMessage(message)
}
