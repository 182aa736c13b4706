import { jobDefinitions } from '@cresyl/contract/operations/job-kinds'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApi, request, type TestApi } from './http/test-api.ts'
import { newId } from './platform/id.ts'
import { startWorker, type Worker } from './platform/queue/worker.ts'
import { handlers, onSettled } from './workers/index.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = '00f067aa0ba902b7'

let api: TestApi
let worker: Worker

beforeAll(async () => {
  api = await openTestApi()
  worker = await startWorker(api.context, {
    definitions: jobDefinitions,
    handlers,
    onSettled,
    server: { id: newId(), name: 'test', roles: ['worker'], labels: [], version: '0', slots: 2 },
  })
})

afterAll(async () => {
  await worker?.drain(0)
  await api?.close()
})

function linesOf(wanted: string): Record<string, unknown>[] {
  return api.log.map((line) => JSON.parse(line)).filter((line) => line.trace === wanted)
}

describe('a trace', () => {
  it('leads from the request to what was logged of the job that it started', async () => {
    const headers = { traceparent: `00-${trace}-${parent}-01`, tracestate: 'vendor=hidden' }
    const started = await request(api, api.home.admin, {
      method: 'POST',
      url: '/api/jobs/',
      body: { kind: 'check_audits' },
      headers,
    })
    expect(started.status).toBe(201)

    const answered = linesOf(trace).find((line) => line.msg === 'answered')
    expect(answered).toMatchObject({ method: 'POST', parent, request: started.headers['x-request-id'] })
    await expect
      .poll(() => linesOf(trace).find((line) => line.msg === 'an attempt has ended'), { timeout: 15_000 })
      .toMatchObject({ job: started.json.id, kind: 'check_audits', outcome: 'succeeded' })
    expect(api.log.join('')).not.toContain('vendor=hidden')
  })

  it('begins with a request that names none, or a wrong one', async () => {
    for (const headers of [{}, { traceparent: `00-${'0'.repeat(32)}-${parent}-01` }]) {
      const reply = await request(api, api.home.guest, { url: '/api/tissues/', headers })
      const begun = String(reply.headers['x-request-id']).replaceAll('-', '')

      expect(linesOf(begun)).toMatchObject([{ msg: 'answered', status: 200 }])
      expect(linesOf(begun)[0]).not.toHaveProperty('parent')
    }
  })

  it('is on the lines about addresses that nobody knows, too', async () => {
    const id = 'aaaabbbbccccddddeeeeffff00001111'
    await request(api, null, { url: '/api/nothing', headers: { traceparent: `00-${id}-${parent}-01` } })

    expect(linesOf(id)).toMatchObject([{ msg: 'answered', status: 404 }])
  })
})
