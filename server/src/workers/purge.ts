import { removeOldKeys } from '../domain/idempotency/old-keys.ts'
import { removeOldJobs } from '../domain/jobs/remove-old-jobs.ts'
import { giveUpOldMails } from '../domain/mail/send-mails.ts'
import { removeOldNotifications } from '../domain/notifications/remove-old-notifications.ts'
import { removeUnusedPictures } from '../domain/pictures/remove-unused-pictures.ts'
import { purgeProjects } from '../domain/projects/purge-projects.ts'
import { purgeSlides } from '../domain/slides/purge-slides.ts'
import { removeLeftObjects } from '../domain/slides/remove-left-objects.ts'
import type { JobHandler } from '../platform/queue/job-handler.ts'
import { type Chore, doChores } from './chores.ts'

const chores: readonly Chore[] = [
  { stage: 'Removing deleted slides', what: ['deleted slide', 'deleted slides'], work: purgeSlides },
  {
    stage: 'Removing what deleted slides left in storage',
    what: ['stored object of what is gone', 'stored objects of what is gone'],
    work: removeLeftObjects,
  },
  { stage: 'Removing deleted projects', what: ['deleted project', 'deleted projects'], work: purgeProjects },
  { stage: 'Removing old jobs', what: ['finished job', 'finished jobs'], work: removeOldJobs },
  {
    stage: 'Removing old notifications',
    what: ['notification', 'notifications'],
    work: removeOldNotifications,
  },
  { stage: 'Removing unused pictures', what: ['picture', 'pictures'], work: removeUnusedPictures },
  {
    stage: 'Giving up old e-mails',
    what: ['e-mail that could not be sent', 'e-mails that could not be sent'],
    work: giveUpOldMails,
  },
  { stage: 'Removing old request keys', what: ['request key', 'request keys'], work: removeOldKeys },
]

/** Removes what has been kept as long as it is to be kept. */
export const purge: JobHandler<object> = async (job, context) => {
  const removed = await doChores(job, context, chores)
  return { message: removed === 0 ? 'Nothing had expired.' : 'What had expired was removed.' }
}
