import { ApiError, type ErrorCode } from '@cresyl/contract/api/errors'
import type { FileState } from '@cresyl/contract/files/files'
import { chunkCountFor, chunkSizeFor } from '@cresyl/contract/files/uploads'
import { CallError } from '../../lib/api/call-error.ts'
import type { Clock } from '../clock.ts'
import type { NewFile, SentPart, UploadApi } from './upload-api.ts'

export interface ServerFile extends NewFile {
  id: string
  state: FileState
  stateMessage: string
  upload: 'none' | 'open' | 'complete' | 'aborted'
  etags: Map<number, string>
}

export type CallName = 'create' | 'begin' | 'partUrl' | 'put' | 'complete' | 'abort' | 'setState'

export interface ServerCall {
  name: CallName
  at: number
  fileId?: string
  partNumber?: number
  parts?: readonly SentPart[]
  state?: FileState
  message?: string
  url?: string
}

/** `unheard`: it never arrives. `unanswered`: it is carried out, but the answer is lost. `silent`: no end to it. */
export type Fault = 'unheard' | 'unanswered' | 'silent' | ErrorCode

/** Behaves as the contract says, in memory. */
export interface TestServer extends UploadApi {
  readonly files: Map<string, ServerFile>
  readonly calls: ServerCall[]
  /** While true nothing is answered. */
  away: boolean
  /** What goes wrong with a call. */
  fault: (call: ServerCall) => Fault | undefined
  /** Milliseconds until a call is answered. */
  latency: (call: ServerCall) => number
  /** The most parts that were on their way at once. */
  readonly mostPuts: number
  /** Takes a part, as an address of it does; resolves with its ETag. */
  put(url: string, size: number, signal: AbortSignal): Promise<string>
  callsOf(name: CallName): ServerCall[]
}

export function createTestServer(clock: Clock): TestServer {
  const files = new Map<string, ServerFile>()
  const byKey = new Map<string, string>()
  const addresses = new Set<string>()
  const calls: ServerCall[] = []
  let [puts, mostPuts] = [0, 0]

  const find = (id: string): ServerFile => files.get(id) ?? refuse('not_found')
  const expected = (id: string): ServerFile => {
    const file = find(id)
    return file.state === 'created' ? file : refuse('file_state')
  }
  /** Nobody is asked twice in vain: what is given up on this side may be carried out on the other. */
  const answer = async <Reply>(
    call: Omit<ServerCall, 'at'>,
    signal: AbortSignal,
    act: () => Reply,
  ): Promise<Reply> => {
    const made = { ...call, at: clock.now() }
    calls.push(made)
    const fault = server.fault(made)
    if (fault === 'silent')
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    await clock.wait(server.latency(made), signal)
    if (server.away || fault === 'unheard') throw unreachable()
    if (fault !== undefined && fault !== 'unanswered') refuse(fault)
    const reply = act()
    if (fault === 'unanswered') throw unreachable()
    return reply
  }

  const server: TestServer = {
    files,
    calls,
    away: false,
    fault: () => undefined,
    latency: () => 10,
    get mostPuts() {
      return mostPuts
    },
    callsOf: (name) => calls.filter((call) => call.name === name),
    create: (file, key, signal) =>
      answer({ name: 'create' }, signal, () => {
        const id = byKey.get(key) ?? `file-${files.size + 1}`
        byKey.set(key, id)
        const fresh = { state: 'created', stateMessage: '', upload: 'none', etags: new Map() } as const
        if (!files.has(id)) files.set(id, { ...file, ...fresh, id })
        return { id }
      }),
    begin: (fileId, signal) =>
      answer({ name: 'begin', fileId }, signal, () => {
        expected(fileId).upload = 'open'
      }),
    partUrl: (fileId, partNumber, signal) =>
      answer({ name: 'partUrl', fileId, partNumber }, signal, () => {
        if (expected(fileId).upload !== 'open') refuse('upload_closed')
        const url = `https://parts/${fileId}/${partNumber}/${addresses.size}`
        addresses.add(url)
        return url
      }),
    put: async (url, size, signal) => {
      puts += 1
      mostPuts = Math.max(mostPuts, puts)
      try {
        const [fileId = '', part] = url.split('/').slice(3)
        const partNumber = Number(part)
        return await answer({ name: 'put', fileId, partNumber, url }, signal, () => {
          const file = find(fileId)
          if (!addresses.has(url)) refuse('signed_url_invalid')
          if (file.upload !== 'open') refuse('upload_closed')
          if (size !== partSize(file, partNumber)) refuse('invalid_input')
          const etag = `"${partNumber}-${addresses.size}"`
          file.etags.set(partNumber, etag)
          return etag
        })
      } finally {
        puts -= 1
      }
    },
    complete: (fileId, parts, signal) =>
      answer({ name: 'complete', fileId, parts }, signal, () => {
        const file = find(fileId)
        if (file.state === 'stored') return
        if (expected(fileId).upload !== 'open') refuse('upload_closed')
        const isWhole =
          parts.length === chunkCountFor(file.size) &&
          parts.every(({ partNumber, etag }) => file.etags.get(partNumber) === etag)
        if (!isWhole) refuse('parts_mismatch')
        file.upload = 'complete'
        file.state = 'stored'
        file.stateMessage = 'Upload completed'
      }),
    abort: (fileId, signal) =>
      answer({ name: 'abort', fileId }, signal, () => {
        const file = find(fileId)
        if (file.upload === 'open') file.upload = 'aborted'
        return file.state
      }),
    setState: (fileId, state, message, signal) =>
      answer({ name: 'setState', fileId, state, message }, signal, () => {
        const file = find(fileId)
        if (file.state === state) return
        expected(fileId)
        if (state === 'stored') refuse('file_state')
        if (file.upload === 'open') file.upload = 'aborted'
        file.state = state
        file.stateMessage = message
      }),
  }
  return server
}

function partSize({ size }: ServerFile, partNumber: number): number {
  const chunkSize = chunkSizeFor(size)
  return Math.min(size, partNumber * chunkSize) - (partNumber - 1) * chunkSize
}

function refuse(code: ErrorCode): never {
  const { status, message } = new ApiError(code)
  throw new CallError({ status, code, message })
}

function unreachable(): CallError {
  return new CallError({ status: 0, code: 'unreachable', message: 'The server cannot be reached.' })
}
