import type { QcJobWithMeasures } from '@cresyl/contract/qc/qc-jobs'
import { useQueryClient } from '@tanstack/react-query'
import { framedBox } from '../../../engine/viewer/tools/framing.ts'
import { useApi, usePermission } from '../../../lib/session/session-context.tsx'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { useWorkspace } from '../viewer-context.tsx'
import { standingOf } from './checks.ts'
import { nextPlace } from './next-place.ts'
import { useQcDesk } from './qc-desk.tsx'
import { checkQuery, checksQuery } from './queries.ts'
import { words } from './words.ts'

type Check = Pick<QcJobWithMeasures, 'id' | 'regions' | 'measures'>

/** Leads from place to place of what quality control points out in the pane in use. */
export function usePlaceSteps() {
  const desk = useQcDesk()
  const workspace = useWorkspace()
  const client = useQueryClient()
  const api = useApi()
  const mayRead = usePermission('read:qc_jobs')

  async function shownCheck(imageId: string): Promise<Check | undefined> {
    const { results } = await client.fetchQuery(checksQuery(api, imageId))
    const { shown } = standingOf(results, desk.chosenCheck(imageId))
    return shown && client.fetchQuery(checkQuery(api, shown.id))
  }

  function goTo({ id, regions, measures }: Check, index: number) {
    const view = workspace.activeView()
    const region = regions[index]
    if (view === null || region === undefined) return
    desk.visit(view.image.id, { checkId: id, regions, measures, index })
    view.show(framedBox(view, region), { animated: true })
  }

  async function step(by: 1 | -1) {
    const imageId = workspace.activeView()?.image.id
    if (imageId === undefined || !mayRead) return
    try {
      const check = await shownCheck(imageId)
      if (check === undefined) return showToast(words.regions.notChecked, 'info')
      if (check.regions.length === 0) return showToast(words.regions.nothingToStepTo, 'info')
      const before = desk.visited(imageId)
      goTo(check, nextPlace(before?.checkId === check.id ? before.index : null, by, check.regions.length))
    } catch (error) {
      showToast(error instanceof Error ? error.message : words.failedTitle, 'error')
    }
  }

  return { step, goTo }
}
