import type { Position } from '@cresyl/contract/annotations/annotation-geometry'
import { committed } from './commit-figure.ts'
import { begunAt, clickedAt, drawnTo, isNear } from './drawing.ts'
import { snappedPlace } from './find-shapes.ts'
import type { PointerAt } from './pointer-input.ts'
import type { Surroundings } from './surroundings.ts'
import type { ToolsHost } from './tools-host.ts'
import type { AnnotationDraft, DrawingMode } from './tools-state.ts'

/** What the pointer does with a drawing tool in hand. */
export interface DrawGestures {
  /** Whether a draft begins that is drawn with the button held. */
  press(at: PointerAt): boolean
  drag(at: PointerAt): void
  release(at: PointerAt): void
  /** The next place of what is drawn by clicks. */
  click(at: PointerAt): void
  move(at: PointerAt): void
  /** The first place of what is drawn with the button held. */
  begin(at: PointerAt): void
  /** The next one, wherever it is. */
  extend(place: Position): void
  /** Ends what is drawn: it becomes an annotation, or part of one. False while there is too little of it. */
  finish(): boolean
}

const bareGlass = 'There is no tissue here. Click on tissue.'

export function createDrawGestures(host: ToolsHost, { figureOf }: Surroundings): DrawGestures {
  const { view, document, options, become, toolInHand } = host

  function setDraft(draft: AnnotationDraft): void {
    if (toolInHand()?.looksAtPicture) figureOf(draft)
    become({ draft })
  }

  const modeOf = ({ shift, ctrl }: PointerAt): DrawingMode =>
    host.state().selected.size === 0 ? 'new' : ctrl ? 'subtract' : shift ? 'add' : 'new'

  function finish(): boolean {
    const tool = toolInHand()
    const { draft, classification } = host.state()
    if (tool === null || draft === null || draft.places.length < tool.fewest) return false
    const figure = figureOf(draft)
    become({ draft: null })
    if (figure === null && tool.looksAtPicture) options.onRefused(bareGlass)
    const selected = host.changeable()
    const result =
      figure && committed({ figure, mode: draft.mode, selected, classification, newId: options.newId })
    if (result && host.perform(result.edit)) become({ selected: new Set(result.selected) })
    return true
  }

  const placed = ({ place, reach }: PointerAt): Position =>
    toolInHand()?.snaps ? snappedPlace(document, place, reach, new Set()) : place

  return {
    press(at) {
      const tool = toolInHand()
      const begins = tool?.isHeld || (tool?.strokes && host.state().draft === null)
      if (!begins) return false
      become({ aim: null })
      setDraft(begunAt(placed(at), modeOf(at)))
      return true
    },
    drag(at) {
      const { draft } = host.state()
      if (draft === null) return
      if (!toolInHand()?.isHeld) return become({ draft: { ...draft, pointer: placed(at) } })
      const next = drawnTo(draft, at.place, view.viewport().resolution)
      if (next !== draft) setDraft(next)
    },
    release(at) {
      const { draft } = host.state()
      const [from] = draft?.places ?? []
      if (draft && from && !toolInHand()?.isHeld) {
        // A stroke too short to be a line sets its first place, as a click does.
        if (isNear(from, at.place, at.reach)) return
        become({ draft: { ...draft, places: [from, placed(at)], pointer: null } })
      }
      if (!finish()) become({ draft: null })
    },
    click(at) {
      const tool = toolInHand()
      if (tool === null || tool.isHeld) return
      const { draft, isDone } = clickedAt(tool, host.state().draft, placed(at), at.reach, modeOf(at))
      become({ draft })
      if (isDone) finish()
    },
    move(at) {
      const { draft } = host.state()
      const tool = toolInHand()
      if (draft && !tool?.isHeld) become({ aim: null, draft: { ...draft, pointer: placed(at) } })
      else if (host.state().aim) become({ aim: null })
    },
    begin: (at) => setDraft(begunAt(at.place, modeOf(at))),
    extend(place) {
      const { draft } = host.state()
      if (draft) setDraft({ ...draft, places: [...draft.places, place] })
    },
    finish,
  }
}
