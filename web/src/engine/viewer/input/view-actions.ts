import type { Point } from '@cresyl/contract/slides/affine'
import { toggleChannel } from '../display/change-display.ts'
import { zoomSteps } from '../objective.ts'
import type { SlideView } from '../slide-view.ts'
import { flipped, panned, turned } from '../viewport.ts'
import type { KeyAction } from './keys.ts'

/** What one press of a key does: the picture moves by so many CSS pixels, grows so much, turns by so much. */
const panStep = 80
const zoomStep = Math.SQRT2
const quarterTurn = Math.PI / 2
const tilt = Math.PI / 36
const animated = { animated: true }

/** Does to a view what a key asks for; false where the key is none of a view's, or has nothing to do there. */
export function actOnView(view: SlideView, action: KeyAction): boolean {
  const act = viewActions[action]
  return act !== undefined && act(view) !== false
}

/** False where it had nothing to do. */
type Act = (view: SlideView) => unknown

const viewActions: Partial<Record<KeyAction, Act>> = {
  zoomIn: zoomBy(zoomStep),
  zoomOut: zoomBy(1 / zoomStep),
  fit: (view) => view.fit(animated),
  ...numbered('step', 7, showStep),
  panLeft: panBy(() => ({ x: panStep, y: 0 })),
  panRight: panBy(() => ({ x: -panStep, y: 0 })),
  panUp: panBy(() => ({ x: 0, y: panStep })),
  panDown: panBy(() => ({ x: 0, y: -panStep })),
  panFarLeft: panBy(({ width }) => ({ x: width / 2, y: 0 })),
  panFarRight: panBy(({ width }) => ({ x: -width / 2, y: 0 })),
  panFarUp: panBy(({ height }) => ({ x: 0, y: height / 2 })),
  panFarDown: panBy(({ height }) => ({ x: 0, y: -height / 2 })),
  turnRight: turnBy(quarterTurn),
  turnLeft: turnBy(-quarterTurn),
  tiltRight: turnBy(tilt),
  tiltLeft: turnBy(-tilt),
  flipHorizontal: (view) => view.show(flipped(view.aim(), 'horizontal')),
  flipVertical: (view) => view.show(flipped(view.aim(), 'vertical')),
  resetOrientation: (view) => view.show({ rotation: 0, flipped: false }, animated),
  back: (view) => view.back(),
  forward: (view) => view.forward(),
  ...numbered('channel', 9, toggle),
  nextFocus: moveFocus(1),
  previousFocus: moveFocus(-1),
  nextTime: moveTime(1),
  previousTime: moveTime(-1),
}

function zoomBy(factor: number): Act {
  return (view) => view.show({ resolution: view.aim().resolution / factor }, animated)
}

function panBy(step: (size: { width: number; height: number }) => Point): Act {
  return (view) => view.show(panned(view.aim(), view.size(), step(view.size())), animated)
}

function turnBy(angle: number): Act {
  return (view) => view.show(turned(view.aim(), angle), animated)
}

function showStep(view: SlideView, key: number): boolean {
  const step = zoomSteps(view.image, view.size()).find((known) => known.key === key)
  if (!step) return false
  if (step.resolution === null) view.fit(animated)
  else view.show({ resolution: step.resolution }, animated)
  return true
}

function toggle(view: SlideView, figure: number): boolean {
  const display = toggleChannel(view.display(), figure - 1)
  const isThere = figure <= view.display().channels.length
  if (isThere) view.setDisplay(display)
  return isThere
}

function moveFocus(by: number): Act {
  return (view) => {
    const { z, t } = view.plane()
    const next = within(z + by, view.image.pyramid.size_z)
    view.setPlane({ z: next, t })
    return view.image.pyramid.size_z > 1
  }
}

function moveTime(by: number): Act {
  return (view) => {
    const { z, t } = view.plane()
    view.setPlane({ z, t: within(t + by, view.image.pyramid.size_t) })
    return view.image.pyramid.size_t > 1
  }
}

const within = (index: number, count: number) => Math.min(Math.max(index, 0), count - 1)

/** The actions name1, name2, … that say their figure. */
function numbered(
  name: 'step' | 'channel',
  count: number,
  act: (view: SlideView, figure: number) => boolean,
) {
  const entries = Array.from({ length: count }, (_, index): [string, Act] => [
    `${name}${index + 1}`,
    (view) => act(view, index + 1),
  ])
  return Object.fromEntries(entries) as Partial<Record<KeyAction, Act>>
}
