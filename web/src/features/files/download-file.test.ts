import type { Job } from '@cresyl/contract/operations/jobs'
import { expect, test } from 'vitest'
import { createApi } from '../../lib/api/api.ts'
import { downloadFile } from './download-file.ts'
import { testFile } from './test-file.ts'
import { words } from './words.ts'

const file = testFile()
const jobId = '01977bd0-0000-7000-8000-000000000009'
const token = async () => 'token'
const link = (deidentified = false) =>
  Response.json({ url: '/down', file_name: 'kidney.svs', size: 1, deidentified })
const refused = (status: number, code: string, detail: string, current?: object) =>
  Response.json({ detail, code, ...(current && { current }) }, { status })
const prepared = () => refused(409, 'being_prepared', 'wait', { job_id: jobId })
type End = Pick<Job, 'state' | 'message'>

/** A server that answers in turn, and what became of it on the page. */
function stage(answers: Response[], jobs: (End | null)[] = []) {
  const said: string[] = []
  const begun: string[] = []
  let pauses = 0
  const { call } = createApi({
    origin: 'http://localhost',
    session: { accessToken: token, renew: token, expire: () => {} },
    fetch: async (address) => {
      if (String(address).includes('/files/'))
        return answers.shift() ?? refused(500, 'internal', 'asked too often')
      const end = jobs.shift() ?? null
      return Response.json({ ...end, finished_at: end && '2026-11-15T14:05:00.000Z' })
    },
  })
  const page = {
    call,
    begin: (url: string, name: string) => begun.push(`${url} ${name}`),
    say: (sentence: string) => said.push(sentence),
    pause: async () => {
      pauses += 1
    },
  }
  return { page, said, begun, pauses: () => pauses }
}

test('a file that may be had is downloaded at once, without a word', async () => {
  const { page, said, begun } = stage([link()])
  await downloadFile(file, page)
  expect([begun, said]).toEqual([['/down kidney.svs'], []])
})

test('one whose copy is being made is downloaded once its job has ended', async () => {
  const ended = { state: 'succeeded', message: null } as const
  const { page, said, begun, pauses } = stage([prepared(), link(true)], [null, null, ended])
  await downloadFile(file, page)
  expect(begun).toEqual(['/down kidney.svs'])
  expect(said).toEqual([words.download.preparing(file.name), words.download.started(file.name)])
  expect(pauses()).toBe(2)
})

test.each([
  ['failed', words.download.notMade(file.name, 'The disk is full.')],
  ['cancelled', words.download.cancelled(file.name)],
] as const)('one whose copy has %s is not, and it is said why', async (state, sentence) => {
  const { page, begun } = stage([prepared()], [{ state, message: 'The disk is full.' }])
  await expect(downloadFile(file, page)).rejects.toThrow(sentence)
  expect(begun).toEqual([])
})

test('what the server refuses is said in its words', async () => {
  const { page, said } = stage([refused(403, 'forbidden', 'No copy can be made.')])
  await expect(downloadFile(file, page)).rejects.toThrow('No copy can be made.')
  expect(said).toEqual([])
})

test('a copy that is never there is not waited for without end', async () => {
  const ended = { state: 'succeeded', message: null } as const
  const { page, said } = stage(
    [1, 2, 3, 4].map(prepared),
    [1, 2, 3].map(() => ended),
  )
  await expect(downloadFile(file, page)).rejects.toThrow('wait')
  expect(said).toEqual([words.download.preparing(file.name)])
})
