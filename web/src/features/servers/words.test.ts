import { bytes } from '@cresyl/contract/api/limits'
import type { Server } from '@cresyl/contract/operations/servers'
import { expect, test } from 'vitest'
import { words } from './words.ts'

const server: Server = {
  id: '0199f0a0-0000-7000-8000-000000000001',
  name: 'worker-1',
  roles: ['worker'],
  labels: [],
  version: '0.1.0',
  state: 'active',
  cores: 8,
  memory_bytes: 31 * bytes.GB,
  slots: 2,
  running_jobs: 1,
  started_at: '2026-11-15T14:00:00.000Z',
  last_seen_at: '2026-11-15T14:00:00.000Z',
}

test('what a server has is said with its units', () => {
  expect([words.cores(8), words.cores(1), words.memory(31.26 * bytes.GB)]).toEqual([
    '8 cores',
    '1 core',
    '31.3 GB',
  ])
  expect(words.running(server)).toBe('1 of 2 jobs running')
  expect(words.running({ ...server, slots: null })).toBe('1 job running')
  const more = { ...server, running_jobs: 3 }
  expect([words.jobs(more), words.running(more)]).toEqual(['3, 2 slots', '3 jobs running, 2 slots'])
})
