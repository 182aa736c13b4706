import type { Attention, Dashboard } from '@cresyl/contract/dashboard'
import { isolate } from '@cresyl/contract/isolate'
import { jobDefinitions } from '@cresyl/contract/job-kinds'
import { messages } from '@cresyl/contract/messages'
import type { Work } from '../work.ts'
import { countFaults, type Fault, selectFaults, sinceWhen } from './attention-queries.ts'

/** The newest; the count tells of the others. */
const shownFaults = 20

/** What went wrong lately, that this person may know of and has not yet said to have seen. */
export async function readAttention(work: Work): Promise<Dashboard['attention']> {
  const since = await sinceWhen(work)
  const faults = await selectFaults(work, since, shownFaults)
  const count = faults.length < shownFaults ? faults.length : await countFaults(work, since)
  return { count, results: faults.map(viewFault) }
}

function viewFault(fault: Fault): Attention {
  const { id, at, by } = fault
  return { id, at: at.toISOString(), by, ...describe(fault) }
}

function describe(fault: Fault): Pick<Attention, 'kind' | 'title' | 'message'> {
  const { name, message } = fault
  if (fault.kind === 'job_failed') {
    const label = fault.predictor ?? jobDefinitions[fault.job].label
    return {
      kind: 'job_failed',
      title: fault.subject === null ? label : `${label}: ${isolate(fault.subject)}`,
      message: message || 'It failed for an unknown reason. Look at its log, then try it again.',
    }
  }
  if (fault.kind === 'upload_failed') {
    return { kind: 'upload_failed', title: name, message: `${sentence(message)} Send the file again.` }
  }
  if (fault.kind === 'qc_failed') return { kind: 'qc_failed', title: name, message }
  return {
    kind: 'file_unreadable',
    title: name,
    message: message || 'The file could not be read. Look at its file, and have it read again.',
  }
}

function sentence(text: string): string {
  return (text || messages.upload.failed).replace(/[^.!?]$/, '$&.')
}
