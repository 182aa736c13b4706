import { type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StorageHarness } from './harness.ts'

export interface PartReply {
  status: number
  /** As the header has it. */
  etag: string
  code: string | undefined
}

export async function sendPart(url: string, bytes: Uint8Array, method = 'PUT'): Promise<PartReply> {
  const reply = await fetch(url, { method, body: Buffer.from(bytes) })
  const text = await reply.text()
  const { code } = text.startsWith('{') ? JSON.parse(text) : { code: undefined }
  return { status: reply.status, etag: reply.headers.get('etag') ?? '', code }
}

export interface StalledPart {
  request: ClientRequest
  /** The status, or `cut off`. */
  outcome: Promise<number | 'cut off'>
}

/** How long a storage is given to write what it got; and, where it can't tell, to take notice of the request. */
const writeMilliseconds = 100
const noticeMilliseconds = 500

/** Sends the beginning of a part and then nothing more, until told. The storage has taken notice of it by then. */
export async function sendHalf(
  { hooks, storage }: Pick<StorageHarness, 'hooks' | 'storage'>,
  url: string,
  bytes: Uint8Array,
): Promise<StalledPart> {
  const { promise: noticed, resolve: notice } = Promise.withResolvers<void>()
  const { pause } = hooks
  hooks.pause = (point) => {
    if (point === 'part: claimed') notice()
    return pause(point)
  }
  const sent = request(url, { method: 'PUT', headers: { 'content-length': bytes.length }, agent: false })
  const outcome = new Promise<number | 'cut off'>((resolve) => {
    sent.on('response', (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    })
    sent.on('error', () => resolve('cut off'))
  })
  await new Promise<void>((resolve) => {
    sent.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => resolve())
  })
  if (storage.kind === 's3') setTimeout(notice, noticeMilliseconds)
  await noticed
  await sleep(writeMilliseconds)
  hooks.pause = pause
  return { request: sent, outcome }
}

export async function finishHalf({ request: sent, outcome }: StalledPart, bytes: Uint8Array) {
  if (!sent.destroyed) sent.end(bytes.subarray(Math.floor(bytes.length / 2)))
  return outcome
}
