import type { RouteRequest } from '@cresyl/contract/route'
import type { listSlideHistory, SlideHistoryEntry } from '@cresyl/contract/slide-history'
import { requirePermission } from '../access.ts'
import { changeNames } from '../audit/change-names.ts'
import { qcIn } from '../audit/qc-in-history.ts'
import type { Rows } from '../resource.ts'
import type { Work } from '../work.ts'
import { countHistory, historySubjects, selectHistory } from './history-queries.ts'
import { findSlide } from './queries.ts'

type HistoryQuery = RouteRequest<typeof listSlideHistory>['query']

/** What the audit log tells of a slide, its file and its images, in names instead of ids. */
export async function listHistory(
  { tx, member }: Work,
  slideId: string,
  query: HistoryQuery,
): Promise<Rows<SlideHistoryEntry>> {
  requirePermission(member, 'read:slides')
  const { slide } = await findSlide(tx, slideId)
  const subjects = await historySubjects(tx, slide)
  const found = await selectHistory(tx, subjects, query)
  const changes = await changeNames(tx, found)
  const results = found.map(({ id, event, occurredAt, details, person }) => ({
    id,
    event,
    occurred_at: occurredAt.toISOString(),
    person,
    visiting: details.superadmin === true,
    revealed: revealedIn(event, details),
    qc: qcIn(event, details),
    changes: changes.get(id) ?? [],
  }))
  return { count: await countHistory(tx, subjects), results }
}

function revealedIn(event: string, { kind }: Record<string, unknown>): SlideHistoryEntry['revealed'] {
  return event === 'label.revealed' && (kind === 'label' || kind === 'macro') ? kind : null
}
