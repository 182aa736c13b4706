import { removeGoneServers } from '../domain/servers/remove-gone-servers.ts'
import type { Context } from '../platform/context.ts'
import type { JobHandler } from '../platform/queue/job-handler.ts'
import { type Chore, doChores } from './chores.ts'

/** Uploads that nobody goes on with end here as well. */
async function cleanStorage({ storage, log }: Context): Promise<number> {
  const { interrupted, removed } = await storage.clean()
  for (const upload of interrupted) log.info(upload, 'an upload was left alone for too long and was aborted')
  return interrupted.length + removed
}

const chores: readonly Chore[] = [
  {
    stage: 'Tidying storage',
    what: ['unfinished upload or write', 'unfinished uploads or writes'],
    work: cleanStorage,
  },
  { stage: 'Forgetting machines that are gone', what: ['machine', 'machines'], work: removeGoneServers },
]

/** Puts in order what crashes and interruptions left behind. */
export const janitor: JobHandler<object> = async (job, context) => {
  const removed = await doChores(job, context, chores)
  return {
    message: removed === 0 ? 'Everything was tidy.' : 'What interruptions had left behind was removed.',
  }
}
