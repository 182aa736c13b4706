import { describe, expect, test } from 'vitest'
import { parse, refusal } from './test-parse.ts'

describe('what a machine does', () => {
  const external = { DATABASE_URL: 'postgres://localhost/cresyl' }

  test.each([
    ['api', ['api']],
    ['worker', ['worker']],
    ['api,worker', ['api', 'worker']],
    ['worker, api', ['api', 'worker']],
  ])('CRESYL_ROLES=%s', (given, roles) => {
    expect(parse({ ...external, CRESYL_ROLES: given }).processes.roles).toEqual(roles)
  })

  test('how many processes and jobs, and what it has to offer', () => {
    const environment = {
      CRESYL_API_PROCESSES: '4',
      CRESYL_WORKER_JOBS: '12',
      CRESYL_WORKER_LABELS: 'gpu, big-memory,gpu',
    }
    expect(parse(environment).processes).toEqual({
      roles: ['api', 'worker'],
      apiProcesses: 4,
      workerLabels: ['big-memory', 'gpu'],
      workerJobs: 12,
    })
  })

  test.each([
    [{ ...external, CRESYL_ROLES: 'web' }, 'CRESYL_ROLES must be api, worker or api,worker'],
    [{ CRESYL_API_PROCESSES: '0' }, 'CRESYL_API_PROCESSES must be a number from 1 to 64'],
    [{ CRESYL_API_PROCESSES: 'two' }, 'CRESYL_API_PROCESSES must be a number from 1 to 64'],
    [{ CRESYL_WORKER_JOBS: '257' }, 'CRESYL_WORKER_JOBS must be a number from 1 to 256'],
    [
      { CRESYL_WORKER_LABELS: 'GPU' },
      'CRESYL_WORKER_LABELS must be words of small letters, digits and dashes joined by commas, such as gpu,big-memory',
    ],
    [
      { DATABASE_DIRECT_URL: 'postgres://db/cresyl' },
      'DATABASE_DIRECT_URL has no effect without DATABASE_URL; set that too, or remove it',
    ],
    [
      { ...external, DATABASE_DIRECT_URL: 'db' },
      'DATABASE_DIRECT_URL must be an address such as postgres://user:password@host/database',
    ],
    [
      { CRESYL_ROLES: 'worker' },
      'DATABASE_URL is missing: CRESYL_ROLES=worker takes its jobs from a database that others use',
    ],
  ])('%o is refused', (environment, fault) => {
    expect(refusal(environment)).toBe(
      `Cresyl can't start: ${fault}. Correct this (docs/configuration.md lists every setting).`,
    )
  })
})

test('fewer than two processes that decode tiles are refused: one that is stuck would hold up all', () => {
  expect(refusal({ CRESYL_DECODE_PROCESSES: '1' })).toContain('CRESYL_DECODE_PROCESSES')
  expect(parse({ CRESYL_DECODE_PROCESSES: '3' }).slides.decodeProcesses).toBe(3)
})
