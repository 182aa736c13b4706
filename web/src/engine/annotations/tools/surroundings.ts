import type { Position } from '@cresyl/contract/annotations/annotation-geometry'
import { lengthInImage } from '../../viewer/tools/framing.ts'
import type { Figure } from '../geometry/combine.ts'
import type { DrawingSurroundings } from './drawing-tool.ts'
import { grownInView } from './grow-in-view.ts'
import type { ToolsHost } from './tools-host.ts'
import type { AnnotationDraft } from './tools-state.ts'

/** What comes of a draft with the tool in hand, where the view is now. */
export interface Surroundings {
  /** May look at the picture, which draws it anew: not to be asked while it is being drawn. */
  figureOf(draft: AnnotationDraft): Figure | null
  /** What is being drawn as it would be if it were ended now; of the picture it takes what was seen last. */
  drawing(): Figure | null
}

export function createSurroundings(host: ToolsHost): Surroundings {
  const { view } = host
  let grown: { readonly places: readonly Position[]; readonly figure: Figure | null } | null = null

  function look(places: readonly Position[]): Figure | null {
    if (grown?.places !== places) grown = { places, figure: grownInView(view, places) }
    return grown.figure
  }

  function around(grow: DrawingSurroundings['grow']): DrawingSurroundings {
    const viewport = view.viewport()
    const way = (x: number, y: number): Position => {
      const there = lengthInImage(viewport, { x, y })
      return [there.x, there.y]
    }
    return {
      right: way(1, 0),
      down: way(0, 1),
      resolution: viewport.resolution,
      brush: host.state().brush * viewport.resolution,
      grow,
    }
  }

  return {
    figureOf: ({ places }) => host.toolInHand()?.figure(places, around(look)) ?? null,
    drawing() {
      const tool = host.toolInHand()
      const { draft } = host.state()
      if (tool === null || draft === null) return null
      const { places, pointer } = draft
      const seen = () => grown?.figure ?? null
      return tool.figure(pointer && !tool.isHeld ? [...places, pointer] : places, around(seen))
    },
  }
}
