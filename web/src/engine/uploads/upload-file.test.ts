import { messages } from '@cresyl/contract/api/messages'
import { beforeEach, expect, test } from 'vitest'
import { CallError } from '../../lib/api/call-error.ts'
import { createTestClock, type TestClock } from '../test-clock.ts'
import { createConnection } from './connection.ts'
import { createGate } from './gate.ts'
import { createPartLine } from './part-line.ts'
import { sendParts } from './send-parts.ts'
import { createSteadyApi } from './steady-api.ts'
import { emptyFile } from './test-file.ts'
import { createTestServer, type TestServer } from './test-server.ts'
import { nowhere } from './test-tab.ts'
import { createTestWorkers } from './test-workers.ts'
import { type UploadTools, uploadFile } from './upload-file.ts'
import { createWorkerPool } from './worker-pool.ts'

const never = new AbortController().signal
let clock: TestClock
let server: TestServer
let told: string[]
let cancelling: AbortController
let tools: UploadTools

beforeEach(() => {
  clock = createTestClock()
  server = createTestServer(clock)
  told = []
  cancelling = new AbortController()
  const connection = createConnection({
    clock,
    probe: async () => !server.away,
    onNetwork: () => undefined,
    leaving: never,
  })
  tools = {
    api: createSteadyApi(server, connection, clock),
    pool: createWorkerPool(createTestWorkers(server).start, clock),
    line: createPartLine(undefined, 5),
    clock,
    connection,
    going: createGate(),
    order: () => 0,
    signal: cancelling.signal,
    leaving: never,
    warn: (message) => told.push(message),
    onBytes: () => undefined,
    onSent: (part) => told.push(`sent ${part}`),
    onFailed: (part) => told.push(`failed ${part}`),
    onCreated: async (id) => void told.push(`created ${id}`),
    onFinishing: () => told.push('finishing'),
    onEnding: ({ message }) => told.push(message),
  }
})

const upload = async (name: string, size: number) => {
  const ended = uploadFile({ name, content: emptyFile(name, size), key: 'k', ...nowhere }, tools)
  await clock.advance(60_000)
  return ended
}

test('the steps are told in their order', async () => {
  const { result, tidied } = await upload('a.svs', 2048)
  expect([result, tidied]).toEqual([
    { success: true, message: messages.upload.completedState, reason: '' },
    true,
  ])
  expect(told).toEqual(['created file-1', 'sent 1', 'finishing', messages.upload.completedState])
})

test('a file that is not as it must be is not announced', async () => {
  const { result } = await upload('a b.exe', 10)
  const faults = [
    messages.file.tooSmall,
    messages.file.nameHasSpaces,
    messages.file.extensionNotAllowed('exe'),
  ]
  expect(result).toEqual({
    success: false,
    message: `Validation failed: ${faults.join(', ')}`,
    reason: '',
  })
  expect(server.calls).toEqual([])
})

test('what the server refuses about it is told in the same way', async () => {
  const fields = { name: [messages.file.nameHasSpaces], project_id: ['There is no such project.'] }
  const refusal = new CallError({ status: 400, code: 'invalid_input', message: 'Refused.', fields })
  tools.api = { ...tools.api, create: () => Promise.reject(refusal) }
  const { result } = await upload('a.svs', 2048)
  expect(result).toEqual({
    success: false,
    message: 'Validation failed: File name cannot contain spaces, There is no such project.',
    reason: '',
  })
})

test('cancelling is a success with a message of its own', async () => {
  server.latency = () => 100
  setImmediate(() => cancelling.abort())
  const { result, tidied } = await upload('a.svs', 2048)
  expect([result, tidied]).toEqual([{ success: true, message: messages.upload.cancelled, reason: '' }, true])
  expect([...server.files.values()]).toMatchObject([{ state: 'aborted', stateMessage: 'Cancelled by user' }])
})

test('what was not foreseen has the usual message, and the rest as its reason', async () => {
  tools.onFinishing = () => {
    throw new TypeError('a bug')
  }
  const { result } = await upload('a.svs', 2048)
  expect(result).toEqual({ success: false, message: messages.upload.failed, reason: 'a bug' })
  expect([...server.files.values()]).toMatchObject([{ state: 'failed', stateMessage: 'Upload failed' }])
})

test('a state that can not be updated after all is stored is noted only', async () => {
  server.fault = ({ name }) => (name === 'setState' ? 'internal' : undefined)
  const { result, tidied } = await upload('a.svs', 2048)
  expect([result.success, tidied]).toEqual([true, true])
  expect(told.at(-1)).toBe('The state of a file could not be updated')
})

test('nothing to send is a failure', async () => {
  await expect(sendParts('file-1', new Blob([]), 5, tools)).rejects.toThrow(messages.upload.noParts)
})

test('a pool that is destroyed ends the whole upload, without retries', async () => {
  tools.pool.destroy()
  const { result } = await upload('a.svs', 2048)
  expect(result).toMatchObject({ success: false, message: messages.upload.poolDestroyed })
  expect(server.callsOf('partUrl')).toHaveLength(1)
})
