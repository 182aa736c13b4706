import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { wholeNumber } from './values.ts'

const processRoles = ['api', 'worker'] as const
export type ProcessRole = (typeof processRoles)[number]

export interface ProcessConfig {
  /** What this machine does. */
  roles: readonly ProcessRole[]
  /** How many processes answer requests. */
  apiProcesses: number
  /** What this machine has to offer to jobs that ask for it, sorted. */
  workerLabels: readonly string[]
  /** How many jobs the worker runs at once. */
  workerJobs: number
}

const list = z.string().transform((value) => value.split(',').map((each) => each.trim()))

export const processSettings = {
  CRESYL_ROLES: list
    .pipe(z.array(z.enum(processRoles, 'must be api, worker or api,worker')).nonempty())
    .transform((roles) => processRoles.filter((role) => roles.includes(role)))
    .default(['api', 'worker']),
  CRESYL_API_PROCESSES: wholeNumber(1, 64).default(1),
  CRESYL_WORKER_LABELS: list
    .refine(
      (labels) => labels.every((label) => /^[a-z0-9-]{1,32}$/.test(label)),
      'must be words of small letters, digits and dashes joined by commas, such as gpu,big-memory',
    )
    .transform((labels) => [...new Set(labels)].sort())
    .default([]),
  CRESYL_WORKER_JOBS: wholeNumber(1, 256).optional(),
}

const values = z.object(processSettings)

/** What is wrong with the settings taken together, each being right by itself. */
export function processFaults(given: Record<string, string | undefined>): string[] {
  if (given.DATABASE_URL !== undefined) return []
  const faults = []
  if (given.DATABASE_DIRECT_URL !== undefined) {
    faults.push('DATABASE_DIRECT_URL has no effect without DATABASE_URL; set that too, or remove it')
  }
  if (given.CRESYL_ROLES?.trim() === 'worker') {
    faults.push('DATABASE_URL is missing: CRESYL_ROLES=worker takes its jobs from a database that others use')
  }
  return faults
}

export function processesOf(given: z.output<typeof values>): ProcessConfig {
  return {
    roles: given.CRESYL_ROLES,
    apiProcesses: given.CRESYL_API_PROCESSES,
    workerLabels: given.CRESYL_WORKER_LABELS,
    workerJobs: given.CRESYL_WORKER_JOBS ?? availableParallelism(),
  }
}
