import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js'
import DragZoom from 'ol/interaction/DragZoom.js'
import type Interaction from 'ol/interaction/Interaction.js'
import Kinetic from 'ol/Kinetic.js'
import type OpenLayersMap from 'ol/Map.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import { motionOf } from '../motion.ts'
import { DragTurn, PinchScale } from './from-pressed.ts'
import { PinchTurn } from './pinch-turn.ts'
import { SlidePan } from './slide-pan.ts'

/** What mouse, pen and fingers do to the picture; a tool takes the events it wants before they come here. */
export function addPointers(map: OpenLayersMap): void {
  const duration = motionOf()

  const pan: SlidePan = new SlidePan({
    condition: (event) => pan.getPointerCount() > 1 || (isPlain(event) && isMain(event)),
    ...(duration > 0 && { kinetic: new Kinetic(-0.005, 0.05, 100) }),
  })
  const turn = new DragTurn({ condition: (event) => event.originalEvent.altKey && isMain(event), duration })
  const box = new DragZoom({ condition: (event) => isShifted(event) && isMain(event), duration })
  box.on('boxstart', () => styleBox(map))

  const interactions: Interaction[] = [
    turn,
    pan,
    new PinchTurn(),
    new PinchScale({ duration }),
    box,
    new DoubleClickZoom({ duration }),
  ]
  for (const interaction of interactions) map.addInteraction(interaction)
}

const isMain = ({ originalEvent }: MapBrowserEvent) =>
  'button' in originalEvent &&
  originalEvent.button === 0 &&
  (!('isPrimary' in originalEvent) || originalEvent.isPrimary)

function isPlain({ originalEvent: { altKey, ctrlKey, metaKey, shiftKey } }: Keys): boolean {
  return !altKey && !ctrlKey && !metaKey && !shiftKey
}

function isShifted({ originalEvent: { altKey, ctrlKey, metaKey, shiftKey } }: Keys): boolean {
  return shiftKey && !altKey && !ctrlKey && !metaKey
}

interface Keys {
  readonly originalEvent: Pick<PointerEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>
}

/** The box that is drawn to zoom to: to be seen on any stain and on black. */
function styleBox(map: OpenLayersMap): void {
  const box = map.getOverlayContainer().querySelector<HTMLElement>('.ol-dragzoom')
  if (!box) return
  Object.assign(box.style, {
    border: '2px solid #fff',
    outline: '1px solid #000',
    background: 'rgb(107 47 160 / 15%)',
    boxSizing: 'border-box',
  })
}
