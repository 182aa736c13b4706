import { removeOldSelections } from '../../domain/annotation-files/remove-old-selections.ts'
import { purgeAnnotations } from '../../domain/annotations/purge-annotations.ts'
import { removeOldExports } from '../../domain/exports/delete-exports.ts'
import { removeOldKeys } from '../../domain/idempotency-keys.ts'
import { removeOldJobs } from '../../domain/jobs/remove-old-jobs.ts'
import { giveUpOldMails } from '../../domain/mail/send-mails.ts'
import { removeOldNotifications } from '../../domain/notifications/remove-old-notifications.ts'
import { removeUnusedPictures } from '../../domain/pictures/pictures.ts'
import { purgeProjects } from '../../domain/projects/purge-projects.ts'
import { purgeSlides } from '../../domain/slides/purge-slides.ts'
import { removeLeftObjects } from '../../domain/slides/remove-left-objects.ts'
import { removeOldViews } from '../../domain/viewers/remove-old-views.ts'
import type { JobHandler } from '../../platform/queue/job-handler.ts'
import { removeLeftFolders } from '../work-folder.ts'
import { type Chore, doChores } from './chores.ts'

const chores: readonly Chore[] = [
  {
    stage: 'Removing exported regions',
    what: ['exported region', 'exported regions'],
    work: removeOldExports,
  },
  {
    stage: 'Removing what interrupted jobs left in the cache',
    what: ['folder of an interrupted job', 'folders of interrupted jobs'],
    work: removeLeftFolders,
  },
  { stage: 'Removing deleted slides', what: ['deleted slide', 'deleted slides'], work: purgeSlides },
  {
    stage: 'Removing what deleted slides left in storage',
    what: ['stored object of a deleted slide', 'stored objects of deleted slides'],
    work: removeLeftObjects,
  },
  {
    stage: 'Removing deleted annotations',
    what: ['deleted annotation', 'deleted annotations'],
    work: purgeAnnotations,
  },
  {
    stage: 'Removing lists of exported annotations',
    what: ['list of exported annotations', 'lists of exported annotations'],
    work: removeOldSelections,
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
  {
    stage: 'Removing old views',
    verb: 'Forgot',
    what: ['view, which the audit log keeps', 'views, which the audit log keeps'],
    work: removeOldViews,
  },
]

/** Removes what has been kept as long as it is to be kept. */
export const purge: JobHandler<object> = async (job, context) => {
  const removed = await doChores(job, context, chores)
  return { message: removed === 0 ? 'Nothing has expired.' : 'Expired items were removed.' }
}
