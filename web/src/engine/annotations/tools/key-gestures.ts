import type { Position } from '@cresyl/contract/annotations/annotation-geometry'
import { applyAffine } from '@cresyl/contract/slides/affine'
import { keepInView, lengthInImage } from '../../viewer/tools/framing.ts'
import { screenToImage } from '../../viewer/viewport.ts'
import type { DrawGestures } from './draw-gestures.ts'
import { withoutLast } from './drawing.ts'
import type { EditGestures } from './edit-gestures.ts'
import type { AnnotationKeyHost, HeldKeys } from './key-input.ts'
import type { ToolsHost } from './tools-host.ts'

/** CSS pixels that count as the same place. */
const reach = 4

/** Keys do what a pointer at the aim would: the first shows it, in the middle of the view. */
export function createKeyGestures(
  host: ToolsHost,
  draw: DrawGestures,
  edit: EditGestures,
  putAway: () => void,
): AnnotationKeyHost {
  const { view, options, become, toolInHand } = host

  function middle(): Position {
    const { width, height } = view.size()
    const { x, y } = applyAffine(screenToImage(view.viewport(), view.size()), {
      x: width / 2,
      y: height / 2,
    })
    return [x, y]
  }

  function stepBack(): boolean {
    const { grab, draft, box, aim, tool, selected } = host.state()
    if (grab) return become({ grab: null, dragged: null })
    if (draft) return become({ draft: null })
    if (box) return become({ box: null })
    if (aim) return become({ aim: null })
    if (tool) {
      putAway()
      return true
    }
    return selected.size > 0 && become({ selected: new Set() })
  }

  /** With Shift the first place begins what is added to the selected one, with Ctrl what is cut out of it. */
  function enter(held: HeldKeys): boolean {
    const tool = toolInHand()
    if (tool === null) return false
    const { aim, draft } = host.state()
    if (aim === null) {
      if (draft && !tool.isHeld) return draw.finish()
      return become({ aim: middle() })
    }
    const at = { place: aim, reach: reach * view.viewport().resolution, ...held }
    if (!tool.isHeld) draw.click(at)
    else if (draft) draw.release(at)
    else draw.begin(at)
    return true
  }

  function nudge([right, down]: Position): boolean {
    const { aim, draft, tool } = host.state()
    const { x, y } = lengthInImage(view.viewport(), { x: right, y: down })
    if (aim === null) return tool === 'select' && edit.moveSelected(x, y)
    const to: Position = [aim[0] + x, aim[1] + y]
    become({ aim: to })
    if (draft && toolInHand()?.isHeld) draw.extend(to)
    else if (draft) become({ draft: { ...draft, pointer: to } })
    keepInView(view, { x: to[0], y: to[1] })
    return true
  }

  function digit(key: string): boolean {
    const chosen = toolInHand() === null ? undefined : options.classOf(key)
    return chosen !== undefined && become({ classification: chosen })
  }

  function removeLast(): boolean {
    const { draft } = host.state()
    if (draft === null) return edit.removeSelected()
    // What is drawn in one go is taken back in one.
    return become({ draft: toolInHand()?.isHeld ? null : withoutLast(draft) })
  }

  const whenMine = (act: () => boolean) => () => options.hasKeys() && act()
  return {
    escape: whenMine(stepBack),
    enter: (held) => options.hasKeys() && enter(held),
    removeLast: whenMine(removeLast),
    removeSelected: whenMine(edit.removeSelected),
    nudge: (by) => options.hasKeys() && nudge(by),
    digit: (key) => options.hasKeys() && digit(key),
  }
}
