import type { InferenceJob } from '@cresyl/contract/predictors/inference-jobs'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { SlideView } from '../../../engine/viewer/slide-view.ts'
import { stackOf } from '../stack-of.ts'
import { useWorkspaceState } from '../viewer-context.tsx'
import { endedRunOf, liveOutputOf } from './live-run.ts'
import { useRun, useRuns } from './queries.ts'
import { useResultsDesk } from './results-desk.tsx'
import { isUnderWay, outputRows } from './run-rows.ts'

/** Shows what a run has made when it ends while its slide is looked at and nothing else was chosen since. */
export function ShowEnded({ slideId }: { slideId: string }) {
  const views = useViewsOf(slideId)
  const desk = useResultsDesk()
  const { followed } = desk
  const runs = useRuns(slideId).data?.results
  const own = useRef(new Set<string>())
  const isOpening = useRef(false)
  useEffect(() => {
    for (const run of runs ?? []) {
      if (!isUnderWay(run) || followed.has(run.id)) continue
      followed.set(run.id, true)
      own.current.add(run.id)
    }
  }, [runs, followed])
  useEffect(() => {
    const ids = own.current
    return () => {
      for (const id of ids) followed.delete(id)
    }
  }, [followed])
  const noteChoice = useEffectEvent(() => {
    if (!isOpening.current) desk.noteChoice()
  })
  useEffect(() => {
    const ends = views.map((view) => onOtherImage(view, noteChoice))
    return () => {
      for (const end of ends) end()
    }
  }, [views])
  const ended = endedRunOf(runs ?? [], desk)
  return (
    ended && (
      <ShowRun
        key={ended.id}
        run={ended}
        views={views.filter(({ image }) => image.id === ended.input_image_id)}
        open={(show) => {
          isOpening.current = true
          show()
          isOpening.current = false
        }}
      />
    )
  )
}

function useViewsOf(slideId: string): readonly SlideView[] {
  const views = useWorkspaceState((workspace) => workspace.views())
  const contents = useWorkspaceState((workspace) => workspace.contents())
  return useMemo(
    () => [...views].flatMap(([pane, view]) => (contents[pane]?.slideId === slideId ? [view] : [])),
    [views, contents, slideId],
  )
}

/** Tells when another image of the stack is looked at, or two are compared. */
function onOtherImage(view: SlideView, listener: () => void): () => void {
  const stack = stackOf(view)
  if (stack === null) return () => {}
  let before = stack.state()
  return stack.subscribe('state', () => {
    const now = stack.state()
    const isOther = now.shown !== before.shown || now.mode !== before.mode
    before = now
    if (isOther) listener()
  })
}

interface ShowRunProps {
  run: InferenceJob
  /** Of the image that it was made of. */
  views: readonly SlideView[]
  /** Shows an image that nobody has chosen. */
  open: (show: () => void) => void
}

function ShowRun({ run, views, open }: ShowRunProps) {
  const { showMade, setHidden } = useResultsDesk()
  const { data: whole } = useRun(run.id)
  const isKnown = whole?.state === 'succeeded'
  const show = useEffectEvent((): (() => void) | undefined => {
    if (!whole) return
    const key = liveOutputOf(whole.manifest)?.key
    const row = outputRows(whole, whole.manifest).find(({ output }) => output.key === key)
    const imageId = row?.kind === 'image' ? row.output.image_id : null
    if (row && 'shown' in row && row.shown && views.length > 0) showMade(row.shown)
    const stacks = views.map(stackOf).filter((stack) => stack?.state().mode === 'single')
    if (imageId !== null) open(() => stacks.forEach((stack) => void stack?.show(imageId)))
    // What is done of a picture stays until the picture has been opened.
    const settle = () => {
      const isOpen = imageId === null || stacks.every((stack) => stack?.image(imageId))
      if (isOpen) setHidden(run.id, true)
    }
    settle()
    const ends = stacks.map((stack) => stack?.subscribe('image', settle))
    return () => {
      for (const end of ends) end?.()
    }
  })
  useEffect(() => (isKnown ? show() : undefined), [isKnown])
  return null
}
