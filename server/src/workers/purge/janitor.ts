import { foldSums } from '../../domain/dashboard/fold-sums.ts'
import { failInterruptedFiles, storeAssembledFiles } from '../../domain/files/mend-uploads.ts'
import { removeGoneServers } from '../../domain/jobs/list-servers.ts'
import { queueDigests } from '../../domain/notifications/queue-digests.ts'
import { warnOfStorage } from '../../domain/notifications/warn-of-storage.ts'
import type { Context } from '../../platform/context.ts'
import type { JobHandler } from '../../platform/queue/job-handler.ts'
import { type Chore, doChores } from './chores.ts'

/** Uploads that nobody goes on with end here as well. */
async function cleanStorage({ storage, log }: Context): Promise<number> {
  const { interrupted, removed } = await storage.clean()
  for (const upload of interrupted) log.info(upload, 'an upload was left alone for too long and was aborted')
  return interrupted.length + removed
}

// Before storage is tidied, which forgets old uploads, and again for what it has just assembled.
const storeAssembled: Chore = {
  stage: 'Storing files whose parts have all arrived',
  verb: 'Stored',
  what: ['file whose parts had all arrived', 'files whose parts had all arrived'],
  work: storeAssembledFiles,
}

const chores: readonly Chore[] = [
  storeAssembled,
  {
    stage: 'Tidying storage',
    what: ['unfinished upload or write', 'unfinished uploads or writes'],
    work: cleanStorage,
  },
  storeAssembled,
  {
    stage: 'Ending uploads that were interrupted',
    verb: 'Ended',
    what: ['upload that was interrupted', 'uploads that were interrupted'],
    work: failInterruptedFiles,
  },
  { stage: 'Removing servers that are gone', what: ['server', 'servers'], work: removeGoneServers },
  {
    stage: 'Checking how full storage is',
    verb: 'Told of',
    what: ['organisation whose storage is nearly full', 'organisations whose storage is nearly full'],
    work: warnOfStorage,
  },
  {
    stage: 'Writing e-mails about unread notifications',
    verb: 'Queued',
    what: ['e-mail about unread notifications', 'e-mails about unread notifications'],
    work: queueDigests,
  },
  { stage: 'Adding up counts', verb: 'Added up', what: ['count', 'counts'], work: foldSums },
]

/** Puts in order what crashes and interruptions left behind. */
export const janitor: JobHandler<object> = async (job, context) => {
  const removed = await doChores(job, context, chores)
  return {
    message:
      removed === 0 ? 'There was nothing to tidy up.' : 'What interruptions had left behind was cleaned up.',
  }
}
