import { z } from '@cresyl/contract/api/zod'
import type { PaneContent } from '../../../engine/viewer/panes/workspace.ts'

/** What a slide is called while it is dragged: from the tray into a pane. */
export const slideType = 'application/x-cresyl-slide'

const dragged = z.object({ slideId: z.uuid(), imageId: z.uuid() })

type Written = Pick<DataTransfer, 'setData'> & { effectAllowed: DataTransfer['effectAllowed'] }

export function putSlide(transfer: Written, content: PaneContent): void {
  transfer.effectAllowed = 'copyLink'
  transfer.setData(slideType, JSON.stringify(content))
}

/** What is in a drag can be read only when it is dropped; its kind can be told before. */
export const hasSlide = ({ types }: Pick<DataTransfer, 'types'>): boolean => types.includes(slideType)

/** Null where something else is dropped: files, text, what another page made up. */
export function slideIn(transfer: Pick<DataTransfer, 'getData'>): PaneContent | null {
  try {
    return dragged.parse(JSON.parse(transfer.getData(slideType)))
  } catch {
    return null
  }
}
