import { checkObjects, type ObjectsVerdict } from '../../domain/storage/check-objects.ts'
import { JobFailure, type JobHandler } from '../../platform/queue/job-handler.ts'
import { organizationOf } from '../organization-of.ts'
import { quantity } from '../quantity.ts'

/** More would only fill the log: what to do is the same. */
const namedFaults = 200

/** Reads every file that the organisation has stored and compares it with what was stored. */
export const checkStorage: JobHandler<object> = async (job, context) => {
  const { id } = await organizationOf(job)
  job.stage('Reading stored files')
  let named = 0
  const verdict = await checkObjects(context, id, {
    signal: job.signal,
    progress: (done, total) => job.progress(done, total),
    fault: (sentence) => {
      named += 1
      if (named <= namedFaults) job.say(sentence, 'error')
    },
  })
  if (named > namedFaults)
    job.say(`${quantity(named - namedFaults, 'more fault is', 'more faults are')} not named here.`, 'error')
  if (verdict.unhashed > 0) job.say(describeUnhashed(verdict))
  if (verdict.faulty > 0) throw new JobFailure(describeFaults(verdict))
  return { message: describeSound(verdict) }
}

function describeUnhashed({ unhashed }: ObjectsVerdict): string {
  return `Without a hash to compare with, only readability and size of ${quantity(unhashed, 'file')} could be checked.`
}

function describeFaults({ faulty, objects }: ObjectsVerdict): string {
  const what = quantity(faulty, 'fault was', 'faults were')
  return `${what} found among ${quantity(objects, 'file')}; the log of this check names them. Restore what is damaged or missing from a backup.`
}

function describeSound({ objects, bytes }: ObjectsVerdict): string {
  if (objects === 0) return 'Nothing is stored yet.'
  return `${quantity(objects, 'file')} (${describeBytes(bytes)}) ${objects === 1 ? 'is' : 'are'} as stored.`
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB']

function describeBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const value = bytes / 1024 ** step
  return `${step === 0 ? value : value.toFixed(1)} ${units[step]}`
}
