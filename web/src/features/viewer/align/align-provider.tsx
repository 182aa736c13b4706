import type { Registration } from '@cresyl/contract/slides/registrations'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { FrameLink } from '../../../engine/viewer/panes/frame-links.ts'
import type { PaneContent } from '../../../engine/viewer/panes/workspace.ts'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { useSlide } from '../slide/use-slide.ts'
import { useWorkspace, useWorkspaceState } from '../viewer-context.tsx'
import { AlignContext } from './align-context.ts'
import { AlignPanel } from './align-panel.tsx'
import { ChooseSlide } from './choose-slide.tsx'
import { useFrameLinks, useRegistrations } from './queries.ts'
import { words } from './words.ts'

/** Two panes with different slides. */
interface Couple {
  fixed: number
  moving: number
}

interface AlignProviderProps {
  /** In another pane, at the same place. */
  onBeside: (content: PaneContent) => void
  children: ReactNode
}

/** Has the panes follow how their slides are aligned, and lets people align them. */
export function AlignProvider({ onBeside, children }: AlignProviderProps) {
  const workspace = useWorkspace()
  const contents = useWorkspaceState((each) => each.contents())
  const views = useWorkspaceState((each) => each.views())
  const registrations = useRegistrations([...new Set(contents.flatMap((each) => each?.slideId ?? []))])
  const links = useFrameLinks(registrations)
  const [tried, setTried] = useState<FrameLink | null>(null)
  const [isAligning, setAligning] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const active = useWorkspaceState((each) => each.active())
  const activeSlide = useSlide(contents[active]?.slideId).data

  useEffect(() => {
    workspace.setFrameLinks(tried ? [tried, ...links.filter((link) => !isSamePair(link, tried))] : links)
  }, [workspace, links, tried])

  const found = coupleOf(contents)
  const existing = found && betweenThem(registrations, contents, found)
  // As it was saved, so that its points stay on their sides.
  const isTurned = existing?.image_id === (found && contents[found.moving]?.imageId)
  const couple = found && isTurned ? { fixed: found.moving, moving: found.fixed } : found
  const [fixed, moving] = [couple && contents[couple.fixed], couple && contents[couple.moving]]
  const fixedSlide = useSlide(fixed?.slideId).data
  const movingSlide = useSlide(moving?.slideId).data
  const [fixedView, movingView] = [couple && views.get(couple.fixed), couple && views.get(couple.moving)]
  const areScanned =
    fixedSlide?.source_image_id === fixed?.imageId && movingSlide?.source_image_id === moving?.imageId
  const mayAlign = usePermission('update:slides')
  const chooseReason = mayAlign ? undefined : permissionReason('update:slides', words.deed)
  const hindrance = !couple ? words.oneSlide : areScanned ? undefined : words.notScanned
  const reason = chooseReason ?? hindrance
  const offer = useMemo(
    () => ({ reason, begin: () => setAligning(true), chooseReason, choose: () => setChoosing(true) }),
    [reason, chooseReason],
  )
  const isReady = fixedSlide && movingSlide && fixedView && movingView && reason === undefined
  return (
    <AlignContext value={offer}>
      {children}
      {isChoosing && activeSlide && (
        <ChooseSlide
          slide={activeSlide}
          onClose={() => setChoosing(false)}
          onChoose={({ id, source_image_id }) => {
            setChoosing(false)
            onBeside({ slideId: id, imageId: source_image_id })
            setAligning(true)
          }}
        />
      )}
      {isAligning && isReady && (
        <AlignPanel
          key={`${fixedView.image.id} ${movingView.image.id}`}
          fixed={{ name: fixedSlide.name, view: fixedView }}
          moving={{ name: movingSlide.name, view: movingView }}
          existing={existing}
          onTry={setTried}
          onClose={() => setAligning(false)}
        />
      )}
    </AlignContext>
  )
}

const isSamePair = (one: FrameLink, other: FrameLink) =>
  (one.from === other.from && one.to === other.to) || (one.from === other.to && one.to === other.from)

type Contents = readonly (PaneContent | null)[]

function coupleOf(contents: Contents): Couple | undefined {
  const fixed = contents.findIndex((content) => content !== null)
  const moving = contents.findIndex(
    (content) => content !== null && content.slideId !== contents[fixed]?.slideId,
  )
  return moving > fixed ? { fixed, moving } : undefined
}

function betweenThem(
  registrations: readonly Registration[],
  contents: Contents,
  { fixed, moving }: Couple,
): Registration | undefined {
  const ids = new Set([contents[fixed]?.imageId, contents[moving]?.imageId])
  return registrations.find(({ image_id, moving_image_id }) => ids.has(image_id) && ids.has(moving_image_id))
}
